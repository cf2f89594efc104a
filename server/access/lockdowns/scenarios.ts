// Lockdown scenarios: which doors, who may begin and end it, and whom its doors let through. Their roles decide who begins
// and ends them; labels hide the names of doors, and never that there is one more.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Scenario } from '@gatehouse/contract/access/lockdowns'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, insertRow, updateRow, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { invalid, notFound, Refusal, unlessInUse } from '../../kit/errors.ts'
import { labelScope } from '../../kit/label-scope.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { readPlaces } from './lockdowns.sql.ts'
import {
  countOwn,
  keepParts,
  lockScenario,
  readScenarios,
  rolesOf,
  type ScenarioRow,
  type Wanted,
} from './scenarios.sql.ts'

/** Who looks at lockdowns, and what of them they may know. */
export interface Viewer {
  readonly caller: Caller
  readonly roles: ReadonlySet<string>
  readonly seesDoor: (id: string) => boolean
  readonly seesSite: (id: string) => boolean
}

export const viewerOf = async (db: Db, directory: Pick<Directory, 'sees'>, caller: Caller): Promise<Viewer> => {
  const hidden = await hiddenSites(db, caller)
  return {
    caller,
    roles: await rolesOf(db, caller.userId),
    seesDoor: (id) => directory.sees(caller, id),
    seesSite: (id) => !hidden.has(id),
  }
}

/** One that the viewer may begin, end or change, or of which they see a door; 404 otherwise. */
export const shownScenario = async (db: Db, viewer: Viewer, id: string): Promise<ScenarioRow> => {
  const [row] = await readScenarios(db, viewer.caller.companyId, id)
  if (!row || !isShown(viewer, row)) throw notFound('This scenario')
  return row
}

/** Whether the roles that are named, if any, leave it to somebody with these. */
export const isAmong = (named: readonly { readonly _id: string }[], roles: ReadonlySet<string>): boolean =>
  named.length === 0 || named.some(({ _id }) => roles.has(_id))

export const serveScenarios = (serve: Serve, db: Db, directory: Directory) => {
  const viewing = (tx: Db, caller: Caller) => viewerOf(tx, directory, caller)

  serve(lockdowns.scenarios, async (_input, caller) => {
    const viewer = await viewing(db, caller)
    const rows = await readScenarios(db, caller.companyId)
    return { scenarios: rows.filter((row) => isShown(viewer, row)).map((row) => scenarioOf(viewer, row)) }
  })

  serve(lockdowns.scenarioDoors, async ({ scenarioId }, caller) => {
    const viewer = await viewing(db, caller)
    const { doorIds } = await shownScenario(db, viewer, scenarioId)
    const seen = doorIds.filter(viewer.seesDoor)
    return { doors: await readPlaces(db, seen), hidden: doorIds.length - seen.length }
  })

  serve(lockdowns.createScenario, ({ name, description, everywhere, ...parts }, caller, call) =>
    inTransaction(db, async (tx) => {
      const { companyId } = caller
      if (companyId === null) throw notFound('A company to do this for')
      const viewer = await viewing(tx, caller)
      await demandFreeName(tx, 'lockdown_scenario', { company_id: companyId }, name, 'scenario')
      await demandParts(tx, directory, viewer, companyId, parts)
      const id = uuid()
      await insertRow(tx, 'lockdown_scenario', { id, company_id: companyId, name, description, everywhere })
      await keepParts(tx, id, parts)
      const row = await shownScenario(tx, viewer, id)
      demandDoors(row)
      const scenario = scenarioOf(viewer, row)
      await call.record(tx, { subject: name, after: factsOf(scenario) })
      return { scenario }
    }),
  )

  serve(lockdowns.updateScenario, ({ scenarioId, name, description, everywhere, ...parts }, caller, call) =>
    inTransaction(db, async (tx) => {
      const { companyId } = caller
      if (companyId === null || !(await lockScenario(tx, companyId, scenarioId))) throw notFound('This scenario')
      const viewer = await viewing(tx, caller)
      const before = await shownScenario(tx, viewer, scenarioId)
      call.annotate({ subject: before.name })
      if (name !== undefined)
        await demandFreeName(tx, 'lockdown_scenario', { company_id: companyId }, name, 'scenario', scenarioId)
      await demandParts(tx, directory, viewer, companyId, parts)
      await updateRow(tx, 'lockdown_scenario', scenarioId, { name, description, everywhere })
      await keepParts(tx, scenarioId, withHidden(viewer, before, parts))
      const row = await shownScenario(tx, viewer, scenarioId)
      demandDoors(row)
      if (hiddenOf(viewer, before).some((id) => !row.doorIds.includes(id))) throw partlyHidden('take them out of it')
      const scenario = scenarioOf(viewer, row)
      await call.record(tx, changes(factsOf(scenarioOf(viewer, before)), factsOf(scenario)))
      return { scenario }
    }),
  )

  serve(lockdowns.removeScenario, ({ scenarioId }, caller, call) =>
    inTransaction(db, async (tx) => {
      if (!(await lockScenario(tx, caller.companyId, scenarioId))) throw notFound('This scenario')
      const viewer = await viewing(tx, caller)
      const before = await shownScenario(tx, viewer, scenarioId)
      call.annotate({ subject: before.name })
      if (hiddenOf(viewer, before).length > 0) throw partlyHidden('remove it')
      if (before.activeId !== null)
        throw new Refusal(409, 'IN_USE', `${before.name} is under way. It can be removed once it is released.`)
      const removed = tx.deleteFrom('lockdown_scenario').where('id', '=', scenarioId).execute()
      await unlessInUse(removed, `${before.name} is used elsewhere.`)
      await call.record(tx, { before: factsOf(scenarioOf(viewer, before)) })
    }),
  )
}

const isShown = ({ caller, roles, seesDoor }: Viewer, row: ScenarioRow): boolean =>
  row.doorIds.length === 0 ||
  row.doorIds.some(seesDoor) ||
  can(caller, 'manage_doors') ||
  (can(caller, 'trigger_lockdown') && isAmong(row.triggerRoles, roles)) ||
  (can(caller, 'release_lockdown') && isAmong(row.releaseRoles, roles))

/** Doors that are in it now and that labels hide. */
const hiddenOf = ({ seesDoor }: Viewer, { doorIds }: ScenarioRow) => doorIds.filter((id) => !seesDoor(id))

/** What is hidden of what it names stays in it: who cannot see it did not leave it out. */
const withHidden = ({ seesDoor, seesSite }: Viewer, before: ScenarioRow, parts: Wanted): Wanted => ({
  ...parts,
  ...(parts.siteIds && { siteIds: [...parts.siteIds, ...idsOf(before.sites).filter((id) => !seesSite(id))] }),
  ...(parts.doorIds && { doorIds: [...parts.doorIds, ...idsOf(before.doors).filter((id) => !seesDoor(id))] }),
})

const idsOf = (named: readonly { readonly id: string }[]) => named.map(({ id }) => id)

const scenarioOf = (viewer: Viewer, { doorIds, ...row }: ScenarioRow): Scenario => {
  const { caller, roles, seesDoor, seesSite } = viewer
  const sites = row.sites.filter(({ id }) => seesSite(id))
  const doors = row.doors.filter(({ id }) => seesDoor(id))
  return {
    ...row,
    sites,
    doors,
    doorCount: doorIds.length,
    hidden: {
      doors: doorIds.filter((id) => !seesDoor(id)).length,
      parts: row.sites.length - sites.length + row.doors.length - doors.length,
    },
    mayTrigger: can(caller, 'trigger_lockdown') && isAmong(row.triggerRoles, roles),
  }
}

const partlyHidden = (what: string) =>
  new Refusal(403, 'FORBIDDEN', `This scenario has doors that labels hide from you. Who sees all of them can ${what}.`)

const demandDoors = ({ everywhere, sites, floors, groups, doors }: ScenarioRow) => {
  if (!everywhere && [sites, floors, groups, doors].every((chosen) => chosen.length === 0))
    throw invalid([
      { field: 'doorIds', message: 'Choose what it locks: everything, a site, a floor, a group or doors' },
    ])
}

/** What is chosen is the company's, and seen by who chooses it. */
const demandParts = async (tx: Db, directory: Directory, viewer: Viewer, companyId: string, parts: Wanted) => {
  const own = async (table: 'site' | 'floor' | 'door_group' | 'role', ids: readonly string[] = []) =>
    ids.length === 0 || (await countOwn(tx, companyId, table, ids)) === new Set(ids).size
  const siteIds = parts.siteIds ?? []
  if (!(await own('site', siteIds)) || !siteIds.every(viewer.seesSite)) throw notFound('One of these sites')
  if (!(await own('floor', parts.floorIds))) throw notFound('One of these floors')
  if (!(await own('door_group', parts.groupIds))) throw notFound('One of these groups')
  const isDoor = (id: string) => directory.byId(id)?.kind === 'door' && viewer.seesDoor(id)
  if (!(parts.doorIds ?? []).every(isDoor)) throw notFound('One of these doors')
  const roleIds = [parts.triggerRoleIds, parts.releaseRoleIds, parts.passRoleIds].flatMap((ids) => ids ?? [])
  if (!(await own('role', roleIds))) throw notFound('One of these roles')
}

/** Sites of the company that labels hide. */
const hiddenSites = async (tx: Db, caller: Caller): Promise<ReadonlySet<string>> =>
  new Set(
    await valuesOf<string>(tx)`
      select s.id from site s where s.company_id = ${caller.companyId} and not ${labelScope(caller).places('s.id')}
    `,
  )

const factsOf = (row: Scenario) => {
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)
  return {
    name: row.name,
    description: row.description,
    everywhere: row.everywhere,
    sites: names(row.sites),
    floors: names(row.floors),
    groups: names(row.groups),
    doors: names(row.doors),
    hiddenParts: row.hidden.parts,
    mayTrigger: names(row.triggerRoles),
    mayRelease: names(row.releaseRoles),
    mayPass: names(row.passRoles),
  }
}
