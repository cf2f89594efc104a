// How a condition went on in the past: where it changes, which the store finds, and what alarms come of that by its delays,
// as standing.ts says of what is reported now.
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { afterDelay, afterObservation, type Delays, type Standing } from './standing.ts'

/** Where one followed the other with the condition as it was. */
export interface Stretch {
  /** A device, a site, a floor or a zone. */
  readonly sourceId: string
  readonly part?: string
  readonly from: Date
  /** `near`: short of it by less than the hysteresis, which matters to what is in alarm. */
  readonly holds: 'yes' | 'near' | 'no'
  /** The worst of it. */
  readonly value: number | null
}

/** Of moments `at` of `device_id`, the device or place, with what they say of the condition, which is the same for long: one row for each time that it changes. */
export const stretches = (db: Db, moments: RawBuilder<unknown>, isHighWorst: boolean): Promise<Stretch[]> =>
  rowsOf<Stretch>(db)`
    with moment as (${moments}),
      changed as (select m.*, holds is distinct from lag(holds) over (partition by device_id order by at) as turns from moment m),
      numbered as (select c.*, count(*) filter (where turns) over (partition by device_id order by at) as n from changed c)
    select device_id as "sourceId", min(at) as "from", holds, ${sql.raw(isHighWorst ? 'max' : 'min')}(worst)::float8 as value
    from numbered group by device_id, n, holds order by min(at)
  `

/** An alarm that would have been raised. */
export interface Row {
  readonly sourceId: string
  readonly from: Date
  readonly to: Date | null
  readonly value: number | null
}

interface Judging {
  readonly now: Date
  readonly delays: Delays
  readonly worse: (a: number, b: number) => number
}

export const alarmsOf = (ofSource: readonly Stretch[], { now, delays, worse }: Judging): Row[] => {
  const alarms: Row[] = []
  let standing: Standing | null = null
  // Since it began to hold, which a delay may have it become an alarm later.
  let worst: number | null = null
  const turn = (sourceId: string, { after, turns }: ReturnType<typeof afterDelay>) => {
    standing = after
    for (const { to, at } of turns) {
      const last = alarms.at(-1)
      if (to === 'active') alarms.push({ sourceId, from: at, to: null, value: worst })
      else if (last) alarms.splice(-1, 1, { ...last, to: at })
    }
  }
  const isAlarm = () => standing?.state === 'active' || standing?.state === 'returning'
  for (const { sourceId, from, holds, value } of ofSource) {
    if (standing) turn(sourceId, afterDelay(standing, from))
    const isHolding = holds === 'yes' || (holds === 'near' && isAlarm())
    if (isHolding && value !== null) worst = worst === null ? value : worse(worst, value)
    turn(sourceId, afterObservation(standing, isHolding, from, delays))
    const last = alarms.at(-1)
    if (isHolding && isAlarm() && last) alarms.splice(-1, 1, { ...last, value: worst })
    if (!standing) worst = null
  }
  const [first] = ofSource
  if (first && standing) turn(first.sourceId, afterDelay(standing, now))
  return alarms
}
