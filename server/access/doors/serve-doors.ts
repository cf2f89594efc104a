// The calls of doors: what they are and report, what is done at them, and how each is worked and watched.
import type { Asked } from '@gatehouse/contract/access/commands'
import * as commandOps from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import type { Updateable } from 'kysely'
import { type Db, type Store } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Directory, retireDevice } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { alone, withoutOrder } from '../../db/sorted.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import { type Call, actorOfPerson, type Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import type { Commands, NewCommand } from './commands.ts'
import { readCommand, readCommandsOf } from './read-commands.ts'
import { countDoors, doorsList, readDoors } from './read-doors.ts'
import { publishAltered } from './states.ts'
import { standsUnlocked } from './sweep.sql.ts'

export interface DoorParts {
  readonly store: Store
  readonly directory: Directory
  readonly bus: Bus
  readonly commands: Commands
}

export const serveDoors = (serve: Serve, { store, directory, bus, commands }: DoorParts) => {
  const { db } = store

  const doorOf = async (caller: Caller, id: string): Promise<doors.Door> => {
    const wanted = { companyId: caller.companyId, scope: labelScope(caller), id }
    const [door] = await readDoors(db, wanted, { attention: false, alarm: false, limit: 1, order: alone })
    if (!door) throw notFound('This door')
    return withoutOrder(door)
  }

  serve(doors.list, async ({ attention, alarm, ...wanted }, caller) => {
    const whose = { companyId: caller.companyId, scope: labelScope(caller) }
    const found = doorsList.page(
      wanted,
      (filter) =>
        readDoors(db, { ...filter, ...whose }, { ...filter, attention: attention === 'true', alarm: alarm === 'true' }),
      ({ id }) => id,
    )
    const [{ page, next }, counts] = await Promise.all([found, countDoors(db, { ...wanted, ...whose })])
    return { doors: page, next, ...counts }
  })

  serve(doors.byId, async ({ doorId }, caller) => ({ door: await doorOf(caller, doorId) }))

  serve(doors.commands, async ({ doorId, ...wanted }, caller) => {
    await doorOf(caller, doorId)
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readCommandsOf(db, doorId, filter),
      ({ requestedAt: at, id }) => ({ at, id }),
    )
    return { commands: page, next }
  })

  serve(commandOps.byId, async ({ commandId }, caller) => {
    const command = await readCommand(db, caller.companyId, commandId)
    if (!command || !directory.sees(caller, command.deviceId)) throw notFound('This command')
    return { command, status: command.status, steps: command.steps }
  })

  const operate = async (
    door: doors.Door,
    caller: Caller,
    call: Call,
    commanded: Pick<NewCommand, 'action' | 'args'> & { readonly asked: Asked; readonly reason: string | undefined },
  ) => {
    const { userId, actor } = actorOfPerson(caller)
    const command: NewCommand = {
      companyId: caller.companyId ?? '',
      deviceId: door.id,
      ...commanded,
      reason: commanded.reason ?? null,
      by: { userId: userId ?? null, actor, address: call.address },
      correlationId: call.correlationId,
    }
    const issued = await commands.issue([command], {
      recorded: true,
      also: async (tx, [one]) =>
        call.record(tx, {
          subject: door.name,
          before: null,
          after: { command: commanded.asked, commandId: one?.commandId, ...commanded.args },
          ...(one ? { belongsTo: one.correlationId } : {}),
        }),
    })
    return { commandId: issued[0]?.commandId ?? '' }
  }

  serve(doors.unlock, async ({ doorId, seconds, extended, reason }, caller, call) => {
    const door = await doorOf(caller, doorId)
    const lasts = seconds ?? (extended ? door.settings.extendedSeconds : door.settings.pulseSeconds)
    return operate(door, caller, call, { asked: 'unlock', action: 'unlock', args: { seconds: lasts }, reason })
  })

  serve(doors.lock, async ({ doorId, reason }, caller, call) =>
    operate(await doorOf(caller, doorId), caller, call, { asked: 'lock', action: 'lock', args: {}, reason }),
  )

  serve(doors.hold, async ({ doorId, reason }, caller, call) =>
    operate(await doorOf(caller, doorId), caller, call, { asked: 'hold', action: 'hold-unlocked', args: {}, reason }),
  )

  serve(doors.release, async ({ doorId, reason }, caller, call) => {
    const door = await doorOf(caller, doorId)
    const action = await inTransaction(db, (tx) => commands.releasesTo(tx, doorId))
    return operate(door, caller, call, { asked: 'release', action, args: {}, reason })
  })

  serve(doors.update, async ({ doorId, ...given }, caller, call) => {
    const before = await doorOf(caller, doorId)
    const after = { ...before.settings, ...given }
    await inTransaction(db, async (tx) => {
      await setDoor(tx, doorId, {
        pulse_seconds: after.pulseSeconds,
        extended_seconds: after.extendedSeconds,
        open_too_long_seconds: after.openTooLongSeconds,
        answer_seconds: after.answerSeconds,
        reason_asked: after.reasonAsked,
        ...(given.watchedBy === undefined ? {} : { watched_by: given.watchedBy }),
      })
      await call.record(tx, { subject: before.name, ...changes(before.settings, after) })
    })
    return altered(caller, doorId)
  })

  serve(doors.retire, async ({ doorId, reason }, caller, call) => {
    const { name, key } = await doorOf(caller, doorId)
    await inTransaction(db, async (tx) => {
      // Nobody could lock it afterwards. One that is away may be gone for good.
      if (await standsUnlocked(tx, doorId))
        throw new Refusal(409, 'STANDS_UNLOCKED', `${name} is unlocked. Lock it before it is taken out.`)
      await retireDevice(tx, doorId, clock.now())
      await call.record(tx, { subject: name, before: { key }, after: { retired: true }, reason })
    })
    return { deviceId: doorId }
  })

  const altered = async (caller: Caller, doorId: string) => {
    publishAltered(bus, [{ device: { id: doorId, companyId: caller.companyId ?? '' } }])
    return { door: await doorOf(caller, doorId) }
  }
}

const setDoor = (tx: Db, doorId: string, columns: Updateable<DB['door']>) =>
  tx.updateTable('door').set(columns).where('device_id', '=', doorId).execute()
