// What each part of the tests may take on two cores. A part that is over it fails: a slow proof is paid for by every later
// change. A machine on which a calibrating loop takes longer has longer, in proportion.
import { availableParallelism } from 'node:os'
import { createHash } from 'node:crypto'

/**
 * Seconds, on two cores of the machine the reference was taken on; static checks run beside the chaos tests. What they shall
 * come down to: units 150, chaos 90, browser 180. Backups brought 30 to the units, saved views, orders of lists and the pages
 * of people 20, and a disk that is full 10 to chaos; alarms 15 to the units and 15 to the browser, gas
 * and people counting 30 each to the units, and finding BACnet devices, limits of floors and lines of cameras 25.
 */
export const budgets = { units: 430, static: 150, chaos: 135, browser: 355 }

/** Milliseconds of one round of the loop on that machine: with nothing else to do, and its share of a core beside the tests. */
const referenceMs = 46
const cores = 2
const rounds = 15

/** How many times slower than the reference this machine is at this moment; never less than 1. */
export const slowness = () => {
  // Before it is compiled it takes longer, whatever the machine.
  for (let round = 0; round < 5; round++) work()
  const took = Array.from({ length: rounds }, () => {
    const since = performance.now()
    work()
    return performance.now() - since
  })
  return factorOf(took)
}

const factorOf = (took) => {
  const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
  return Math.max(1, median / referenceMs) * Math.max(1, cores / availableParallelism())
}

/**
 * One round now and then while a part is at work. Of a round only what this process used of a core counts (it does nothing
 * else, and tests are processes of their own): the tests beside it make it wait, but only a machine that others slow down
 * makes it work longer. Of the process, not of the thread: the oldest Node.js this runs on cannot say that.
 */
const slownessMeanwhile = () => {
  const used = []
  const timer = setInterval(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1000)
  }, 5000)
  return () => {
    clearInterval(timer)
    return factorOf(used)
  }
}

// What tests do most: text, objects, hashes.
const work = () => {
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, name: `Door ${id}`, at: new Date(id * 1e6), on: id % 2 }))
  let text = ''
  for (let i = 0; i < 12; i++) text = JSON.stringify(JSON.parse(JSON.stringify(rows)).toReversed())
  const hash = createHash('sha256')
  for (let i = 0; i < 60; i++) hash.update(text)
  return hash.digest('hex')
}

/**
 * Does the work of a part, prints what it took and its ten slowest tests, and adds a failure where that is over its
 * budget. The loop runs before and meanwhile: others may have the machine at any time of it. After it, a part that runs
 * beside this one would slow it down too.
 */
export const withinBudget = async (part, run) => {
  const before = slowness()
  const meanwhile = slownessMeanwhile()
  const since = performance.now()
  const tally = await run()
  const seconds = (performance.now() - since) / 1000
  const factor = Math.max(before, meanwhile())
  const allowed = budgets[part] * factor
  const limit = `${budgets[part]} s${factor > 1.05 ? ` x ${factor.toFixed(2)}, as slow as this machine is now` : ''}`
  console.log(`\n${part}: ${seconds.toFixed(0)} s of ${limit}`)
  for (const { test, seconds: took } of tally.slowest) console.log(`${took.toFixed(1).padStart(8)} s  ${test}`)
  if (seconds <= allowed) return tally
  const why = `It took ${seconds.toFixed(0)} s; it may take ${limit}.`
  return { ...tally, failures: [...tally.failures, { test: `${part}: within its budget`, why }] }
}
