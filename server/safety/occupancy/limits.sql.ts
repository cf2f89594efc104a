// How many people places may hold: always, and while schedules are open.
import { isOpen, type ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { Limits } from '@gatehouse/contract/safety/occupancy'
import { rulesColumns } from '../../access/schedules/schedules.ts'
import { type Db, rowsOf } from '../../db/pool.ts'

interface LimitRow {
  readonly placeId: string
  readonly people: number
  readonly schedule: { readonly id: string; readonly name: string } | null
  readonly rules: ScheduleRules | null
  readonly timeZone: string
  readonly basis: Limits['limits'][number]['basis']
}

/** Of all places, or of some of them alone. */
export const readLimits = (db: Db, companyIds: readonly string[], placeIds: readonly string[] | null = null) =>
  rowsOf<LimitRow>(db)`
    select l.place_id as "placeId", l.people, l.basis, site.time_zone as "timeZone",
      case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as schedule,
      case when s.id is not null then ${rulesColumns} end as rules
    from occupancy_limit l join site on site.id = l.site_id left join schedule s on s.id = l.schedule_id
      left join holiday_calendar c on c.id = s.calendar_id
    where l.company_id = any (${[...companyIds]}::uuid[])
      and (${placeIds && [...placeIds]}::uuid[] is null or l.place_id = any (${placeIds && [...placeIds]}::uuid[]))
    order by l.place_id, s.name nulls first, l.id
  `

/** Of one place, those that hold at a moment: of several open schedules the one with the fewest people, before the one of all times. */
export const limitThatHolds = <Row extends Pick<LimitRow, 'people' | 'rules' | 'timeZone'>>(
  ofPlace: readonly Row[],
  now: Date,
): Row | undefined => {
  const open = ofPlace.filter(({ rules, timeZone }) => rules !== null && isOpen(rules, timeZone, now))
  const fewest = open.toSorted((a, b) => a.people - b.people)[0]
  return fewest ?? ofPlace.find(({ rules }) => rules === null)
}

/** People by place, of those that have a limit now. */
export const limitsNow = async (
  db: Db,
  companyIds: readonly string[],
  now: Date,
  placeIds: readonly string[] | null = null,
): Promise<Map<string, number>> => {
  const held = new Map<string, number>()
  for (const [placeId, ofPlace] of Map.groupBy(await readLimits(db, companyIds, placeIds), (row) => row.placeId)) {
    const one = limitThatHolds(ofPlace, now)
    if (one) held.set(placeId, one.people)
  }
  return held
}
