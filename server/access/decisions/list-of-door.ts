// The list that a door decides by alone: whom it lets in by what, and when, for the coming fortnight. Pure.
import { createHash } from 'node:crypto'
import { openPeriods } from '@gatehouse/contract/access/schedule-time'
import type { AccessListMessage } from '@gatehouse/contract/building/wire'
import { type Credential, type Door, holdingsOf, type Level, meet, type Period, type Rules } from './rules.ts'

type Entry = AccessListMessage['entries'][number]
type Windows = AccessListMessage['schedules'][string]

export interface DoorList {
  /** Equal where the lists are. */
  readonly version: string
  readonly decides: Door['decides']
  readonly pinKey: string
  readonly until: Date
  readonly schedules: Readonly<Record<string, Windows>>
  readonly entries: readonly Entry[]
}

const dayMs = 86_400_000
const days = 14

/** As of the day of `now`: the same all day long, so that a door is not told anew without need. */
export const listOf = (rules: Rules, door: Door, now: Date): DoorList => {
  const from = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  const until = new Date(from.getTime() + days * dayMs)
  const pinKey = rules.pinKey ?? ''
  const { decides } = door
  const made = decides === 'controller' ? entriesOf(rules, door, from, until) : { schedules: {}, entries: [] }
  const answered = {
    decides,
    pinKey,
    pinNeeded: door.pinNeeded,
    ...(decides === 'controller' ? { until } : {}),
    ...made,
  }
  const version = createHash('sha256').update(JSON.stringify(answered)).digest('hex').slice(0, 16)
  return { version, decides, pinKey, until, ...made }
}

/** The messages that bring it, each small enough for any device. */
export const partsOf = (list: DoorList, at: Date, mostBytes = 60_000): AccessListMessage[] => {
  const { version, decides, pinKey, until } = list
  const parts: Entry[][] = [[]]
  const frame = 400 + JSON.stringify(list.schedules).length
  let bytes = frame
  for (const entry of list.entries) {
    const size = JSON.stringify(entry).length + 1
    if (bytes + size > mostBytes && parts.at(-1)?.length !== 0) {
      parts.push([])
      bytes = frame
    }
    parts.at(-1)?.push(entry)
    bytes += size
  }
  return parts.map((entries, i) => ({
    version,
    at: at.toISOString(),
    part: i + 1,
    parts: parts.length,
    decides,
    pinKey,
    until: until.toISOString(),
    schedules: { ...list.schedules },
    entries,
  }))
}

const entriesOf = (rules: Rules, door: Door, from: Date, until: Date) => {
  const schedules: Record<string, Windows> = {}
  const nameOf = ({ schedule }: Level): string | null => {
    if (schedule === null) return null
    schedules[schedule.id] ??= openPeriods(schedule.rules, door.timeZone, from, until).map((period) => [
      period.from.toISOString(),
      period.to.toISOString(),
    ])
    return schedule.id
  }
  const entries: Entry[] = []
  for (const person of rules.people.values()) {
    // Nobody can be escorted by a list.
    if (!person.active || person.suspended || person.escort === 'needed') continue
    const holdings = holdingsOf(person, door.id)
    if (holdings.length === 0) continue
    const theirs = (rules.credentialsOf.get(person.id) ?? []).filter(isGood)
    const pins = theirs.filter(({ kind }) => kind === 'pin')
    for (const { levels, period } of waysOf(holdings, person.period)) {
      const scheduled = scheduledBy(levels, nameOf)
      for (const credential of theirs) {
        // The code of a phone changes, and proves itself to the server alone.
        if (credential.kind === 'mobile' || (credential.kind === 'pin' && door.pinNeeded)) continue
        const entry = entryOf(credential, meet(period, credential.period), scheduled, from, until)
        if (!entry) continue
        entries.push({
          ...entry,
          ...(door.pinNeeded ? pinsOf(pins) : {}),
          ...(person.extended ? { extended: true } : {}),
        })
      }
    }
  }
  for (const pass of rules.passes.values()) {
    // How often it was used cannot be known at a door alone.
    if (pass.withdrawn || pass.escortNeeded || pass.uses !== null) continue
    const direct = pass.doors.has(door.id)
    if (!direct && !pass.level?.doors.has(door.id)) continue
    const scheduled = direct || !pass.level ? null : scheduledBy([pass.level], nameOf)
    for (const credential of (rules.credentialsOf.get(pass.id) ?? []).filter(isGood)) {
      const entry = entryOf(credential, meet(pass.period, credential.period), scheduled, from, until)
      if (entry) entries.push(entry)
    }
  }
  entries.sort((a, b) => (a.credential < b.credential ? -1 : a.credential > b.credential ? 1 : 0))
  return { schedules, entries }
}

const pinsOf = (pins: readonly Credential[]) => {
  const underThreat = pins.filter(({ duress }) => duress).map(({ value }) => value)
  return {
    pins: pins.map(({ value }) => value),
    ...(underThreat.length > 0 ? { duressPins: underThreat } : {}),
  }
}

const isGood = ({ revoked, state }: Credential) => !revoked && state === 'active'

/** Holdings of the same time are one way. */
const waysOf = (holdings: ReturnType<typeof holdingsOf>, own: Period): { levels: Level[]; period: Period }[] => {
  const ways = new Map<string, { levels: Level[]; period: Period }>()
  for (const { level, times } of holdings) {
    const period = times.reduce(meet, own)
    const name = `${period.from} ${period.to}`
    const way = ways.get(name)
    if (way) way.levels.push(level)
    else ways.set(name, { levels: [level], period })
  }
  return [...ways.values()]
}

/** null: at any time. */
const scheduledBy = (levels: readonly Level[], nameOf: (level: Level) => string | null): string[] | null => {
  const names = levels.map(nameOf)
  return names.includes(null) ? null : [...new Set(names.flatMap((name) => name ?? []))].toSorted()
}

const entryOf = (
  { value, duress }: Credential,
  { from, to }: Period,
  schedules: string[] | null,
  begins: Date,
  ends: Date,
): Entry | null => {
  if ((to !== null && to <= begins.getTime()) || (from !== null && from >= ends.getTime())) return null
  if (from !== null && to !== null && to <= from) return null
  return {
    credential: value,
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(to).toISOString() }),
    ...(schedules === null ? {} : { schedules }),
    ...(duress ? { duress: true } : {}),
  }
}
