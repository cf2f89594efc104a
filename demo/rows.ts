// A day plan as rows, one flat record per message. `device` and `id` name a message for good: the same seed gives the
// same rows again, so that whatever is sent twice is stored once. `at` is in milliseconds UTC.
import type { DayPlan } from './day-plan.ts'
import { hour, minute } from './local-day.ts'
import { noiseAt } from './random.ts'
import type { Channel, WorldDevice } from './world.ts'
import { devicesOf } from './world.ts'

interface Row {
  readonly device: string
  readonly id: string
  readonly at: number
}

export interface AccessRow extends Row {
  readonly direction: 'entry' | 'exit'
  readonly credential: string
  readonly result: 'granted' | 'denied'
  readonly reason: string | null
  /** null: refused, hence nobody could pass. */
  readonly taken: boolean | null
}

export interface CountRow extends Row {
  readonly in: number
  readonly out: number
}

export interface ReadingRow extends Row {
  readonly channel: Channel['channel']
  readonly value: number | null
  readonly unit: Channel['unit']
  readonly quality: 'good' | 'fault' | 'warm-up'
}

export interface EventRow extends Row {
  /** As on the wire: `forced-open`, `held-open`, `person-detected`... */
  readonly type: string
  readonly correlationId: string | null
}

export interface CallRow extends Row {
  readonly callId: string
  readonly state: 'ringing' | 'connected' | 'ended'
  readonly outcome: 'answered' | 'missed' | null
}

export interface StatusRow extends Row {
  readonly online: boolean
  readonly battery: number | null
  readonly signal: number | null
  readonly firmware: string
}

/** Longer open than this is an alarm. */
export const openTooLong = 30_000

export const accessesOf = (plan: DayPlan): AccessRow[] => {
  const rows: Omit<AccessRow, 'id'>[] = []
  for (const { at, door, direction, person } of plan.passages)
    if (person)
      rows.push({
        device: door.key,
        at,
        direction,
        credential: person.credential,
        result: 'granted',
        reason: null,
        taken: true,
      })
  for (const { at, door, direction, credential, reason } of plan.attempts)
    rows.push({
      device: door.key,
      at,
      direction,
      credential,
      result: reason === null ? 'granted' : 'denied',
      reason,
      taken: reason === null ? false : null,
    })
  return numbered(plan, 'a', rows.sort(byTime))
}

/** Who passed a counter, by intervals in which anybody did; stamped with the last second of the interval. */
export const countsOf = (plan: DayPlan, minutes: number): CountRow[] => {
  const doors = new Map(plan.world.counters.map((c) => [c.door, c.key]))
  const length = minutes * minute
  const sums = new Map<string, { device: string; at: number; in: number; out: number }>()
  for (const { at, door, direction } of plan.passages) {
    const device = doors.get(door.key)
    if (!device) continue
    const interval = Math.floor(at / length)
    const key = `${device} ${interval}`
    const sum = sums.get(key) ?? { device, at: (interval + 1) * length - 1000, in: 0, out: 0 }
    if (direction === 'entry') sum.in += 1
    else sum.out += 1
    sums.set(key, sum)
  }
  return [...sums.values()].map((sum) => ({ ...sum, id: `c${minutes}-${sum.at / 1000}` })).sort(byTime)
}

/** Doors that move, and those kept open too long. */
export const movementsOf = (plan: DayPlan): EventRow[] => {
  const moves: { device: string; at: number; type: string }[] = []
  const open = new Map<string, { from: number; to: number }>()
  const close = (device: string, { from, to }: { from: number; to: number }) => {
    moves.push({ device, at: from, type: 'opened' })
    if (to - from > openTooLong) moves.push({ device, at: from + openTooLong, type: 'held-open' })
    moves.push({ device, at: to, type: 'closed' })
  }
  for (const [index, { at, door, hold }] of plan.passages.entries()) {
    const from = at + 900
    const to = from + (hold ? Math.round(hold * 1000) : (3000 + Math.abs(noiseAt(plan.seed, index)) * 3000) | 0)
    const before = open.get(door.key)
    if (before && before.to >= from) before.to = Math.max(before.to, to)
    else {
      if (before) close(door.key, before)
      open.set(door.key, { from, to })
    }
  }
  for (const [device, last] of open) close(device, last)
  return numbered(plan, 'm', moves.map((m) => ({ ...m, correlationId: null })).sort(byTime))
}

/** What cameras noticed, and the incident. */
export const happeningsOf = (plan: DayPlan): EventRow[] =>
  [
    ...numbered(
      plan,
      's',
      plan.sightings.map((s) => ({ ...s, correlationId: null })),
    ),
    ...numbered(plan, 'i', plan.incidentEvents),
  ].sort(byTime)

export const callsOf = (plan: DayPlan): CallRow[] =>
  numbered(
    plan,
    'k',
    plan.calls.map(({ at, intercom, callId, state, outcome }) => ({
      device: intercom.key,
      at,
      callId,
      state,
      outcome: outcome ?? null,
    })),
  )

/** Readings of every channel each so many seconds in [from, to); detectors do not all speak in the same instant. */
export const readingsOf = (plan: DayPlan, from: number, to: number, seconds: number): ReadingRow[] => {
  const rows: ReadingRow[] = []
  const length = seconds * 1000
  let place = 0
  for (const detector of plan.world.detectors)
    for (const channel of detector.channels) {
      const phase = (place++ * 379) % 5000
      for (let at = Math.ceil((from - phase) / length) * length + phase; at < to; at += length)
        rows.push({
          device: detector.key,
          id: `r-${channel.channel}-${at}`,
          at,
          channel: channel.channel,
          unit: channel.unit,
          ...plan.gas.at(detector, channel, at),
        })
    }
  return rows.sort(byTime)
}

/** One report of health per device and day, at its own minute of the small hours. */
export const statusesOf = (plan: DayPlan): StatusRow[] =>
  devicesOf(plan.world)
    .map((device, index) => {
      const at = plan.day.start + 2 * hour + index * minute
      return { device: device.key, id: `h-${at}`, at, ...healthAt(device, index, at) }
    })
    .sort(byTime)

/** Health of the n-th device: batteries fall slowly and are changed before they are empty. */
export const healthAt = (device: WorldDevice, index: number, moment: number) => {
  const days = moment / (24 * hour) + index * 37
  return {
    online: true,
    battery: device.batteryPerDay === null ? null : Math.round(100 - ((days * device.batteryPerDay) % 82)),
    signal:
      device.batteryPerDay === null
        ? null
        : Math.round(-58 - ((index * 7) % 19) + 2 * noiseAt(index, Math.floor(moment / hour))),
    firmware: firmware[device.kind],
  }
}

const firmware = { door: '4.2.1', camera: '11.0.7', intercom: '2.8.3', gas: '6.1.0', counter: '3.4.9', actuator: '1.7.1' } as const

const byTime = (a: { at: number }, b: { at: number }) => a.at - b.at

const numbered = <R extends { at: number; device: string }>(
  plan: DayPlan,
  letter: string,
  rows: readonly R[],
): (R & { id: string })[] => {
  const prefix = `${letter}${plan.day.date.replaceAll('-', '')}-`
  return rows.map((row, index) => ({ ...row, id: prefix + (index + 1) }))
}
