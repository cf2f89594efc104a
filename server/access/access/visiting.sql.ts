// What others have to know of visitor passes in the store.
import { type RawBuilder, sql } from 'kysely'
import { type Db, valuesOf } from '../../db/pool.ts'
import type { LabelScope } from '../../kit/label-scope.ts'

/** Of a pass `v`: it is for no hidden door, neither by itself nor by its level. */
export const isVisiblePass = (scope: LabelScope): RawBuilder<boolean> =>
  sql`not exists (select from visitor_pass_door o where o.pass_id = v.id and ${scope.hides('o.door_id')})
        and not exists (select from access_level_opens o
          where o.level_id = v.level_id and ${scope.hides('o.door_id')})`

/** Hours after its end for which whoever came in with a pass `v`, and never went out by it, is still taken to be inside. */
const visitorStaysHours = 24

/** Whether the pass `v` is good, or was so recently that its visitor may not have left. */
export const isStillVisitor = (now: Date): RawBuilder<boolean> =>
  sql`least(v.valid_to, v.ended_at) > ${now}::timestamptz - make_interval(hours => ${sql.lit(visitorStaysHours)})`

/** When that ends. */
export const visitorGoneAt: RawBuilder<Date> = sql`(least(v.valid_to, v.ended_at) + make_interval(hours => ${sql.lit(visitorStaysHours)}))`

/** The name of the visitor of a pass; undefined where labels hide it. */
export const visitorOf = async (
  db: Db,
  companyId: string,
  scope: LabelScope,
  passId: string,
): Promise<string | undefined> => {
  const [name] = await valuesOf<string>(db)`
    select v.visitor_name from visitor_pass v
    where v.id = ${passId} and v.company_id = ${companyId} and ${isVisiblePass(scope)}
  `
  return name
}
