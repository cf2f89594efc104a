// The effects that are enabled, and the alarms that are causes of one of them now or were a short while ago.
import { severity } from '@gatehouse/contract/safety/alarms'
import { type Db, rowsOf } from '../../db/pool.ts'
import { presenceOf, presenceTransitions, type Turn } from './presence.ts'
import { type CauseAlarm, type EnabledEffect, isCauseOf } from './wanted.ts'

export const readEnabled = (db: Db, companyId?: string): Promise<EnabledEffect[]> =>
  rowsOf<EnabledEffect>(db)`
    select id, company_id as "companyId", name, rule_ids as "ruleIds", from_severity as "fromSeverity", site_ids as "siteIds",
      zone_ids as "zoneIds", actuator_ids as "actuatorIds", delay_seconds as "delaySeconds", run_on_seconds as "runOnSeconds"
    from effect where enabled and company_id = coalesce(${companyId ?? null}::uuid, company_id) order by id
  `

/** Of an alarm that comes and goes only its newest transitions are looked at. */
const mostTransitions = 200

interface Row extends Omit<CauseAlarm, 'present'> {
  readonly lastAt: Date
  readonly returnedAt: Date | null
  /** null: it has occurred once, and nobody has put it aside. */
  readonly turns: readonly { readonly what: Turn['what']; readonly at: string }[] | null
}

export const readCauses = async (db: Db, effects: readonly EnabledEffect[], now: Date): Promise<CauseAlarm[]> => {
  if (effects.length === 0) return []
  const companies = [...new Set(effects.map(({ companyId }) => companyId))]
  const rules = [...new Set(effects.flatMap(({ ruleIds }) => ruleIds))]
  const severities = severity.options.filter((one) =>
    effects.some(({ fromSeverity }) => isCauseOf({ ruleIds: [], fromSeverity }, { ruleId: '', severity: one })),
  )
  const longestRunOn = Math.max(...effects.map(({ runOnSeconds }) => runOnSeconds))
  const rows = await rowsOf<Row>(db)`
    select a.id, a.company_id as "companyId", a.rule_id as "ruleId", a.severity, a.title,
      a.correlation_id as "correlationId", a.device_id as "deviceId", coalesce(d.site_id, a.site_id) as "siteId",
      coalesce(d.zone_id, a.zone_id) as "zoneId", a.last_at as "lastAt", a.returned_at as "returnedAt",
      case when a.count > 1 or a.shelved_at is not null or a.is_suppressed or a.is_out_of_service then (
        select jsonb_agg(jsonb_build_object('what', t.what, 'at', t.at) order by t.n)
        from (select what, at, n from alarm_transition where alarm_id = a.id and what = any (${[...presenceTransitions]}::text[])
          order by n desc limit ${mostTransitions}) t) end as turns
    from alarm a left join device d on d.id = a.device_id
    where a.company_id = any (${companies}::uuid[])
      and (a.rule_id = any (${rules}::uuid[]) or a.severity = any (${severities}::text[]))
      and ((a.is_active and a.cleared_at is null) or a.returned_at > ${new Date(now.getTime() - longestRunOn * 1000)})
    order by a.id
  `
  return rows.map(({ lastAt, returnedAt, turns, ...alarm }) => ({
    ...alarm,
    present:
      turns === null
        ? [{ from: lastAt, to: returnedAt }]
        : presenceOf(turns.map(({ what, at }) => ({ what, at: new Date(at) }))),
  }))
}
