// Scenario: a thousand doors and ten thousand people on one node. Lists and plans, from the click to the wire and from a
// door's report to the pixel, decisions over MQTT, and a lockdown of everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { launchChromium, signInByForm } from './kit/chromium.ts'
import type { Context } from './context.ts'
import { cardOf, type DoorsWorld, mayPass, parts, writeDoorsWorld } from './doors-world.ts'
import { type Gatehouse, signIn, startGatehouse } from './gatehouse.ts'
import { atMost, type Outcome, type Reach, type Row, voided } from './kit/results.ts'
import { createHistogram, median, type Spread } from './kit/stats.ts'
import { startSwarm, type Swarm } from './swarm.ts'

interface Building {
  readonly gatehouse: Gatehouse
  readonly world: DoorsWorld
  readonly swarm: Swarm
  readonly token: string
  /** What every write carries besides. */
  readonly csrf: Readonly<Record<string, string>>
  readonly silent: readonly string[]
}

interface Measure {
  readonly who: string
  readonly goal: string
  readonly most: number
  readonly unit: 'ms' | 's'
  /** One round: its figure, and the 99th percentile where there is one. */
  once(): Promise<{ figure: number; p99?: number }>
  readonly note: string
}

const clock = () => performance.timeOrigin + performance.now()

export const doors = async (context: Context): Promise<Outcome> => {
  const building = await prepare(context)
  const measures = [
    ...listsOf(building, context),
    unlocking(building, context),
    deciding(building, context),
    await pixels(building, context),
    lockdown(building),
  ]
  const rows: Row[] = []
  const reach: Reach[] = []
  for (const measure of measures) {
    context.log(`doors: ${measure.who}`)
    const { who, unit, note, goal, most } = measure
    try {
      await measure.once()
      const rounds: { figure: number; p99?: number }[] = []
      while (rounds.length < context.rounds) rounds.push(await measure.once())
      const p99 = rounds.flatMap((round) => round.p99 ?? [])
      rows.push({
        scenario: 'doors',
        who,
        unit,
        rounds: rounds.map((round) => round.figure),
        better: 'less',
        ...(p99.length > 0 ? { p99 } : {}),
        note,
      })
      reach.push(atMost(`doors: ${goal}`, median(p99.length > 0 ? p99 : rounds.map((r) => r.figure)), most, unit))
    } catch (error) {
      rows.push(voided('doors', who, error))
      reach.push(atMost(`doors: ${goal}`, Number.NaN, most, unit))
    }
  }
  await building.swarm.stop()
  return { rows, reach }
}

const silentDoors = 5

const prepare = async ({ cluster, quick, log }: Context): Promise<Building> => {
  log('doors: a thousand doors, ten thousand people')
  const url = await cluster.create('gatehouse_doors')
  const first = await startGatehouse({ url, name: 'gatehouse_doors' })
  await first.running.stop()
  const world = await writeDoorsWorld(url, { doors: quick ? 200 : 1000, people: quick ? 1000 : 10_000 })
  const gatehouse = await startGatehouse({ url, name: 'gatehouse_doors' })
  const keys = world.company.doors.map((d) => d.key)
  const silent = keys.slice(-silentDoors)
  const swarm = await startSwarm({ url: `mqtt://127.0.0.1:${gatehouse.mqttPort}`, ...world.gateway, keys, silent })
  await swarm.report()
  // What comes of so many doors at once (their places in the search, their lists) is not what is measured.
  await sleep(5000)
  const token = await signIn(gatehouse.address, world.company.email, world.password)
  return { gatehouse, world, swarm, token, csrf: await csrfOf(gatehouse), silent }
}

const csrfOf = async ({ address }: Gatehouse): Promise<Record<string, string>> => {
  const answer = await fetch(`${address}/api/auth/csrf-token`)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await answer.json())
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { 'x-csrf-token': csrfToken, cookie }
}

// Lists and plans ----------------------------------------------------------------------------------------------------------

const listed = z.object({ doors: z.array(z.object({ id: z.string() })), total: z.int() })
const planned = z.object({ devices: z.array(z.object({ id: z.string() })) })

const listsOf = (building: Building, context: Context): Measure[] => {
  const { world } = building
  const own = new Set(world.company.doors.map((d) => d.id))
  const [floor = ''] = world.floors
  const count = world.company.doors.length
  const page = (body: string, wanted: number) => {
    const { doors: all, total } = listed.parse(JSON.parse(body))
    if (total !== count || all.length !== wanted || all.some(({ id }) => !own.has(id)))
      throw new Error('the wrong doors')
  }
  const of = (who: string, path: string, check: (body: string) => void): Measure => ({
    who,
    goal: `${who}: p99 at most 100 ms`,
    most: 100,
    unit: 'ms',
    note: `the right doors and no others in every answer; ${rate} requests a second`,
    once: () => asking(building, context, path, check),
  })
  return [
    of(`list of doors, 100 of ${count}`, '/api/doors?limit=100', (body) => page(body, Math.min(100, count))),
    of(`list of doors, all ${count}`, `/api/doors?limit=1000`, (body) => page(body, count)),
    of(`plan of a floor, ${count / world.floors.length} doors`, `/api/plans/${floor}`, (body) => {
      const { devices } = planned.parse(JSON.parse(body))
      if (devices.length !== count / world.floors.length || devices.some(({ id }) => !own.has(id)))
        throw new Error('the wrong devices on the plan')
    }),
  ]
}

/** Requests a second: twenty guards who each look every other second. */
const rate = 10

// Doors say all the while that they live, so that no two answers are the same bytes: each is read and judged.
const asking = async (building: Building, { seconds }: Context, path: string, check: (body: string) => void) => {
  const { gatehouse, token } = building
  const headers = { Authorization: `Bearer ${token}` }
  const histogram = createHistogram()
  const one = async () => {
    const began = performance.now()
    const answer = await fetch(gatehouse.address + path, { headers })
    const body = await answer.text()
    histogram.add(performance.now() - began)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.slice(0, 200)}`)
    check(body)
  }
  const under: Promise<void>[] = []
  for (let n = 0; n < seconds * rate; n++) {
    under.push(one())
    await sleep(1000 / rate)
  }
  await Promise.all(under)
  const { p50, p99 } = histogram.spread()
  return { figure: p50, p99 }
}

// Commands -----------------------------------------------------------------------------------------------------------------

const measured = z.object({ commandId: z.string() })
const became = z.object({ status: z.string() })

const post = async ({ gatehouse, token, csrf }: Building, path: string, body: object): Promise<unknown> => {
  const answer = await fetch(`${gatehouse.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Authorization: `Bearer ${token}`, ...csrf },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`)
  return JSON.parse(text)
}

const read = async ({ gatehouse, token }: Building, path: string): Promise<unknown> => {
  const answer = await fetch(`${gatehouse.address}/api${path}`, { headers: { Authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

const spreadOf = (all: readonly number[]): Spread => {
  const histogram = createHistogram()
  for (const ms of all) histogram.add(ms)
  return histogram.spread()
}

const unlocking = (building: Building, { quick }: Context): Measure => ({
  who: 'unlock: from the call to the wire',
  goal: 'unlock: from the call to the wire p99 at most 50 ms',
  most: 50,
  unit: 'ms',
  note: 'on the record first; each command on the wire once, each confirmed by its door',
  once: async () => {
    const { swarm, world, silent } = building
    const quiet = new Set(silent)
    const able = world.company.doors.filter((d) => !quiet.has(d.key))
    const begun = swarm.received.length
    const calls: { before: number; commandId: string }[] = []
    for (let n = 0; n < (quick ? 40 : 200); n++) {
      const door = able[(n * 7) % able.length]
      if (!door) throw new Error('no doors')
      const before = clock()
      const { commandId } = measured.parse(await post(building, `/doors/${door.id}/unlock`, { seconds: 5 }))
      calls.push({ before, commandId })
      await sleep(20)
    }
    await sleep(500)
    const results = Map.groupBy(swarm.received.slice(begun), ({ commandId }) => commandId)
    const took = calls.map(({ before, commandId }) => {
      const [once, ...more] = results.get(commandId) ?? []
      if (!once || more.length > 0)
        throw new Error(`${commandId} was on the wire ${more.length + (once ? 1 : 0)} times`)
      return once.at - before
    })
    for (const { commandId } of calls) {
      const { status } = became.parse(await read(building, `/commands/${commandId}`))
      if (status !== 'confirmed') throw new Error(`${commandId} became ${status}`)
    }
    const { p50, p99 } = spreadOf(took)
    return { figure: p50, p99 }
  },
})

// Decisions ----------------------------------------------------------------------------------------------------------------

const deciding = (building: Building, { quick }: Context): Measure => {
  let turn = 0
  return {
    who: 'decision for a door that asks, over MQTT',
    goal: 'decision over MQTT: round trip p99 at most 50 ms',
    most: 50,
    unit: 'ms',
    note: 'in the log before it is answered; each answer as the rule foretells',
    once: async () => {
      const { world, swarm } = building
      const { doors: all, people } = world.company
      const asks = Array.from({ length: quick ? 100 : 500 }, () => {
        // Nobody and no reader twice in a row: five refusals would block them.
        const place = turn++
        const door = (place * 11) % all.length
        // Half of them of the door's own part, half of the one that is furthest from it.
        const part = (door + (place % 2) * (parts / 2)) % parts
        const person = (Math.floor(((place * 13) % people.length) / parts) * parts + part) % people.length
        return { key: all[door]?.key ?? '', credential: cardOf(person), may: mayPass(person, door) }
      })
      const answers = await swarm.ask(
        asks.map(({ key, credential }) => ({ key, credential })),
        20,
      )
      for (const [n, { result, reason }] of answers.entries()) {
        const wanted = asks[n]?.may ? 'granted' : 'denied'
        if (result !== wanted) throw new Error(`${asks[n]?.credential} at ${asks[n]?.key}: ${result} ${reason}`)
      }
      const { p50, p99 } = spreadOf(answers.map(({ ms }) => ms))
      return { figure: p50, p99 }
    },
  }
}

// Lockdown ------------------------------------------------------------------------------------------------------------------

const begun = z.object({ lockdownId: z.string() })
const stands = z.object({
  lockdown: z.object({ counts: z.object({ doors: z.int(), confirmed: z.int(), pending: z.int() }) }),
  doors: z.array(z.object({ name: z.string(), result: z.string() })),
})

const lockdown = (building: Building): Measure => ({
  who: `lockdown of ${building.world.company.doors.length} doors: until the last was told`,
  goal: 'lockdown: every door told within 2 s',
  most: 2,
  unit: 's',
  note: `every door once; ${silentDoors} that do not answer are shown, the others confirmed; then released`,
  once: async () => {
    const { world, swarm } = building
    const all = world.company.doors
    const from = swarm.received.length
    const before = clock()
    const { lockdownId } = begun.parse(
      await post(building, '/lockdowns', { doorIds: all.map((d) => d.id), reason: 'A measurement' }),
    )
    const down = () => swarm.received.slice(from).filter(({ action }) => action === 'lockdown')
    await until(
      () => down().length >= all.length,
      20_000,
      () => `${down().length} of ${all.length} doors were told`,
    )
    const took = (Math.max(...down().map(({ at }) => at)) - before) / 1000
    await until(
      async () => stands.parse(await read(building, `/lockdowns/${lockdownId}`)).lockdown.counts.pending === 0,
      20_000,
      () => 'doors are still pending',
    )
    const { lockdown: after, doors: each } = stands.parse(await read(building, `/lockdowns/${lockdownId}`))
    const { confirmed, doors: count } = after.counts
    if (count !== all.length || confirmed !== all.length - silentDoors)
      throw new Error(`of ${count} doors ${confirmed} confirmed`)
    if (each.slice(0, silentDoors).some(({ result }) => result !== 'no-answer' && result !== 'offline'))
      throw new Error('those that did not confirm are not first')
    if (new Set(down().map(({ key }) => key)).size !== all.length || down().length !== all.length)
      throw new Error('a door was told twice')
    await post(building, `/lockdowns/${lockdownId}/release`, { reason: 'It is measured' })
    // Released, and those that are silent given up on.
    await sleep(12_000)
    return { figure: took }
  },
})

const until = async (holds: () => boolean | Promise<boolean>, ms: number, why: () => string) => {
  const deadline = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(why())
    await sleep(20)
  }
}

// Pixels --------------------------------------------------------------------------------------------------------------------

// Plain JavaScript for the page: the moment of the second frame after a row says another state.
const observer = `
globalThis.shownDoors = []
new MutationObserver((changes) => {
  const changed = changes.filter((c) => c.target.dataset && c.target.dataset.door)
    .map((c) => [c.target.dataset.door, c.target.dataset.state])
  if (changed.length === 0) return
  requestAnimationFrame(() => requestAnimationFrame(() => {
    const now = performance.timeOrigin + performance.now()
    for (const [door, state] of changed) globalThis.shownDoors.push([door, state, now])
  }))
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-state'] })
`

const shownDoors = z.array(z.tuple([z.string(), z.string(), z.number()]))

const pixels = async (building: Building, { quick }: Context): Promise<Measure> => {
  const { gatehouse, world, swarm } = building
  const browser = await launchChromium()
  const storageState = await signInByForm(browser, gatehouse, world.company.email, world.password)
  return {
    who: 'a door’s report: from its publishing to the pixel',
    goal: 'report to pixel: p99 at most 100 ms',
    most: 100,
    unit: 'ms',
    note: 'COMMIT, permission, socket, two frames, in the list of doors; every change seen',
    once: async () => {
      const page = await browser.newPage({ viewport: { width: 1600, height: 1200 }, storageState })
      try {
        await page.addInitScript(observer)
        await page.goto(`${gatehouse.address}/doors`)
        const rows = page.locator('[data-door]')
        await rows.first().waitFor()
        await sleep(2000)
        // Whatever they were left as, each report is another one than the last: what changes nothing is never seen.
        const states = new Map(
          await rows.evaluateAll((all) =>
            all.slice(0, 10).map((row) => [row.getAttribute('data-door') ?? '', row.getAttribute('data-state') ?? '']),
          ),
        )
        const shown = [...states.keys()]
        await page.evaluate('globalThis.shownDoors.length = 0')
        const report: { key: string; state: string; at: number }[] = []
        for (let n = 0; n < (quick ? 40 : 150); n++) {
          const key = shown[n % shown.length] ?? ''
          const state = states.get(key) === 'information' ? 'normal' : 'information'
          states.set(key, state)
          const at = await swarm.send(key, state === 'normal' ? {} : { mode: 'Unlocked', lock: 'Unlocked' })
          report.push({ key, state, at })
          await sleep(30)
        }
        await sleep(700)
        const seen = Map.groupBy(shownDoors.parse(await page.evaluate('globalThis.shownDoors')), ([key]) => key)
        const took = report.map(({ key, state, at }) => {
          const next = seen.get(key)?.find(([, shownAs, when]) => when >= at && shownAs === state)
          if (!next) throw new Error(`a change of ${key} was never seen`)
          return next[2] - at
        })
        const { p50, p99 } = spreadOf(took)
        return { figure: p50, p99 }
      } finally {
        await page.context().close()
      }
    },
  }
}
