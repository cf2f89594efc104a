// Escalation of alarms: policies, and who is notified when. The only file of this domain that others import.
import * as escalations from '@gatehouse/contract/safety/escalations'
import type { EscalationPolicy } from '@gatehouse/contract/safety/escalations'
import type { Parsed } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Directory } from '../../building/devices/devices.ts'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, execute, isAny, rowsOf, type Store } from '../../db/pool.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction, inTransaction, kyselyOn } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import { actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { beginEscalations, endEscalations, type Escalated, escalateDue } from './escalate.ts'
import { addDefaultPolicies, readPolicies } from './policies.ts'
import type pg from 'pg'

export { addDefaultPolicies } from './policies.ts'
export { type AlarmAt, seesAlarm, whereaboutsOf } from './sight.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface Escalations extends StoreLoop {
  /** In the transaction in which an alarm asks for a response. */
  start(tx: Querier, alarms: readonly Escalated[]): Promise<void>
  /** In the transaction in which somebody deals with it, or nobody has to any more. */
  end(tx: Querier, alarmIds: readonly string[]): Promise<void>
  tick(now: Date): Promise<void>
}

const everyMs = 1000

export const createEscalations = (
  store: Store,
  directory: Pick<Directory, 'byId' | 'placeById'>,
  log: Logger,
): Escalations => {
  const parts = { within: kyselyOn, directory }
  const tick = async (now: Date) => {
    while ((await inPoolTransaction(store.pool, (tx) => escalateDue(tx, parts, now))) > 0) {
      // A few more.
    }
  }
  const loop = storeLoop(store, everyMs, tick, { log, failure: 'escalations wait for the store' })
  return {
    start: (tx, alarms) => beginEscalations(tx, parts, alarms, clock.now()),
    end: endEscalations,
    tick,
    ...loop,
  }
}

type Facts = Omit<Parsed<typeof escalations.create>, never>

export const serveEscalations = (serve: Serve, db: Db) => {
  const policyOf = async (tx: Db, caller: Caller, id: string): Promise<EscalationPolicy> => {
    const [policy] = await readPolicies(tx, companyOf(caller), id)
    if (!policy) throw notFound('This escalation policy')
    return policy
  }

  serve(escalations.list, async (_input, caller) => {
    const companyId = companyOf(caller)
    await addDefaultPolicies(db, companyId)
    return { policies: await readPolicies(db, companyId) }
  })

  serve(escalations.create, async (facts, caller, call) => {
    const companyId = companyOf(caller)
    await demandValid(db, companyId, facts)
    const id = uuid()
    const policy = await inTransaction(db, async (tx) => {
      await demandFreeName(tx, 'escalation_policy', { company_id: companyId }, facts.name, 'escalation policy')
      await execute(tx)`
        insert into escalation_policy (id, company_id, name, steps, repeat_seconds, version, changed_at, changed_by)
        values (${id}, ${companyId}, ${facts.name}, ${JSON.stringify(facts.steps)}::jsonb, ${facts.repeatSeconds}, 1,
          ${clock.now()}, ${nameOf(caller)})
      `
      await call.record(tx, { subject: facts.name, after: facts })
      return policyOf(tx, caller, id)
    })
    return { policy }
  })

  serve(escalations.update, async ({ id, version, ...facts }, caller, call) => {
    const companyId = companyOf(caller)
    await demandValid(db, companyId, facts)
    const policy = await inTransaction(db, async (tx) => {
      const { name, steps, repeatSeconds } = await policyOf(tx, caller, id)
      await demandFreeName(tx, 'escalation_policy', { company_id: companyId }, facts.name, 'escalation policy', id)
      const isNewest = await isAny(tx)`
        update escalation_policy set name = ${facts.name}, steps = ${JSON.stringify(facts.steps)}::jsonb,
          repeat_seconds = ${facts.repeatSeconds}, version = version + 1, changed_at = ${clock.now()},
          changed_by = ${nameOf(caller)}
        where id = ${id} and version = ${version} returning id
      `
      if (!isNewest)
        throw new Refusal(409, 'CHANGED_MEANWHILE', 'Somebody else has changed this policy. Look at it again first.')
      await call.record(tx, { subject: name, ...changes({ name, steps, repeatSeconds }, facts) })
      return policyOf(tx, caller, id)
    })
    return { policy }
  })

  serve(escalations.remove, async ({ id }, caller, call) =>
    inTransaction(db, async (tx) => {
      const { name, rules, defaultFor, steps } = await policyOf(tx, caller, id)
      if (defaultFor !== null)
        throw new Refusal(409, 'DEFAULT', 'Alarms of rules without a policy follow this one. It can be changed.')
      if (rules.length > 0)
        throw new Refusal(
          409,
          'IN_USE',
          `${rules.length === 1 ? 'A rule follows' : `${rules.length} rules follow`} it.`,
        )
      await execute(tx)`delete from escalation_policy where id = ${id}`
      await call.record(tx, { subject: name, before: { steps } })
    }),
  )
}

const nameOf = (caller: Caller) => caller.name || actorOfPerson(caller).actor

// Roles, people and rotas have to be of the company, and each step has to name somebody.
const demandValid = async (db: Db, companyId: string, { steps }: Facts) => {
  const wrong: { field: string; message: string }[] = []
  const isOfCompany = async (table: 'role' | 'users' | 'on_call_rota', ids: readonly string[]) =>
    (
      await rowsOf<{ id: string }>(db)`
        select id from ${sql.table(table)} where company_id = ${companyId} and id = any (${[...ids]}::uuid[])
      `
    ).length === new Set(ids).size
  for (const [i, { who, channels }] of steps.entries()) {
    const names = who.everybody || who.roleIds.length + who.userIds.length + who.rotaIds.length > 0
    if (!names && !channels?.includes('webhook'))
      wrong.push({ field: `steps.${i}.who`, message: 'Choose who is notified' })
    for (const [field, table, ids] of [
      ['roleIds', 'role', who.roleIds],
      ['userIds', 'users', who.userIds],
      ['rotaIds', 'on_call_rota', who.rotaIds],
    ] as const)
      if (ids.length > 0 && !(await isOfCompany(table, ids)))
        wrong.push({ field: `steps.${i}.who.${field}`, message: 'This is not of your company, or not there any more' })
  }
  if (wrong.length > 0) throw invalid(wrong)
}
