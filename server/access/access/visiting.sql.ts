// What others have to know of visitor passes in the store.
import { type RawBuilder, sql } from 'kysely'
import type { LabelScope } from '../../kit/label-scope.ts'

/** Of a pass `v`: it is for no hidden door, neither by itself nor by its level. */
export const isVisiblePass = (scope: LabelScope): RawBuilder<boolean> =>
  sql`not exists (select from visitor_pass_door o where o.pass_id = v.id and ${scope.hides('o.door_id')})
        and not exists (select from access_level_opens o
          where o.level_id = v.level_id and ${scope.hides('o.door_id')})`

/** Hours after its end for which whoever came in with a pass `v`, and never went out by it, is still taken to be inside. */
export const visitorStaysHours = 24

/** Whether the pass `v` is good, or was so recently that its visitor may not have left. */
export const isStillVisitor = (now: Date): RawBuilder<boolean> =>
  sql`least(v.valid_to, v.ended_at) > ${now}::timestamptz - make_interval(hours => ${sql.lit(visitorStaysHours)})`
