// Scenario: a flood of 5,000 alarms in ten seconds, while somebody works at the desk. Every alarm is stored once and counted, the
// page answers each press as usual, and alarm health says that it was a flood.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { type NewRule, replaceRules } from './rules.ts'
import { count, startCluster } from '../cluster.ts'
import type { Context } from '../context.ts'
import { type Gatehouse, signIn, startInWorld } from '../gatehouse.ts'
import { launchChromium, signInByForm } from '../kit/chromium.ts'
import { connectDetectors, type Detectors } from '../kit/detectors.ts'
import { serverCpu } from '../kit/processes.ts'
import { atMost, type Outcome, type Row, voided } from '../kit/results.ts'
import { createHistogram, type Histogram } from '../kit/stats.ts'

const detectors = 1000
const floodSeconds = 10
const severities = ['low', 'medium', 'medium', 'high', 'critical'] as const
const alarms = detectors * severities.length
const above = { channel: 'CO', unit: 'ppm', value: 100, quality: 'good' } as const
/** From the end of one press to the next, at random between half of it and half as much again. */
const pressEveryMs = 500
/** Ten seconds have some twenty presses. */
const mostRounds = 5

/** What a person does at the desk meanwhile, each from the press to the second frame after it. */
const presses = ['acknowledge', 'scroll', 'open', 'close'] as const

export const alarmFlood = async (context: Context): Promise<Outcome> => {
  const who = `a press at the desk, ${alarms.toLocaleString('en-US')} alarms in ${floodSeconds} s`
  const goal = 'alarm-flood: a press at the desk at most 100 ms, p99'
  try {
    const [calm, flooded] = [createPresses(), createPresses()]
    await inRounds(context, calm, flooded)
    const rows = [
      rowOf('a press at the desk, calm', calm, 'the same presses before'),
      rowOf(who, flooded, 'every alarm stored once, counted and in the list; health says flood'),
    ]
    return { rows, reach: [atMost(goal, flooded.all.spread().p99, 100, 'ms')] }
  } catch (error) {
    return { rows: [voided('alarm-flood', who, error)], reach: [atMost(goal, Number.NaN, 100, 'ms')] }
  }
}

interface Presses {
  readonly all: Histogram
  readonly each: ReadonlyMap<string, Histogram>
}

const createPresses = (): Presses => ({
  all: createHistogram(),
  each: new Map(presses.map((press) => [press, createHistogram()])),
})

const rowOf = (who: string, { all, each }: Presses, note: string): Row => {
  const { p50, p99, max } = all.spread()
  const words = [...each].map(
    ([press, times]) => `${press} ${times.spread().p50} (worst ${Math.round(times.spread().max)})`,
  )
  return {
    scenario: 'alarm-flood',
    who,
    unit: 'ms',
    rounds: [p50],
    better: 'less',
    p99: [p99],
    note: `${note}; ${all.count()} presses, worst ${Math.round(max)}: ${words.join(', ')}`,
  }
}

// A guard's browser runs on a machine of its own. Here it shares two cores with the store and the server: these have one of
// them, and give way to it.
const inRounds = async (context: Context, calm: Presses, flooded: Presses): Promise<void> => {
  const cluster = await startCluster('postgres-beside', { cpu: serverCpu, gently: true })
  try {
    for (let round = 1; round <= Math.min(context.rounds, mostRounds); round++)
      await measure({ ...context, cluster }, round, calm, flooded)
  } finally {
    await cluster.stop()
  }
}

const measure = async ({ cluster, log }: Context, round: number, calm: Presses, flooded: Presses): Promise<void> => {
  log(`alarm-flood: preparing Gatehouse, round ${round}`)
  const size = { role: 'admin', companies: 1, doors: 14, detectors, people: 60 } as const
  const { url, gatehouse, companies, password } = await startInWorld(
    cluster,
    `gatehouse_flood_of_alarms_${round}`,
    size,
  )
  const [company] = companies
  if (!company) throw new Error('no company')
  await replaceRules(
    url,
    [company.id],
    severities.map((severity, n): NewRule => ({ companyId: company.id, severity, condition: highOf(n) })),
  )
  await sleep(1000)
  const browser = await launchChromium()
  const wires = await connectDetectors(gatehouse.mqttPort, company.detectors)
  try {
    const storageState = await signInByForm(browser, gatehouse, company.email, password)
    const page = await browser.newPage({ storageState, viewport: { width: 1600, height: 1200 } })
    await page.goto(`${gatehouse.address}/alarms`)
    await page.getByText('Nothing is in alarm').waitFor()
    // The first alarms are there before anything is pressed.
    for (let n = 0; n < 20; n++) await wires.publish(n, above)
    await page.locator('[data-acknowledge]').first().waitFor()
    await sleep(1000)
    await work(page, calm)
    log('alarm-flood: flooding')
    const flooding = raise(wires)
    // Nothing is closed while it is still in use.
    await settled(flooding, work(page, flooded))
    await check(url, gatehouse, await signIn(gatehouse.address, company.email, password))
  } finally {
    await wires.close()
    await browser.close()
    await gatehouse.running.stop()
  }
}

/** Both, to their ends, whichever fails first. */
const settled = async (one: Promise<void>, other: Promise<void>): Promise<void> => {
  await Promise.allSettled([one, other])
  await one
  await other
}

const highOf = (n: number) => ({
  kind: 'threshold',
  measure: 'gas.CO',
  comparison: 'above',
  value: 20 + n,
  hysteresis: 1,
  onDelaySeconds: 0,
  offDelaySeconds: 30,
})

/** Of every detector once, evenly over the time. Throws when the server takes them more slowly than they come. */
const raise = async (wires: Detectors): Promise<void> => {
  const since = performance.now()
  const acknowledged: Promise<void>[] = []
  for (let n = 0; n < detectors; n++) {
    await sleep((n * floodSeconds * 1000) / detectors - (performance.now() - since))
    acknowledged.push(wires.publish(n, above))
  }
  await Promise.all(acknowledged)
  const seconds = (performance.now() - since) / 1000
  if (seconds > 1.2 * floodSeconds) throw new Error(`the flood was stored in ${seconds.toFixed(1)} s only`)
}

const work = async (page: Page, { all, each }: Presses): Promise<void> => {
  const until = performance.now() + floodSeconds * 1000
  for (let n = 0; performance.now() < until; n++) {
    const press = presses[n % presses.length] ?? 'scroll'
    const ms = z.number().parse(await page.evaluate(`(${pressed})('${press}')`))
    all.add(ms)
    each.get(press)?.add(ms)
    await sleep(pressEveryMs * (0.5 + Math.random()))
  }
}

// What runs in the page, as text: the bench itself knows no document.
const pressed = `async (press) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const scroller = () => {
    let scrolled = document.querySelector('[role=grid]')
    while (scrolled && scrolled.scrollHeight <= scrolled.clientHeight) scrolled = scrolled.parentElement
    return scrolled
  }
  const found = {
    acknowledge: () => document.querySelector('[role=grid] [data-acknowledge]'),
    scroll: scroller,
    open: () => document.querySelector('[role=grid] a[href^="/alarms/"]'),
    close: () => document.querySelector('[role=dialog] button[aria-label^="Close"]'),
  }[press]
  let target = found()
  for (const until = Date.now() + 5000; !target && Date.now() < until; target = found()) await frame()
  if (!target) throw new Error('nothing to press for ' + press)
  const since = performance.now()
  if (press === 'scroll') target.scrollTop = target.scrollTop > 0 ? 0 : 400
  else target.click()
  await frame()
  await frame()
  return performance.now() - since
}`

const counts = z.object({ byState: z.record(z.string(), z.int()), inTenMinutes: z.int() })
const health = z.object({ floods: z.array(z.object({ count: z.int() })) })

const check = async (url: string, { address }: Gatehouse, token: string): Promise<void> => {
  const stored = await count(url, 'select count(*) from alarm', [])
  const sources = await count(url, 'select count(distinct (rule_id, source)) from alarm', [])
  const raised = await count(url, `select count(*) from alarm_transition where what = 'raised'`, [])
  if (stored !== alarms || sources !== alarms || raised !== alarms)
    throw new Error(`${stored} alarms of ${sources} sources, raised ${raised} times, instead of ${alarms}`)
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const { byState, inTenMinutes } = counts.parse(await ask('/api/alarms/counts'))
  const open = Object.values(byState).reduce((sum, n) => sum + n, 0)
  if (open !== alarms || inTenMinutes !== alarms) throw new Error(`${open} open and ${inTenMinutes} new are counted`)
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const period = new URLSearchParams({ from: at(-3_600_000), to: at(60_000) })
  const { floods } = health.parse(await ask(`/api/alarm-health?${period.toString()}`))
  if (!floods.some((flood) => flood.count === alarms)) throw new Error('alarm health says nothing of the flood')
}
