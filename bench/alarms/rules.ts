// Alarm rules for the bench, written straight into the database in place of those that a company begins with.
import { setTimeout as sleep } from 'node:timers/promises'
import { count, run } from '../cluster.ts'

export interface NewRule {
  readonly companyId: string
  readonly severity: 'low' | 'medium' | 'high' | 'critical'
  readonly condition: object
  /** Absent: every device of the company. */
  readonly deviceId?: string
}

/** In place of those that every company begins with, once the server has given it these. */
export const replaceRules = async (
  url: string,
  companyIds: readonly string[],
  rules: readonly NewRule[],
): Promise<void> => {
  const given = rules.map(({ companyId, severity, condition, deviceId }, n) => ({
    companyId,
    severity,
    name: `Rule ${n}`,
    definition: {
      condition,
      scope: { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: deviceId === undefined ? [] : [deviceId] },
      suppressedBy: [],
      escalationId: null,
      latches: false,
      reasonAsked: false,
      checklist: [],
    },
  }))
  const companies = [...new Set(companyIds)]
  for (let tries = 0; tries < 300; tries++) {
    const sql =
      'select count(distinct company_id) from alarm_rule where preset is not null and company_id = any ($1::uuid[])'
    if ((await count(url, sql, [companies])) === companies.length) break
    await sleep(100)
  }
  await run(url, 'update alarm_rule set deleted_at = now() where preset is not null', [])
  await run(
    url,
    `with given as (
       select gen_random_uuid() as id, (r ->> 'companyId')::uuid as company_id, r ->> 'name' as name,
         r ->> 'severity' as severity, r -> 'definition' as definition from jsonb_array_elements($1::jsonb) r),
     added as (
       insert into alarm_rule (id, company_id, version, enabled)
       select id, company_id, 1, true from given returning id)
     insert into alarm_rule_version (rule_id, version, name, severity, definition, created_at)
     select g.id, 1, g.name, g.severity, g.definition, now() from given g join added using (id)`,
    [JSON.stringify(given)],
  )
}
