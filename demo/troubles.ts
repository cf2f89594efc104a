// What went wrong in a demo building: doors held open or forced, devices without a connection, engines that were left running.
// Only history has it: on live days trouble is staged.
import type { DayPlan } from './day-plan.ts'
import { dateOf, type LocalDay, minute, plusDays } from './local-day.ts'
import { isWorkday } from './passages.ts'
import { type Random, randomFor, uuidFor } from './random.ts'
import { type EventRow, openTooLong } from './rows.ts'
import type { World } from './world.ts'

/** What goes wrong here, how often on a workday by the key of the device; on other days a third as often. */
export interface Troubles {
  readonly heldOpen: Readonly<Record<string, number>>
  readonly forcedOpen: Readonly<Record<string, number>>
  readonly offline: Readonly<Record<string, number>>
  /** On what share of workdays an engine is left running beside a detector. */
  readonly idling: Readonly<Record<string, number>>
  readonly staged: readonly StagedTrouble[]
}

/** What happened once, so long before the history ends. */
export interface StagedTrouble {
  /** `at`: minutes after local midnight. */
  readonly begins: { readonly daysAgo: number; readonly at: number } | { readonly minutesBefore: number }
  readonly kind: Kind
  readonly devices: readonly string[]
  /** One device begins so many seconds after the one before it. */
  readonly apartSeconds: number
  readonly times: number
  readonly everySeconds: number
  readonly lastsSeconds: number
}

type Kind = 'held-open' | 'forced-open' | 'offline'

export interface Trouble {
  readonly device: string
  readonly kind: Kind
  readonly from: number
  readonly to: number
}

/** Carbon monoxide of an engine that runs for a while. */
export interface Idling {
  readonly detector: string
  readonly from: number
  readonly to: number
  /** Above what is in the air anyway. */
  readonly rise: number
}

const idlingLasts = 40 * minute

export const idlingOn = (world: World, seed: number, day: LocalDay, until: number): Idling[] => {
  // One of them not long ago, so that it is still to be resolved.
  const isRecent = plusDays(day.date, 2) === dateOf(world.timeZone, until)
  return Object.entries(world.troubles?.idling ?? {}).flatMap(([detector, share], index) => {
    const random = randomFor(seed, day.date, detector, 'idling')
    if (!random.chance(isWorkday(day) ? share : 0) && !(isRecent && index === 0)) return []
    const from = day.at(random.between(420, 1130))
    return [{ detector, from, to: from + idlingLasts, rise: random.between(36, 48) }]
  })
}

/** Share of the rise that is in the air: up in five minutes, four at the top, then it is ventilated. */
export const idlingShare = ({ from, to }: Idling, moment: number): number => {
  if (moment < from || moment > to) return 0
  const minutes = (moment - from) / minute
  return minutes < 5 ? minutes / 5 : minutes < 9 ? 1 : Math.exp((9 - minutes) / 5)
}

/** Of one day, while doors do not move anyway; what would not be over by `until` is left out, as the live building knows nothing of it. */
export const troublesOn = (plan: DayPlan, movements: readonly EventRow[], until: number): Trouble[] => {
  const { world, seed, day } = plan
  if (!world.troubles) return []
  const { heldOpen, forcedOpen, offline, staged } = world.troubles
  const found: Trouble[] = []
  const busy = openingsIn(movements)
  const add = (device: string, kind: Kind, from: number, lasts: number) => {
    const to = from + lasts
    const before = busy.get(device) ?? []
    if (from <= day.start || to >= Math.min(day.end, until) || !isFree(before, from, to)) return false
    found.push({ device, kind, from, to })
    before.push({ from, to })
    busy.set(device, before)
    return true
  }
  for (const one of staged) {
    const begins = beginOf(world, one, day, until)
    if (begins === null) continue
    for (const [index, device] of one.devices.entries())
      for (let n = 0; n < one.times; n++)
        add(
          device,
          one.kind,
          begins + (index * one.apartSeconds + n * one.everySeconds) * 1000,
          one.lastsSeconds * 1000,
        )
  }
  const busyness = isWorkday(day) ? 1 : 1 / 3
  const several = (all: Troubles['heldOpen'], kind: Kind, lasts: (random: Random) => number) => {
    for (const [device, often] of Object.entries(all)) {
      const random = randomFor(seed, day.date, device, kind)
      for (let n = often * busyness; random.chance(n); n--)
        for (let tries = 0; tries < 6; tries++)
          if (add(device, kind, Math.round(day.at(hourOfTrouble(random, kind))), Math.round(lasts(random)))) break
    }
  }
  several(heldOpen, 'held-open', (random) => openTooLong + (4 + 140 * random.next() ** 3) * 1000)
  several(forcedOpen, 'forced-open', (random) => random.between(3_000, 55_000))
  several(offline, 'offline', (random) => 20_000 + 20 * minute * random.next() ** 4)
  return found.sort((a, b) => a.from - b.from)
}

/** As what devices and the server report of them. Before `recent` that a door was opened is not stored. */
export const eventsOf = (plan: DayPlan, troubles: readonly Trouble[], recent: number): EventRow[] => {
  const rows = troubles.flatMap(({ device, kind, from, to }) => {
    const correlationId = kind === 'offline' ? null : uuidFor(plan.seed, device, from, kind)
    const row = (type: string, at: number) => ({ device, at, type, correlationId })
    switch (kind) {
      case 'offline':
        return [row('offline', from), row('online', to)]
      case 'forced-open':
        return [row('forced-open', from), row('closed', to)]
      default:
        return [
          ...(from >= recent ? [row('opened', from)] : []),
          row('held-open', from + openTooLong),
          row('closed', to),
        ]
    }
  })
  const prefix = `t${plan.day.date.replaceAll('-', '')}-`
  return rows.sort((a, b) => a.at - b.at).map((row, index) => ({ ...row, id: prefix + (index + 1) }))
}

/** null: on another day. */
const beginOf = (world: World, { begins }: StagedTrouble, day: LocalDay, until: number): number | null => {
  if ('minutesBefore' in begins) {
    const at = until - begins.minutesBefore * minute
    return at >= day.start && at < day.end ? at : null
  }
  return plusDays(dateOf(world.timeZone, until), -begins.daysAgo) === day.date ? day.at(begins.at) : null
}

const hourOfTrouble = (random: Random, kind: Kind): number =>
  kind === 'offline' ? random.between(5, 1430) : random.around(760, 150)

interface Interval {
  readonly from: number
  readonly to: number
}

const apart = 10_000

const isFree = (busy: readonly Interval[], from: number, to: number) =>
  busy.every((one) => one.to + apart < from || one.from - apart > to)

const openingsIn = (movements: readonly EventRow[]): Map<string, Interval[]> => {
  const openings = new Map<string, Interval[]>()
  const open = new Map<string, number>()
  for (const { device, type, at } of movements) {
    if (type === 'opened') open.set(device, at)
    if (type !== 'closed') continue
    const before = openings.get(device) ?? []
    before.push({ from: open.get(device) ?? at, to: at })
    openings.set(device, before)
  }
  return openings
}
