// The calls of effects: made, changed, deleted, and shown as the matrix of causes and effects.
import * as causeEffect from '@gatehouse/contract/safety/cause-effect'
import type { Effect } from '@gatehouse/contract/safety/cause-effect'
import { type Severity, severity as severities } from '@gatehouse/contract/safety/alarms'
import type { Purpose } from '@gatehouse/contract/safety/actuators'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { iso } from '../../db/instant.ts'
import { type Db, execute, insertRow, isAny, rowsOf, type Store, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { readEnabled } from './causes.sql.ts'
import { isCauseOf } from './wanted.ts'

export interface EffectParts {
  readonly store: Store
  readonly bus: Bus
  readonly directory: Directory
}

type Facts = Pick<
  Effect,
  | 'name'
  | 'enabled'
  | 'ruleIds'
  | 'fromSeverity'
  | 'siteIds'
  | 'zoneIds'
  | 'actuatorIds'
  | 'delaySeconds'
  | 'runOnSeconds'
>

export const serveEffects = (serve: Serve, { store, bus, directory }: EffectParts) => {
  const { db } = store

  const changed = (companyId: string) => bus.publish(causeEffect.altered, companyId, { at: clock.iso() })

  const effectOf = async (tx: Db, caller: Caller, id: string): Promise<Effect> => {
    const [found] = await readEffects(tx, companyOf(caller), id)
    if (!found) throw notFound('This effect')
    return seenBy(caller, found)
  }

  const seenBy = (caller: Caller, effect: Effect): Effect => {
    const actuatorIds = effect.actuatorIds.filter((id) => directory.sees(caller, id))
    return { ...effect, actuatorIds, hiddenActuators: effect.actuatorIds.length - actuatorIds.length }
  }

  /** All that is named is there, of the company, and shown to whoever names it. */
  const demandValid = async (tx: Db, caller: Caller, facts: Facts) => {
    const companyId = companyOf(caller)
    if (facts.ruleIds.length === 0 && facts.fromSeverity === null)
      throw invalid([{ field: 'ruleIds', message: 'Choose an alarm rule at least, or from which severity on' }])
    const known = await valuesOf<string>(tx)`
      select id from alarm_rule
      where company_id = ${companyId} and deleted_at is null and id = any (${facts.ruleIds}::uuid[])
    `
    if (new Set(facts.ruleIds).size !== known.length)
      throw invalid([{ field: 'ruleIds', message: 'One of these alarm rules is no more' }])
    const places = new Map(directory.placesOf(companyId).map(({ id, kind }) => [id, kind]))
    for (const [field, kind] of [
      ['siteIds', 'site'],
      ['zoneIds', 'zone'],
    ] as const)
      if (facts[field].some((id) => places.get(id) !== kind))
        throw invalid([{ field, message: 'One of these places is no more' }])
    const isActuator = (id: string) => directory.byId(id)?.kind === 'actuator' && directory.sees(caller, id)
    if (!facts.actuatorIds.every(isActuator))
      throw invalid([{ field: 'actuatorIds', message: 'Choose actuators of your company' }])
  }

  serve(causeEffect.list, async (_input, caller) => ({
    effects: (await readEffects(db, companyOf(caller))).map((effect) => seenBy(caller, effect)),
  }))

  serve(causeEffect.matrix, async (_input, caller) => {
    const companyId = companyOf(caller)
    const effects = await readEnabled(db, companyId)
    const actuators = await rowsOf<{ id: string; name: string; purpose: Purpose }>(db)`
      select d.id, d.name, a.purpose from actuator a join device d on d.id = a.device_id
      where d.company_id = ${companyId} and d.retired_at is null and ${labelScope(caller).sees('d.id')}
      order by sort_key_of(d.name), d.id
    `
    const rules = await rowsOf<{ ruleId: string; rule: string; severity: Severity }>(db)`
      select r.id as "ruleId", v.name as rule, v.severity
      from alarm_rule r join alarm_rule_version v on v.rule_id = r.id and v.version = r.version
      where r.company_id = ${companyId} and r.deleted_at is null and r.enabled order by sort_key_of(v.name), r.id
    `
    const rank = ({ severity }: (typeof rules)[number]) => severities.options.indexOf(severity)
    return {
      actuators,
      effects: effects.map(({ id, name }) => ({ id, name })),
      causes: rules
        .toSorted((a, b) => rank(b) - rank(a))
        .map((cause) => ({
          ...cause,
          cells: actuators.flatMap(({ id }) => {
            const by = effects.filter((effect) => effect.actuatorIds.includes(id) && isCauseOf(effect, cause))
            return by.length === 0 ? [] : [{ actuatorId: id, effectIds: by.map((effect) => effect.id) }]
          }),
        })),
    }
  })

  serve(causeEffect.create, async (facts, caller, call) => {
    const companyId = companyOf(caller)
    const id = uuid()
    const effect = await inTransaction(db, async (tx) => {
      await demandValid(tx, caller, facts)
      await demandFreeName(tx, 'effect', { company_id: companyId }, facts.name, 'effect')
      await insertRow(tx, 'effect', {
        id,
        company_id: companyId,
        ...columnsOf(facts),
        version: 1,
        changed_at: clock.now(),
        changed_by: actorOfPerson(caller).actor,
      })
      await call.record(tx, { subject: facts.name, after: facts })
      return effectOf(tx, caller, id)
    })
    changed(companyId)
    return { effect }
  })

  serve(causeEffect.update, async ({ id, version, ...facts }, caller, call) => {
    const companyId = companyOf(caller)
    const effect = await inTransaction(db, async (tx) => {
      const [stored] = await readEffects(tx, companyId, id)
      if (!stored) throw notFound('This effect')
      const shown = seenBy(caller, stored)
      await demandValid(tx, caller, facts)
      await demandFreeName(tx, 'effect', { company_id: companyId }, facts.name, 'effect', id)
      const hidden = stored.actuatorIds.filter((one) => !shown.actuatorIds.includes(one))
      const given = { ...facts, actuatorIds: [...facts.actuatorIds, ...hidden] }
      const isNewest = await isAny(tx)`select from effect where id = ${id} and version = ${version} for update`
      if (!isNewest)
        throw new Refusal(409, 'CHANGED_MEANWHILE', 'Somebody else has changed this effect. Look at it again first.')
      await tx
        .updateTable('effect')
        .set({
          ...columnsOf(given),
          version: version + 1,
          changed_at: clock.now(),
          changed_by: actorOfPerson(caller).actor,
        })
        .where('id', '=', id)
        .execute()
      await call.record(tx, { subject: stored.name, ...changes(factsOf(shown), facts) })
      return effectOf(tx, caller, id)
    })
    changed(companyId)
    return { effect }
  })

  serve(causeEffect.remove, async ({ id }, caller, call) => {
    const companyId = companyOf(caller)
    await inTransaction(db, async (tx) => {
      const before = await effectOf(tx, caller, id)
      await execute(tx)`delete from effect where id = ${id}`
      await call.record(tx, { subject: before.name, before: factsOf(before) })
    })
    changed(companyId)
  })
}

const columnsOf = (facts: Facts) => ({
  name: facts.name,
  enabled: facts.enabled,
  rule_ids: [...facts.ruleIds],
  from_severity: facts.fromSeverity,
  site_ids: [...facts.siteIds],
  zone_ids: [...facts.zoneIds],
  actuator_ids: [...facts.actuatorIds],
  delay_seconds: facts.delaySeconds,
  run_on_seconds: facts.runOnSeconds,
})

const factsOf = ({
  hiddenActuators: _hidden,
  version: _version,
  changedAt: _at,
  changedBy: _by,
  id: _id,
  ...facts
}: Effect) => facts

const readEffects = (db: Db, companyId: string, id?: string): Promise<Effect[]> =>
  rowsOf<Effect>(db)`
    select id, name, enabled, rule_ids as "ruleIds", from_severity as "fromSeverity", site_ids as "siteIds",
      zone_ids as "zoneIds", actuator_ids as "actuatorIds", delay_seconds as "delaySeconds",
      run_on_seconds as "runOnSeconds", 0 as "hiddenActuators", version, ${iso('changed_at')} as "changedAt",
      changed_by as "changedBy"
    from effect where company_id = ${companyId} and id = coalesce(${id ?? null}::uuid, id)
    order by sort_key_of(name), id
  `
