// Escalation policies in the store, with the two that every company begins with.
import { type EscalationPolicy, type EscalationStep, step as stepShape } from '@gatehouse/contract/safety/escalations'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { iso } from '../../db/instant.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, isAny, rowsOf, valuesOf } from '../../db/pool.ts'

export const stepsShape = z.array(stepShape)

const everybody: EscalationStep = {
  who: { everybody: true, roleIds: [], userIds: [], rotaIds: [] },
  channels: null,
  afterSeconds: 0,
}
const managersAfterSeconds = 300
const againAfterSeconds = 900

/** To a company that has none. */
export const addDefaultPolicies = async (db: Db, companyId: string): Promise<void> => {
  if (
    await isAny(db)`select from escalation_policy where company_id = ${companyId} and default_for is not null limit 1`
  )
    return
  const managers = await valuesOf<string>(db)`
    select id from role where company_id = ${companyId} and system and name = 'manager'
  `
  const urgent: EscalationStep[] =
    managers.length === 0
      ? [everybody]
      : [
          everybody,
          {
            who: { everybody: false, roleIds: managers, userIds: [], rotaIds: [] },
            channels: ['email', 'push'],
            afterSeconds: managersAfterSeconds,
          },
        ]
  const rows = [
    { id: uuid(), name: 'Urgent alarms', steps: urgent, repeat_seconds: againAfterSeconds, default_for: 'urgent' },
    { id: uuid(), name: 'Other alarms', steps: [everybody], repeat_seconds: null, default_for: 'others' },
  ]
  await execute(db)`
    insert into escalation_policy (id, company_id, name, steps, repeat_seconds, default_for, version, changed_at)
    select t.id, c.id, t.name, t.steps, t.repeat_seconds, t.default_for, 1, ${instant()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (id uuid, name text, steps jsonb, repeat_seconds int,
      default_for text) join company c on c.id = ${companyId}
    order by t.default_for on conflict do nothing
  `
}

export const readPolicies = async (db: Db, companyId: string, id?: string): Promise<EscalationPolicy[]> => {
  const rows = await rowsOf<Omit<EscalationPolicy, 'steps'> & { readonly steps: unknown }>(db)`
    select p.id, p.name, p.steps, p.repeat_seconds as "repeatSeconds", p.default_for as "defaultFor", p.version,
      ${iso('p.changed_at')} as "changedAt", p.changed_by as "changedBy",
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', v.name) order by sort_key_of(v.name), r.id)
        from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
        where r.company_id = p.company_id and r.deleted_at is null
          and v.definition ->> 'escalationId' = p.id::text), '[]') as rules
    from escalation_policy p
    where p.company_id = ${companyId} and p.id = coalesce(${id ?? null}::uuid, p.id)
    order by sort_key_of(p.name), p.id
  `
  return rows.map(({ steps, ...row }) => ({ ...row, steps: stepsShape.parse(steps) }))
}
