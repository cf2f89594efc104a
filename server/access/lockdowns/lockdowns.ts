// Lockdowns: begun, seen, told again and released. Those of a scenario are left to its roles, whatever labels hide of their
// doors; doors chosen one by one are seen by who begins or ends it.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import type { Lockdown } from '@gatehouse/contract/access/lockdowns'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Store, updateRow } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Commands } from '../doors/doors.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, can, demand } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { alone, withoutOrder } from '../../db/sorted.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { everything, labelScope } from '../../kit/label-scope.ts'
import {
  type Asking,
  endLockdown,
  insertLockdown,
  type LockdownRow,
  oneAfterAnother,
  readLockdownDoors,
  lockdownsList,
  readLockdowns,
  readLocked,
} from './lockdowns.sql.ts'
import { noticesOf } from './notices.ts'
import { isAmong, serveScenarios, shownScenario, viewerOf } from './scenarios.ts'
import { lockScenario, readScenarios, rolesOf } from './scenarios.sql.ts'
import { dueToRelease, unconfirmed } from './send.sql.ts'
import type { LockdownSender } from './sender.ts'
import { notify } from '../../messages/notifications/notifications.ts'

export { lockdownPolicy } from './policy.ts'
export { createLockdownSender, type LockdownSender } from './sender.ts'

export interface LockdownParts {
  readonly store: Store
  readonly directory: Directory
  readonly commands: Commands
  readonly sender: LockdownSender
  readonly bus: Bus
}

export const serveLockdowns = (serve: Serve, { store, directory, commands, sender: notifying, bus }: LockdownParts) => {
  const { db } = store
  serveScenarios(serve, db, directory)

  const altered = (companyId: string) => bus.publish(lockdowns.altered, companyId, { at: clock.iso() })

  const asking = async (caller: Caller): Promise<Asking> => ({
    companyId: caller.companyId,
    userId: caller.userId,
    scope: labelScope(caller),
    roles: await rolesOf(db, caller.userId),
    triggers: can(caller, 'trigger_lockdown'),
    releases: can(caller, 'release_lockdown'),
  })
  const shown = async (who: Asking, id: string): Promise<LockdownRow> => {
    const [row] = await readLockdowns(db, who, { id, limit: 1, order: alone })
    if (!row) throw notFound('This lockdown')
    return withoutOrder(row)
  }

  serve(lockdowns.list, async ({ active, ...wanted }, caller) => {
    const who = await asking(caller)
    const { page, ...rest } = await lockdownsList.page(
      wanted,
      (filter) => readLockdowns(db, who, { ...filter, active: active === undefined ? undefined : active === 'true' }),
      ({ id }) => id,
    )
    return { lockdowns: page.map((row) => lockdownOf(row, who)), ...rest }
  })

  serve(lockdowns.byId, async ({ lockdownId }, caller) => {
    const who = await asking(caller)
    const row = await shown(who, lockdownId)
    return { lockdown: lockdownOf(row, who), doors: await readLockdownDoors(db, lockdownId, who.scope) }
  })

  serve(lockdowns.trigger, async ({ scenarioId, doorIds: chosen, reason }, caller, call) => {
    const { companyId } = caller
    if (companyId === null) throw notFound('A company to do this for')
    const viewer = await viewerOf(db, directory, caller)
    const scenario = scenarioId === undefined ? null : await shownScenario(db, viewer, scenarioId)
    const isDoor = (id: string) => directory.byId(id)?.kind === 'door'
    // One that is not in force yet, or no more, is no reason not to lock the others.
    const doorIds = scenario ? scenario.doorIds.filter(isDoor) : [...new Set(chosen)]
    if (!scenario && !doorIds.every((id) => isDoor(id) && viewer.seesDoor(id))) throw notFound('One of these doors')
    const seen = doorIds.filter(viewer.seesDoor)
    const name = scenario?.name ?? (doorIds.length === 1 ? nameOf(doorIds[0]) : `${doorIds.length} doors`)
    call.annotate({ subject: name })
    if (scenario && !isAmong(scenario.triggerRoles, viewer.roles))
      throw leftTo(`${name} is begun`, scenario.triggerRoles)
    if (doorIds.length === 0) throw invalid([{ field: 'scenarioId', message: 'There is no door in it' }])
    const id = uuid()
    const begin = async (tx: Transaction<DB>, issued: readonly { deviceId: string; commandId: string }[]) => {
      await oneAfterAnother(tx, companyId)
      if (scenario) await demandIdle(tx, companyId, scenario.id)
      const commanded = new Set(issued.map(({ deviceId }) => deviceId))
      const locked = await readLocked(
        tx,
        doorIds.filter((deviceId) => !commanded.has(deviceId)),
      )
      if (commanded.size + locked.size < doorIds.length) throw new ReleasedMeanwhile()
      const doors = [...issued, ...[...locked].map(([deviceId, commandId]) => ({ deviceId, commandId }))]
      await insertLockdown(
        tx,
        {
          id,
          company_id: companyId,
          scenario_id: scenario?.id ?? null,
          name,
          reason,
          correlation_id: call.correlationId,
          started_by: caller.userId,
          started_by_name: caller.name,
        },
        doors,
      )
      await call.record(tx, {
        after: {
          lockdownId: id,
          doors: doors.length,
          of: seen.map(nameOf),
          hidden: doorIds.length - seen.length,
          ...rolesIn(scenario),
        },
      })
      const facts = { companyId, id, name, reason, by: caller, doorIds }
      await notify(tx, await noticesOf(tx, directory, 'begun', facts))
    }
    const commandTo = (deviceId: string) => ({
      companyId,
      deviceId,
      action: 'lockdown' as const,
      args: {},
      reason: [name, reason].filter(Boolean).join(': ').slice(0, 300),
      by: { userId: caller.userId, actor: caller.name, address: call.address },
      correlationId: call.correlationId,
    })
    const publishToAllBut = async (locked: ReadonlyMap<string, string>) => {
      const list = doorIds.filter((deviceId) => !locked.has(deviceId)).map(commandTo)
      if (list.length === 0) await inTransaction(db, (tx) => begin(tx, []))
      else await commands.issue(list, { recorded: true, also: begin })
    }
    await publishToAllBut(await readLocked(db, doorIds)).catch((error: unknown) => {
      if (!(error instanceof ReleasedMeanwhile)) throw error
      return publishToAllBut(new Map())
    })
    altered(companyId)
    return { lockdownId: id }
  })

  serve(lockdowns.setReason, async ({ lockdownId, reason }, caller, call) => {
    const who = await asking(caller)
    const before = await shown(who, lockdownId)
    call.annotate({ subject: before.name })
    if (isHidden(before)) throw partlyHidden()
    await inTransaction(db, async (tx) => {
      await updateRow(tx, 'lockdown', lockdownId, { reason })
      await call.record(tx, { before: { reason: before.reason }, after: { reason } })
    })
    altered(caller.companyId ?? '')
    return { lockdown: lockdownOf(await shown(who, lockdownId), who) }
  })

  serve(lockdowns.release, async ({ lockdownId, reason }, caller, call) => {
    const who = await asking(caller)
    const row = await shown(who, lockdownId)
    call.annotate({ subject: row.name })
    demandRelease(row, who)
    const companyId = caller.companyId ?? ''
    await inTransaction(db, async (tx) => {
      await oneAfterAnother(tx, companyId)
      if (!(await endLockdown(tx, lockdownId, caller, reason)))
        throw new Refusal(409, 'OVER', `${row.name} has been released already.`)
      await call.record(tx, { before: { released: false }, after: { released: true, doors: row.counts.doors } })
      const doorIds = (await readLockdownDoors(tx, lockdownId, everything)).map(({ doorId }) => doorId)
      const facts = { companyId, id: lockdownId, name: row.name, reason, by: caller, doorIds }
      await notify(tx, await noticesOf(tx, directory, 'released', facts))
    })
    const due = await dueToRelease(db, new Map(), clock.now())
    await notifying.send(
      'release',
      due.filter((one) => one.lockdownId === lockdownId),
    )
    altered(companyId)
    return { lockdown: lockdownOf(await shown(who, lockdownId), who) }
  })

  serve(lockdowns.setReleaseReason, async ({ lockdownId, reason }, caller, call) => {
    const who = await asking(caller)
    const before = await shown(who, lockdownId)
    const { name, released } = before
    call.annotate({ subject: name })
    demandRelease(before, who)
    if (!released) throw new Refusal(409, 'UNDER_WAY', `${name} has not been released.`)
    await inTransaction(db, async (tx) => {
      await updateRow(tx, 'lockdown', lockdownId, { release_reason: reason })
      await call.record(tx, { before: { reason: released.reason }, after: { reason } })
    })
    altered(caller.companyId ?? '')
    return { lockdown: lockdownOf(await shown(who, lockdownId), who) }
  })

  serve(lockdowns.retry, async ({ lockdownId }, caller, call) => {
    const who = await asking(caller)
    const row = await shown(who, lockdownId)
    call.annotate({ subject: row.name })
    const isOver = row.released !== null
    demand(caller, isOver ? 'release_lockdown' : 'trigger_lockdown')
    if (isOver && !isAmong(row.releaseRoles, who.roles)) throw leftTo(`${row.name} is ended`, row.releaseRoles)
    const what = isOver ? 'release' : 'lock'
    const due = await unconfirmed(db, what, lockdownId, row.scenarioId === null ? who.scope : everything)
    const by = { userId: caller.userId, actor: caller.name }
    const commanded = await notifying.send(
      what,
      due.map((one) => ({ ...one, by })),
      (tx, all) => call.record(tx, { after: { told: all } }),
    )
    altered(caller.companyId ?? '')
    return { told: commanded }
  })

  const nameOf = (id: string | undefined) => directory.byId(id ?? '')?.name ?? ''

  const demandIdle = async (tx: Transaction<DB>, companyId: string, scenarioId: string) => {
    await lockScenario(tx, companyId, scenarioId)
    const [now] = await readScenarios(tx, companyId, scenarioId)
    if (!now) throw notFound('This scenario')
    if (now.activeId !== null) throw new Refusal(409, 'UNDER_WAY', `${now.name} is under way already.`)
  }
}

/** Another lockdown had locked some of its doors, and was released as this one began. */
class ReleasedMeanwhile extends Error {}

/** Doors chosen one by one are for who sees all of them; a scenario is for its roles. */
const isHidden = ({ scenarioId, partly }: LockdownRow): boolean => scenarioId === null && partly

const demandRelease = (row: LockdownRow, { roles }: Asking): void => {
  if (!isAmong(row.releaseRoles, roles)) throw leftTo(`${row.name} is ended`, row.releaseRoles)
  if (isHidden(row)) throw partlyHidden()
}

const lockdownOf = (row: LockdownRow, { triggers, releases, roles }: Asking): Lockdown => {
  const { releaseRoles, partly: _partly, ...lockdown } = row
  const isOver = row.released !== null
  const mayEnd = releases && !isHidden(row) && isAmong(releaseRoles, roles)
  return {
    ...lockdown,
    mayRelease: mayEnd && !isOver,
    mayExplain: (triggers || releases) && !isHidden(row),
    mayExplainRelease: mayEnd && isOver,
  }
}

const rolesIn = (scenario: { releaseRoles: { name: string }[]; passRoles: { name: string }[] } | null) => ({
  mayRelease: scenario?.releaseRoles.map(({ name }) => name) ?? [],
  mayPass: scenario?.passRoles.map(({ name }) => name) ?? [],
})

const leftTo = (what: string, roles: readonly { readonly name: string }[]) =>
  new Refusal(403, 'FORBIDDEN', `${what} by: ${roles.map(({ name }) => name).join(', ')}.`)

const partlyHidden = () =>
  new Refusal(
    403,
    'FORBIDDEN',
    'This lockdown has doors that labels hide from you. Who sees all of them can change it.',
  )
