// The calls of actuators: what each is wanted to do, is told and reports; switching by hand, and silencing.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Actuator } from '@gatehouse/contract/safety/actuators'
import type { Directory } from '../../building/devices/devices.ts'
import { type Db, execute, type Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { timeCursor } from '../../kit/cursor.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { actorOfPerson, type Call, type Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { readActuators, readCommand, readCommandsOf } from './read-actuators.ts'

export interface ActuatorParts {
  readonly store: Store
  readonly directory: Directory
  readonly bus: Bus
  readonly control: {
    /** Does what is due. */
    tick(now: Date): Promise<void>
    /** The occurrences of alarms that ask for it to be on. */
    asksFor(actuatorId: string): Promise<readonly { readonly cause: string }[]>
  }
}

/** Of a horn that nobody has said more of: alarms outlast the patience of neighbours. */
const longestOfHorn = 900

export const serveActuators = (serve: Serve, { store, directory, bus, control }: ActuatorParts) => {
  const { db } = store

  const actuatorOf = async (caller: Caller, id: string, tx: Db = db): Promise<Actuator> => {
    const [found] = await readActuators(tx, { companyId: caller.companyId, scope: labelScope(caller), id })
    if (!found) throw notFound('This actuator')
    return found
  }

  const altered = async (caller: Caller, id: string) => {
    await control.tick(clock.now())
    bus.publish(actuators.altered, caller.companyId ?? '', { deviceId: id, at: clock.iso() })
    return { actuator: await actuatorOf(caller, id) }
  }

  serve(actuators.list, async (filter, caller) => ({
    actuators: await readActuators(db, { ...filter, companyId: caller.companyId, scope: labelScope(caller) }),
  }))

  serve(actuators.byId, async ({ actuatorId }, caller) => ({ actuator: await actuatorOf(caller, actuatorId) }))

  serve(actuators.commands, async ({ actuatorId, ...wanted }, caller) => {
    await actuatorOf(caller, actuatorId)
    const { page, next } = await timeCursor.read(
      wanted,
      (filter) => readCommandsOf(db, actuatorId, filter),
      ({ requestedAt: at, id }) => ({ at, id }),
    )
    return { commands: page, next }
  })

  serve(actuators.commandById, async ({ commandId }, caller) => {
    const command = await readCommand(db, caller.companyId, commandId)
    if (!command || !directory.sees(caller, command.deviceId)) throw notFound('This command')
    return { command, status: command.status }
  })

  const overrideBy = async (
    caller: Caller,
    call: Call,
    before: Actuator,
    given: { readonly isOn: boolean; readonly isTest: boolean; readonly ms: number; readonly reason: string },
  ) => {
    const { isOn, isTest, ms, reason } = given
    demandInService(before)
    if (isOn && before.longestOnSeconds !== null && ms > before.longestOnSeconds * 1000)
      throw invalid([
        {
          field: isTest ? 'seconds' : 'minutes',
          message: `${before.name} is on for ${before.longestOnSeconds} s at most`,
        },
      ])
    const now = clock.now()
    const until = new Date(now.getTime() + ms)
    const { userId, actor } = actorOfPerson(caller)
    await inTransaction(db, async (tx) => {
      await execute(tx)`
        insert into actuator_override (device_id, is_on, is_test, reason, user_id, by, actor, since, until, correlation_id)
        values (${before.id}, ${isOn}, ${isTest}, ${reason}, ${userId}, ${caller.name}, ${actor}, ${now}, ${until},
          ${call.correlationId})
        on conflict (device_id) do update set is_on = excluded.is_on, is_test = excluded.is_test, reason = excluded.reason,
          user_id = excluded.user_id, by = excluded.by, actor = excluded.actor, since = excluded.since,
          until = excluded.until, correlation_id = excluded.correlation_id
      `
      await call.record(tx, {
        subject: before.name,
        before: before.override && { ...before.override },
        after: { isOn, until: until.toISOString() },
        reason,
      })
    })
    return altered(caller, before.id)
  }

  serve(actuators.override, async ({ actuatorId, isOn, minutes, reason }, caller, call) =>
    overrideBy(caller, call, await actuatorOf(caller, actuatorId), { isOn, isTest: false, ms: minutes * 60_000, reason }),
  )

  serve(actuators.test, async ({ actuatorId, seconds }, caller, call) => {
    const before = await actuatorOf(caller, actuatorId)
    if (before.override && !before.override.isTest)
      throw new Refusal(409, 'OVERRIDDEN', `${before.name} is switched by hand by ${before.override.by}: end that first.`)
    if (before.wanted.isOn && before.wanted.why.kind === 'effect')
      throw new Refusal(409, 'IN_USE', `${before.name} is on for an alarm: test it when that is over.`)
    return overrideBy(caller, call, before, { isOn: true, isTest: true, ms: seconds * 1000, reason: 'Test' })
  })

  serve(actuators.endOverride, async ({ actuatorId }, caller, call) => {
    const before = await actuatorOf(caller, actuatorId)
    await inTransaction(db, async (tx) => {
      await execute(tx)`delete from actuator_override where device_id = ${actuatorId}`
      await call.record(tx, { subject: before.name, before: before.override && { ...before.override } })
    })
    return altered(caller, actuatorId)
  })

  serve(actuators.silence, async ({ actuatorId }, caller, call) => {
    const before = await actuatorOf(caller, actuatorId)
    if (before.purpose !== 'horn') throw new Refusal(409, 'NO_HORN', `${before.name} is no horn: switch it by hand instead.`)
    const causes = (await control.asksFor(actuatorId)).map(({ cause }) => cause)
    if (causes.length === 0) throw new Refusal(409, 'NOT_SOUNDING', `No alarm asks ${before.name} to sound.`)
    const { userId, actor } = actorOfPerson(caller)
    const { why } = before.wanted
    await inTransaction(db, async (tx) => {
      await execute(tx)`
        insert into actuator_silence (device_id, causes, user_id, by, actor, at)
        values (${actuatorId}, ${causes}, ${userId}, ${caller.name}, ${actor}, ${clock.now()})
        on conflict (device_id) do update set causes = excluded.causes, user_id = excluded.user_id, by = excluded.by,
          actor = excluded.actor, at = excluded.at
      `
      await call.record(tx, {
        subject: before.name,
        after: { causes },
        ...(why.kind === 'effect' ? { belongsTo: why.correlationId } : {}),
      })
    })
    return altered(caller, actuatorId)
  })

  serve(actuators.update, async ({ actuatorId, ...given }, caller, call) => {
    const { purpose, longestOnSeconds, answerSeconds, name } = await actuatorOf(caller, actuatorId)
    const before = { purpose, longestOnSeconds, answerSeconds }
    const after = { ...before, ...given }
    if (after.purpose === 'horn' && after.longestOnSeconds === null) {
      if (given.longestOnSeconds === null)
        throw invalid([{ field: 'longestOnSeconds', message: 'Say for how long the horn may sound' }])
      after.longestOnSeconds = longestOfHorn
    }
    await inTransaction(db, async (tx) => {
      await execute(tx)`
        update actuator set purpose = ${after.purpose}, longest_on_seconds = ${after.longestOnSeconds},
          answer_seconds = ${after.answerSeconds}
        where device_id = ${actuatorId}
      `
      await call.record(tx, { subject: name, ...changes(before, after) })
    })
    return altered(caller, actuatorId)
  })
}

const demandInService = ({ name, outOfService }: Actuator) => {
  if (outOfService)
    throw new Refusal(
      409,
      'OUT_OF_SERVICE',
      `${name} is out of service, as ${outOfService.by} works at it: return it to service first.`,
    )
}
