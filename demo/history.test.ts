// Ninety days of history: how much, how fast, and that live goes on where it ends.
import { expect, test } from 'vitest'
import { dayOf } from './building-day.ts'
import { type HistoryDay, history, insideAt } from './history.ts'
import { hour } from './local-day.ts'
import { meridianTower } from './meridian-tower.ts'
import { northwind } from './northwind.ts'

const to = Date.parse('2026-11-18T10:17:13Z')
const from = to - 90 * 24 * hour
const notified = [...history(meridianTower, { seed: 1, from, to })]
const all = <K extends Exclude<keyof HistoryDay, 'date'>>(kind: K): HistoryDay[K][number][] =>
  notified.flatMap((d): readonly HistoryDay[K][number][] => d[kind])

test('holds tens of thousands of accesses and counts and over a hundred thousand readings', () => {
  expect(all('accesses').length).toBeGreaterThan(25_000)
  expect(all('counts').length).toBeGreaterThan(20_000)
  expect(all('readings').length).toBeGreaterThan(115_000)
})

test('takes little processor time', () => {
  const start = process.threadCpuUsage()
  for (const seed of [2, 3, 4]) {
    let readings = 0
    for (const day of history(meridianTower, { seed, from, to })) readings += day.readings.length
    expect(readings).toBeGreaterThan(0)
  }
  const { user, system } = process.threadCpuUsage(start)
  // The promise is 500 ms for each; five times that is a defect on any machine.
  expect((user + system) / 1000).toBeLessThan(3 * 2500)
}, 120_000)

test('is a message per device and id, nothing before `from` but how those inside came in, nothing from `to` on', () => {
  const ids = new Set<string>()
  const inside = insideAt(meridianTower, 1, from)
  // Gathered: to expect something of each row costs more than to make it.
  const wrong: string[] = []
  for (const kind of ['accesses', 'counts', 'readings', 'events', 'calls', 'statuses'] as const)
    for (const row of all(kind)) {
      const id = `${row.device} ${row.id}`
      if (ids.has(id)) wrong.push(`${id} twice`)
      ids.add(id)
      if (row.at < from && !('credential' in row && inside.has(row.credential)))
        wrong.push(`${id} before the beginning`)
      if (!(row.at < to)) wrong.push(`${id} after the end`)
    }
  expect(ids.size).toBeGreaterThan(160_000)
  expect(wrong).toEqual([])
})

test('the number inside is never negative and comes down to the night guard every night', () => {
  const perimeter = new Set(meridianTower.doors.filter((d) => d.perimeter).map((d) => d.key))
  const inside = new Set<string>()
  const wrong: string[] = []
  for (const { date, accesses } of notified) {
    let most = 0
    for (const { device, direction, credential, taken: received } of accesses) {
      if (!received || !perimeter.has(device)) continue
      if (inside.has(credential) !== (direction === 'exit')) wrong.push(`${date} ${credential} ${direction}`)
      if (direction === 'entry') inside.add(credential)
      else inside.delete(credential)
      most = Math.max(most, inside.size)
    }
    expect(most).toBeLessThanOrEqual(60)
    if (date !== '2026-11-18') expect(inside.size).toBe(1)
  }
  expect(wrong).toEqual([])
  expect(inside).toEqual(insideAt(meridianTower, 1, to))
  expect(inside.size).toBeGreaterThan(25)
})

test('has one incident, with gas, a forced door and cameras under one correlation id', () => {
  // What else went wrong at doors went wrong at one of them each time.
  const together = Map.groupBy(
    all('events').filter((e) => e.correlationId !== null),
    (e) => e.correlationId,
  )
  const [incident = [], ...others] = [...together.values()].filter(
    (events) => new Set(events.map((e) => e.device)).size > 1,
  )
  expect(others).toEqual([])
  expect(incident.filter((e) => e.type === 'forced-open')).toHaveLength(1)
  expect(incident.some((e) => e.device.startsWith('camera-'))).toBe(true)
  const high = all('readings').filter((r) => r.channel === 'CO' && (r.value ?? 0) > 70)
  expect(high.length).toBeGreaterThan(5)
  const forced = incident.find((e) => e.type === 'forced-open')?.at ?? 0
  for (const { at } of high) expect(Math.abs(at - forced)).toBeLessThan(hour)
})

test('doors held open or forced, and devices without a connection, are each over before the history ends', () => {
  const standing = new Map<string, string>()
  const wrong: string[] = []
  const moves = all('events').filter((e) => e.device.startsWith('door-') || e.type.endsWith('line'))
  for (const { device, type, at } of moves) {
    const [begins, ends] = type.endsWith('line') ? ['offline', 'online'] : ['held-open', 'closed']
    const key = `${device} ${begins}`
    if (type === begins) {
      if (standing.has(key)) wrong.push(`${key} at ${at} again`)
      standing.set(key, type)
    } else if (type === ends) standing.delete(key)
  }
  expect(wrong).toEqual([])
  expect([...standing.keys()]).toEqual([])
  const perDay = (type: string) => all('events').filter((e) => e.type === type).length / 90
  expect(perDay('held-open')).toBeGreaterThan(10)
  expect(perDay('forced-open')).toBeGreaterThan(2)
  expect(perDay('offline')).toBeGreaterThan(4)
  const offline = new Set(all('events').filter((e) => e.type === 'offline' && e.device.startsWith('gas-')))
  const during = all('readings').filter(({ device, at }) =>
    [...offline].some((e) => e.device === device && at >= e.at && at < e.at + 20_000),
  )
  expect(during).toEqual([])
})

test('live goes on where history ends: together they are the whole day', () => {
  const today = notified.at(-1)
  const key = (device: string, id: string) => `${device} ${id}`
  const past = new Set(
    [...(today?.accesses ?? []), ...(today?.calls ?? []), ...(today?.events ?? [])].map((r) => key(r.device, r.id)),
  )
  for (const { device, kind, message } of dayOf(meridianTower, 1, '2026-11-18'))
    if (kind === 'event' || kind === 'call') expect(past.has(key(device, message.id))).toBe(Date.parse(message.at) < to)
})

test('a gap is filled by asking for it: two halves are the whole', () => {
  const middle = to - 3 * 24 * hour
  const ids = (span: { from: number; to: number }) =>
    [...history(northwind, { seed: 5, ...span })].flatMap((d) => d.accesses.map((a) => a.id))
  const halves = new Set([...ids({ from, to: middle }), ...ids({ from: middle, to })])
  expect(halves).toEqual(new Set(ids({ from, to })))
})
