// What the log may be asked for, as conditions of a statement on `entry_exit_log l`.
import type { logs } from '@gatehouse/contract/access/entry-exit'
import type { Parsed } from '@gatehouse/contract/operation'
import type { Given, LabelScope } from '../../kit/label-scope.ts'

export interface LogFilter extends Partial<Omit<Parsed<typeof logs>, 'cursor' | 'limit'>> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly correlationId?: string | undefined
}

/** The conditions; `given` keeps a value and answers what stands for it in the statement. */
export const conditionsOf = (filter: LogFilter, given: Given): string[] => {
  const company = given(filter.companyId)
  const where = [`l.company_id = ${company}`, filter.scope.seesText('l.door_id', given)]
  if (filter.from) where.push(`l.at >= ${given(filter.from)}`)
  if (filter.to) where.push(`l.at < ${given(filter.to)}`)
  if (filter.userId) where.push(`l.user_id = ${given(filter.userId)}`)
  if (filter.doorId) where.push(`l.door_id = ${given(filter.doorId)}`)
  if (filter.zoneId) where.push(`l.zone_id = ${given(filter.zoneId)}`)
  if (filter.type) where.push(`l.type = ${given(filter.type)}`)
  if (filter.result) where.push(`l.result = ${given(filter.result)}`)
  // Only of those who were not let in a reason is told: so the few of them are looked through, and not the whole log.
  if (filter.reason) where.push(`l.result = 'denied' and ${plain('l.reason')} = ${plain(given(filter.reason))}`)
  if (filter.method) where.push(`l.method = ${given(filter.method)}`)
  if (filter.taken) where.push(passageIs[filter.taken])
  if (filter.correlationId) where.push(`l.correlation_id = ${given(filter.correlationId)}`)
  if (filter.q) {
    const like = given(`%${filter.q.replace(/[\\%_]/g, '\\$&')}%`)
    where.push(`(
      l.user_id in (select id from users where company_id = ${company} and first_name || ' ' || last_name ilike ${like})
      or l.pass_id in (select id from visitor_pass where company_id = ${company} and visitor_name ilike ${like})
      or l.door_id in (select id from device where company_id = ${company} and name ilike ${like})
      or (l.user_id in (select id from former_name where name ilike ${like})
          or l.door_id in (select id from former_name where name ilike ${like}))
        and exists (select from former_name f where f.id in (l.user_id, l.door_id) and f.since <= l.at and l.at < f.until
          and f.name ilike ${like}))`)
  }
  return where
}

/** Whether rows may have to be passed over until enough of them match: no index knows these. */
export const isSought = ({ type, result, zoneId, q, reason, method, taken: passage }: LogFilter): boolean =>
  [type, result, zoneId, q, reason, method, passage].some((wanted) => wanted !== undefined && wanted !== '')

// Whoever was denied went nowhere.
const passageIs = {
  yes: `l.result = 'granted' and l.taken`,
  no: `l.result = 'granted' and not l.taken`,
  unknown: `l.result = 'granted' and l.taken is null`,
} as const

/** A reason in one spelling: devices write `outside schedule` and `outside-schedule`. */
export const plain = (text: string) => `translate(lower(${text}), '-_', '  ')`
