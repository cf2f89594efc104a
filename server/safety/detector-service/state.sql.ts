// What is due at gas detectors, as the store computes it: migrations/0056-detector-service.sql has the rules.
import type { DetectorService, list } from '@gatehouse/contract/safety/detector-service'
import { unitOfGas } from '@gatehouse/contract/safety/measures'
import { type RawBuilder, sql } from 'kysely'
import { outOfServiceOf } from '../../building/devices/devices.ts'
import { allOf } from '../../db/conditions.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import {
  alone,
  byWords,
  type InOrder,
  type Order,
  type SortedFilter,
  sortedList,
  withoutOrder,
} from '../../db/sorted.ts'
import { clock } from '../../kit/clock.ts'
import type { LabelScope } from '../../kit/label-scope.ts'
import { holdsWords } from '../../kit/search.ts'

/**
 * After `from` or `join`: a row for each channel of each gas detector, with what is due there now. By `device_id` and
 * `channel`; `state`, `due_on`, and of each item its own (`calibration_state`, `calibration_due_on` and so on). Reads only the
 * devices that the statement narrows it down to.
 */
export const serviceStateOf = (now: Date = clock.now()): RawBuilder<unknown> =>
  sql`gas_service_state(${now}::timestamptz)`

const day = (column: string) => sql.raw(`to_char(${column}, 'YYYY-MM-DD')`)
const itemOf = (state: string, lastOn: string, dueOn: string) =>
  sql`jsonb_build_object('state', ${sql.ref(state)}, 'lastOn', ${day(lastOn)}, 'dueOn', ${day(dueOn)})`

/** Of a row `g` of `serviceStateOf`, as the contract has it. */
const channelOf = sql`jsonb_build_object('channel', g.channel, 'unit', ${JSON.stringify(unitOfGas)}::jsonb -> g.channel,
  'state', g.state,
  'calibration', ${itemOf('g.calibration_state', 'g.calibrated_on', 'g.calibration_due_on')},
  'bumpTest', ${itemOf('g.bump_state', 'g.bumped_on', 'g.bump_due_on')},
  'replacement', case when g.replacement_state is not null
    then ${itemOf('g.replacement_state', 'g.installed_on', 'g.replacement_due_on')} end,
  'sensor', jsonb_build_object('type', g.type, 'serial', g.serial, 'installedOn', ${day('g.installed_on')},
    'lifeMonths', g.life_months, 'rangeLow', g.range_low, 'rangeHigh', g.range_high, 'resolution', g.resolution,
    'bumpDays', g.own_bump_days, 'calibrationDays', g.own_calibration_days))`

// The worst first.
const rank = sql`array_position('{failed,overdue,never,due-soon,ok}', coalesce(x.state, 'never'))`

export const detectorsList = sortedList(
  'x.id',
  {
    due: { value: sql`(${rank} || ' ' || coalesce(x.due_on::text, '9999')) collate "C"`, type: 'text' },
    name: byWords(sql`x.name`),
    site: byWords(sql`x.site`),
  },
  'due',
)

export interface DetectorFilter extends Pick<SortedFilter<typeof list>, 'q' | 'state'> {
  readonly companyId: string | null
  readonly scope: LabelScope
  readonly order: Order
  readonly limit: number
  readonly deviceId?: string
}

export const readDetectors = (db: Db, { companyId, scope, q, state, order, limit, deviceId }: DetectorFilter) =>
  rowsOf<InOrder<DetectorService>>(db)`
    with found as (
      select d.id, d.key, d.name, s.name as site, z.name as zone, s.time_zone, ${outOfServiceOf} as out_of_service
      from device d join site s on s.id = d.site_id left join zone z on z.id = d.zone_id
      where ${allOf(
        sql`d.company_id = ${companyId} and d.kind = 'gas' and d.retired_at is null`,
        deviceId && sql`d.id = ${deviceId}`,
        scope.places('d.id', 'd.zone_id', 'd.site_id'),
        holdsWords(sql`concat_ws(' ', d.name, d.key, s.name, z.name)`, q),
      )}),
    x as (
      select d.*, c.state, c.due_on, c.channels
      from found d left join (
        select g.device_id, min(g.due_on) as due_on,
          (array_agg(g.state order by array_position('{failed,overdue,never,due-soon,ok}', g.state)))[1] as state,
          jsonb_agg(${channelOf} order by g.channel) as channels
        from ${serviceStateOf()} g
        where g.company_id = ${companyId} and ${deviceId ? sql`g.device_id = ${deviceId}` : sql`true`}
        group by g.device_id) c on c.device_id = d.id)
    select x.id as "deviceId", x.key, x.name, x.site, x.zone, x.time_zone as "timeZone", x.out_of_service as "outOfService",
      coalesce(x.state, 'never') as state, ${day('x.due_on')} as "dueOn", coalesce(x.channels, '[]') as channels, ${order.columns}
    from x where ${allOf(order.isBeyond, state && sql`coalesce(x.state, 'never') = ${state}`)}
    order by ${order.by} limit ${limit}
  `

/** One detector; undefined where it is none, or hidden. */
export const readDetector = async (
  db: Db,
  of: Pick<DetectorFilter, 'companyId' | 'scope'> & { readonly deviceId: string },
): Promise<DetectorService | undefined> => {
  const [row] = await readDetectors(db, { ...of, q: undefined, state: undefined, order: alone, limit: 1 })
  return row && withoutOrder(row)
}
