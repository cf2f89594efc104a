// The nightly reset: at a time by the clocks of the site, on the nights on which counters and badges agree that it may be empty.
import { type Db, rowsOf } from '../../db/pool.ts'
import { bandOf } from './accuracy.ts'
import { readAccuracies } from './accuracy.sql.ts'
import { type NewAnchor, noteAnchor } from './anchors.ts'
import { devicesAt } from './figures.ts'
import { badgesByPlace, readStored } from './occupancy.sql.ts'
import { countOf } from './tally.ts'

export const resetByDefault = '04:00'
export const quietHoursByDefault = 3
/** For how long after its time it is tried. */
const windowHours = 2
/** Whoever moved so lately is there, whatever the numbers are. */
const restMinutes = 10

interface Due {
  readonly companyId: string
  readonly siteId: string
  readonly site: string
  /** By the clocks of the site: where they skip it, when they have. */
  readonly dueAt: Date
  readonly quietHours: number
  readonly isOver: boolean
}

/** Sites that have not been reset, and not been noted, since the last time at which they were due. */
export const sitesDue = (tx: Db, companyId: string, now: Date) =>
  rowsOf<Due>(tx)`
    with due as (
      select s.id, s.name, s.company_id, coalesce(t.quiet_hours, ${quietHoursByDefault}) as quiet_hours,
        ((${now}::timestamptz at time zone s.time_zone)::date
          + (case when t.site_id is null then ${resetByDefault} else t.reset_at end)::time) at time zone s.time_zone as due_at
      from site s left join occupancy_setting t on t.site_id = s.id
      where s.company_id = ${companyId} and (t.site_id is null or t.reset_at is not null)
        and exists (select from occupancy o join place p on p.id = o.place_id where p.site_id = s.id)
    )
    select d.company_id as "companyId", d.id as "siteId", d.name as site, d.due_at as "dueAt", d.quiet_hours as "quietHours",
      ${now}::timestamptz >= d.due_at + make_interval(hours => ${windowHours}) as "isOver"
    from due d
    where ${now}::timestamptz >= d.due_at and ${now}::timestamptz < d.due_at + make_interval(hours => ${windowHours + 1})
      and not exists (select from occupancy_anchor a where a.site_id = d.id and a.kind = 'nightly' and a.at >= d.due_at)
    order by d.id
  `

export interface Night extends Due {
  readonly isEmpty: boolean
  /** Every place of the site that is added up. */
  readonly anchors: readonly NewAnchor[]
  /** Why it is not reset; empty where it is. */
  readonly reason: string
}

/** Whether the site may be empty now: nothing is reset on a guess. */
export const nightOf = async (tx: Db, site: Due, now: Date): Promise<Night> => {
  const { companyId, siteId, quietHours } = site
  const places = (await readStored(tx, { companyIds: [companyId] })).filter((place) => place.siteId === siteId)
  const accuracies = await readAccuracies(tx, [companyId])
  const whole = places.filter(({ kind }) => kind === 'site')
  // By the outer borders, where they are counted, and else by each zone.
  const asked = whole.length > 0 ? whole : places.filter(({ kind }) => kind === 'zone')
  const badges = (await badgesByPlace(tx, companyId, now)).get(siteId) ?? 0
  const silent = places.flatMap(devicesAt).some((id) => !accuracies.isOnline(id))
  const movedAt = Math.max(
    ...places.map(({ lastAt, anchoredAt }) => Math.max(lastAt ?? -Infinity, anchoredAt.getTime())),
  )
  const restMs = now.getTime() - movedAt
  const mayBeEmpty = asked.every(
    (place) => place.anchorKind !== 'start' && (countOf(place) === 0 || bandOf(place, accuracies.of).low === 0),
  )
  const isQuiet = restMs >= quietHours * 3_600_000
  const reason = silent
    ? 'A device at the borders did not report'
    : restMs < restMinutes * 60_000
      ? 'Somebody was moving'
      : isQuiet
        ? ''
        : badges > 0
          ? `By their badges ${badges} people were inside`
          : mayBeEmpty
            ? ''
            : 'By its counters it was not empty'
  const isEmpty = reason === ''
  const because = isQuiet ? `Nobody moved for ${quietHours} hours` : 'Counters and badges agree that it may be empty'
  const anchors = places.map(({ placeId, kind }) => ({
    companyId,
    placeId,
    siteId,
    zoneId: kind === 'zone' ? placeId : null,
    at: now,
    kind: 'nightly' as const,
    people: 0,
    reason: because,
    by: 'Gatehouse',
  }))
  return { ...site, isEmpty, anchors, reason }
}

/** Of the nights on which it was due and left out until its time was over. */
export const noteNights = async (tx: Db, nights: readonly Night[]): Promise<void> => {
  for (const { isEmpty, isOver, anchors, reason } of nights) {
    if (isEmpty || !isOver) continue
    const whole = anchors.find(({ placeId, siteId }) => placeId === siteId) ?? anchors[0]
    if (whole) await noteAnchor(tx, { ...whole, reason })
  }
}
