// What was measured around an incident: where a gas channel came to another level, and how many people went by. Not every
// reading: those of the detectors and counters beside it, from before it began until it was over.
import type { TimelineEntry } from '@gatehouse/contract/insight/events'
import { levels } from '@gatehouse/contract/insight/events'
import { lackOf } from '@gatehouse/contract/lack'
import { history } from '@gatehouse/contract/safety/gas'
import { now as countsNow } from '@gatehouse/contract/safety/people-count'
import type { KnownDevice } from '../../building/devices/devices.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { setPointsOf } from '../../safety/alarms/alarms.ts'
import { shownTo } from './events.sql.ts'
import { type Band, readBands, readCounts } from './measured.sql.ts'
import type { TimelineParts } from './timeline.ts'

const minuteMs = 60_000
// Long enough for what was normal before.
const before = 10 * minuteMs
const after = 15 * minuteMs
const longest = 6 * 60 * minuteMs
const mostDevices = 12

/** Beside the entries that the caller sees of an incident; none, where nothing of them asks for a response. */
export const readMeasured = async (
  { store, directory, rules }: TimelineParts,
  caller: Caller,
  entries: readonly TimelineEntry[],
): Promise<TimelineEntry[]> => {
  const [first, last] = [entries.at(0), entries.at(-1)]
  if (!first || !last || caller.companyId === null || !entries.some(isUrgent)) return []
  const from = Date.parse(first.at) - before
  const span = { from: new Date(from), to: new Date(Math.min(Date.parse(last.at) + after, from + longest)) }
  const involved = new Set(entries.flatMap((entry) => deviceIn(entry) ?? []))
  const zones = new Set([...involved].flatMap((id) => zonesOf(directory.byId(id))))
  const isBeside = ({ id, zoneId }: KnownDevice) => involved.has(id) || (zoneId !== null && zones.has(zoneId))
  const beside = shownTo(caller, directory).filter(isBeside)
  const of = (kind: KnownDevice['kind'], op: Parameters<typeof lackOf>[0]) =>
    lackOf(op, caller.permissions).length > 0
      ? []
      : beside.filter((device) => device.kind === kind).slice(0, mostDevices)
  // Of a quarter of an hour and a door, counts are of single persons.
  const counting = can(caller, 'view_people_count_detail') ? of('counter', countsNow) : []
  const [detectors, counters] = [of('gas', history), counting]
  const named = new Map([...detectors, ...counters].map(({ id, name }) => [id, { id, name }]))
  const [bands, counts] = await Promise.all([
    detectors.length === 0
      ? []
      : readBands(store.db, span, {
          devices: detectors.map(({ id }) => id),
          setPoints: await setPointsOfAll(rules, caller.companyId, detectors),
        }),
    counters.length === 0
      ? []
      : readCounts(
          store.db,
          span,
          counters.map(({ id }) => id),
        ),
  ])
  return [
    ...changesIn(bands).flatMap(({ deviceId, at, ...change }): TimelineEntry[] => {
      const device = named.get(deviceId)
      return device ? [{ kind: 'gas', at: at.toISOString(), device, ...change }] : []
    }),
    ...counts.flatMap(({ deviceId, at, ...count }): TimelineEntry[] => {
      const device = named.get(deviceId)
      return device ? [{ kind: 'count', at: at.toISOString(), device, ...count }] : []
    }),
  ]
}

const setPointsOfAll = async (rules: TimelineParts['rules'], companyId: string, detectors: readonly KnownDevice[]) => {
  const ofCompany = await rules.ofCompany(companyId)
  return detectors.flatMap((device) =>
    setPointsOf(ofCompany, device).flatMap(({ severity, of, ...point }) =>
      of === 'value' ? [{ ...point, deviceId: device.id, rank: levels.indexOf(severity) }] : [],
    ),
  )
}

const isUrgent = (entry: TimelineEntry): boolean =>
  entry.kind === 'alarm' || (entry.kind === 'event' && ['high', 'critical'].includes(entry.event.severity))

const deviceIn = (entry: TimelineEntry): string | null => {
  switch (entry.kind) {
    case 'event':
      return entry.event.deviceId
    case 'alarm':
      return entry.alarm.device?.id ?? null
    case 'access':
      return entry.log.doorId
    case 'command':
      return entry.command.deviceId
    default:
      return null
  }
}

const zonesOf = (device: KnownDevice | undefined): string[] =>
  [device?.zoneId, device?.door?.fromZoneId, device?.door?.toZoneId].flatMap((id) => id ?? [])

type Change = Pick<Extract<TimelineEntry, { kind: 'gas' }>, 'channel' | 'level' | 'before' | 'value' | 'unit'> & {
  readonly deviceId: string
  readonly at: Date
}

/** Where a channel comes to another level: to a higher one at its set point, to a lower one short of it by the hysteresis. */
export const changesIn = (bands: readonly Band[]): Change[] => {
  const known = new Map<string, { readonly level: Change['level']; readonly rank: number }>()
  return bands.flatMap(({ deviceId, channel, at, value, unit, quality, met, near }) => {
    const key = `${deviceId} ${channel}`
    const was = known.get(key)
    // A fault says nothing of the gas: once it is over the level counts from where it stood.
    const rank = quality === 'good' ? Math.max(met, Math.min(was?.rank ?? 0, near)) : (was?.rank ?? 0)
    const level = quality === 'good' ? (levels[rank] ?? 'normal') : quality
    known.set(key, { level, rank })
    return was === undefined || was.level === level
      ? []
      : [{ deviceId, channel, at, value, unit, level, before: was.level }]
  })
}
