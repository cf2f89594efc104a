// Lockdown scenarios: which doors, who may begin and end it, and whom its doors let through. Who does not see every door
// of one does not see it.
import * as lockdowns from '@gatehouse/contract/lockdowns'
import type { Scenario } from '@gatehouse/contract/lockdowns'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../db/pool.ts'
import type { Directory } from '../devices/devices.ts'
import { type Caller, can } from '../kit/caller.ts'
import { changes } from '../kit/changes.ts'
import { invalid, isInUse, notFound, Refusal } from '../kit/errors.ts'
import { visiblePlace } from '../kit/labels.ts'
import type { Serve } from '../kit/serve.ts'
import { readPlaces } from './lockdowns.sql.ts'
import {
  countOwn,
  keepParts,
  lockScenario,
  readScenarios,
  rolesOf,
  scenarioNameTaken,
  type ScenarioRow,
  type Wanted,
} from './scenarios.sql.ts'

/** A scenario of which the caller sees every door; 404 otherwise. */
export const seenScenario = async (
  db: Db,
  directory: Pick<Directory, 'sees'>,
  caller: Caller,
  id: string,
): Promise<ScenarioRow> => {
  const [row] = await readScenarios(db, caller.companyId, id)
  if (!row || !seesAll(directory, caller, row)) throw notFound('This scenario')
  return row
}

/** Whether the roles that are named, if any, leave it to somebody with these. */
export const isAmong = (named: readonly { readonly _id: string }[], roles: ReadonlySet<string>): boolean =>
  named.length === 0 || named.some(({ _id }) => roles.has(_id))

export const serveScenarios = (serve: Serve, db: Db, directory: Directory) => {
  serve(lockdowns.scenarios, async (_input, caller) => {
    const roles = await rolesOf(db, caller.userId)
    const rows = await readScenarios(db, caller.companyId)
    return {
      scenarios: rows.filter((row) => seesAll(directory, caller, row)).map((row) => scenarioOf(row, caller, roles)),
    }
  })

  serve(lockdowns.scenarioDoors, async ({ scenarioId }, caller) => {
    const { doorIds } = await seenScenario(db, directory, caller, scenarioId)
    return { doors: await readPlaces(db, doorIds) }
  })

  serve(lockdowns.createScenario, ({ name, description, everywhere, ...parts }, caller, call) =>
    db.transaction().execute(async (tx) => {
      const { companyId } = caller
      if (companyId === null) throw notFound('A company to do this for')
      await demandFree(tx, companyId, name)
      await demandParts(tx, directory, caller, companyId, parts)
      const id = uuid()
      await tx
        .insertInto('lockdown_scenario')
        .values({ id, company_id: companyId, name, description, everywhere })
        .execute()
      await keepParts(tx, id, parts)
      const row = await seenScenario(tx, directory, caller, id)
      demandDoors(row)
      await call.record(tx, { subject: name, after: factsOf(row) })
      return { scenario: scenarioOf(row, caller, await rolesOf(tx, caller.userId)) }
    }),
  )

  serve(lockdowns.updateScenario, ({ scenarioId, name, description, everywhere, ...parts }, caller, call) =>
    db.transaction().execute(async (tx) => {
      const { companyId } = caller
      if (companyId === null || !(await lockScenario(tx, companyId, scenarioId))) throw notFound('This scenario')
      const before = await seenScenario(tx, directory, caller, scenarioId)
      call.tell({ subject: before.name })
      if (name !== undefined) await demandFree(tx, companyId, name, scenarioId)
      await demandParts(tx, directory, caller, companyId, parts)
      await tx
        .updateTable('lockdown_scenario')
        .set({
          name: name ?? before.name,
          description: description ?? before.description,
          everywhere: everywhere ?? before.everywhere,
        })
        .where('id', '=', scenarioId)
        .execute()
      await keepParts(tx, scenarioId, parts)
      const row = await seenScenario(tx, directory, caller, scenarioId)
      demandDoors(row)
      await call.record(tx, changes(factsOf(before), factsOf(row)))
      return { scenario: scenarioOf(row, caller, await rolesOf(tx, caller.userId)) }
    }),
  )

  serve(lockdowns.removeScenario, ({ scenarioId }, caller, call) =>
    db.transaction().execute(async (tx) => {
      if (!(await lockScenario(tx, caller.companyId, scenarioId))) throw notFound('This scenario')
      const before = await seenScenario(tx, directory, caller, scenarioId)
      call.tell({ subject: before.name })
      if (before.activeId !== null)
        throw new Refusal(409, 'IN_USE', `${before.name} is under way. It can be removed once it is released.`)
      await tx
        .deleteFrom('lockdown_scenario')
        .where('id', '=', scenarioId)
        .execute()
        .catch((error: unknown) => {
          throw isInUse(error) ? new Refusal(409, 'IN_USE', `${before.name} is used elsewhere.`) : error
        })
      await call.record(tx, { before: factsOf(before) })
      return { success: true as const }
    }),
  )
}

const seesAll = (directory: Pick<Directory, 'sees'>, caller: Caller, { doorIds }: ScenarioRow): boolean =>
  doorIds.every((id) => directory.sees(caller, id))

const scenarioOf = ({ doorIds, ...row }: ScenarioRow, caller: Caller, roles: ReadonlySet<string>): Scenario => ({
  ...row,
  doorCount: doorIds.length,
  mayTrigger: can(caller, 'trigger_lockdown') && isAmong(row.triggerRoles, roles),
})

const demandFree = async (tx: Db, companyId: string, name: string, except?: string) => {
  if (await scenarioNameTaken(tx, companyId, name, except))
    throw invalid([{ field: 'name', message: 'There is a scenario of this name already' }])
}

const demandDoors = ({ everywhere, sites, floors, groups, doors }: ScenarioRow) => {
  if (!everywhere && [sites, floors, groups, doors].every((chosen) => chosen.length === 0))
    throw invalid([
      { field: 'doorIds', message: 'Choose what it locks: everything, a site, a floor, a group or doors' },
    ])
}

/** What is chosen is the company's, and seen by who chooses it. */
const demandParts = async (tx: Db, directory: Directory, caller: Caller, companyId: string, parts: Wanted) => {
  const own = async (table: 'floor' | 'door_group' | 'role', ids: readonly string[] = []) =>
    ids.length === 0 || (await countOwn(tx, companyId, table, ids)) === new Set(ids).size
  if (!(await seesSites(tx, caller, parts.siteIds ?? []))) throw notFound('One of these sites')
  if (!(await own('floor', parts.floorIds))) throw notFound('One of these floors')
  if (!(await own('door_group', parts.groupIds))) throw notFound('One of these groups')
  const isDoor = (id: string) => directory.byId(id)?.kind === 'door' && directory.sees(caller, id)
  if (!(parts.doorIds ?? []).every(isDoor)) throw notFound('One of these doors')
  const roleIds = [parts.triggerRoleIds, parts.releaseRoleIds, parts.passRoleIds].flatMap((ids) => ids ?? [])
  if (!(await own('role', roleIds))) throw notFound('One of these roles')
}

const seesSites = async (tx: Db, caller: Caller, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql`
    select from site s where s.id = any (${[...ids]}::uuid[]) and s.company_id = ${caller.companyId}
      and ${visiblePlace(caller, sql`m.site_id = s.id`)}
  `.execute(tx)
  return rows.length === new Set(ids).size
}

const factsOf = (row: ScenarioRow) => {
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)
  return {
    name: row.name,
    description: row.description,
    everywhere: row.everywhere,
    sites: names(row.sites),
    floors: names(row.floors),
    groups: names(row.groups),
    doors: names(row.doors),
    mayTrigger: names(row.triggerRoles),
    mayRelease: names(row.releaseRoles),
    mayPass: names(row.passRoles),
  }
}
