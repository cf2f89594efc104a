// Tells actuators to switch on or off, by commands that live as those to doors do. What is wanted and why is kept with the
// command, so that of several nodes one tells it.
import * as actuators from '@gatehouse/contract/safety/actuators'
import type { Standing, Why } from '@gatehouse/contract/safety/actuators'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { type CommandLife, createCommandLife, type Draft, type Settled } from '../../building/commands/commands.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Store } from '../../db/pool.ts'
import { inPoolTransaction, inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import type { Judge } from '../../kit/recorders.ts'
import type { AuditLog } from '../../record/activity/activity.ts'
import { type Controlled, endOverrides, markSwitched, writeFailed, writeWhy } from './controlled.sql.ts'
import type { Wanted } from './next-step.ts'

export interface SwitchParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly record: AuditLog
  readonly judge: Judge
  readonly log: Logger
  /** Whether other nodes may have connections that this one has not. */
  readonly others: boolean
}

export interface Due {
  readonly actuator: Controlled
  readonly wanted: Wanted
  readonly attempt: number
}

export interface ActuatorSwitch extends Omit<CommandLife, 'keep'> {
  /** On the record together with what is wanted, or not at all; sent once they are. */
  switchAll(due: readonly Due[]): Promise<void>
  /** It is wanted as before, for another reason. */
  explain(actuator: Controlled, why: Why): Promise<void>
  /** It does not do what is wanted, or does: judged by the alarm rules. */
  find(actuator: Controlled, hasFailed: boolean): Promise<void>
  /** Overrides whose time is over are no more. */
  endOverrides(now: Date): Promise<void>
}

export const createActuatorSwitch = (parts: SwitchParts): ActuatorSwitch => {
  const { store, bus, record, judge } = parts

  const alter = (companyId: string, deviceId: string) =>
    bus.publish(actuators.altered, companyId, { deviceId, at: clock.iso() })

  const publish = (settled: readonly Settled<Standing>[]) => {
    for (const { companyId, command, step } of settled) bus.publish(actuators.commanded, companyId, { command, step })
  }

  const life = createCommandLife<Standing>(
    { kind: 'actuator', noun: 'actuator', domain: 'actuators', asked: actuators.asked.options, publish },
    parts,
  )

  const switchOf = async (due: readonly Due[]) => {
    const now = clock.now()
    const drafts = due.map((one) => draftOf(one, now))
    const kept = await inTransaction(store.db, async (tx) => {
      const keeping = await life.keep(tx, drafts)
      const switched = due.flatMap((one, n) => {
        const command = keeping.commands[n]
        return command ? [{ ...one, commandId: command.id, correlationId: command.correlationId }] : []
      })
      if (!(await markSwitched(tx, switched, now))) throw new SwitchedElsewhere()
      await record(keeping.entries, tx)
      return keeping
    })
    kept.dispatch()
    for (const { actuator } of due) alter(actuator.companyId, actuator.deviceId)
  }

  return {
    async switchAll(due) {
      for (const ofCompany of Map.groupBy(due, ({ actuator }) => actuator.companyId).values())
        await switchOf(ofCompany).catch((error: unknown) => {
          if (!(error instanceof SwitchedElsewhere)) throw error
        })
    },
    async explain(actuator, why) {
      const correlationId = why.kind === 'effect' ? why.correlationId : (actuator.override?.correlationId ?? null)
      if (await writeWhy(store.db, actuator, why, correlationId)) alter(actuator.companyId, actuator.deviceId)
    },
    async find(actuator, hasFailed) {
      const { deviceId, companyId, isFaulty, correlationId } = actuator
      const now = clock.now()
      const publishJudged = await inPoolTransaction(store.pool, async (tx) => {
        if (!(await writeFailed(tx, deviceId, hasFailed, now))) return null
        const value = hasFailed || isFaulty
        return judge(tx, [{ deviceId, measure: 'actuator.failed', value, at: now, correlationId }])
      })
      if (!publishJudged) return
      publishJudged()
      alter(companyId, deviceId)
    },
    async endOverrides(now) {
      const ended = await inTransaction(store.db, async (tx) => {
        const over = await endOverrides(tx, now)
        await record(
          over.map(({ companyId, deviceId, name, isOn, isTest, reason, by, correlationId }) => ({
            companyId,
            userId: null,
            actor: 'Gatehouse',
            action: 'actuators.overrideEnded',
            input: { actuatorId: deviceId },
            subject: name,
            before: { isOn, isTest, by, reason },
            status: 200,
            address: '',
            correlationId,
          })),
          tx,
        )
        return over
      })
      for (const { companyId, deviceId } of ended) alter(companyId, deviceId)
    },
    recordAcks: life.recordAcks,
    begin: life.begin,
    takeUp: life.takeUp,
    settleWithin: life.settleWithin,
    sweep: life.sweep,
    stop: life.stop,
  }
}

/** Another node has told some of them: nothing of this is kept, and what is left is due again. */
class SwitchedElsewhere extends Error {}

const draftOf = ({ actuator, wanted }: Due, now: Date): Draft => {
  const { deviceId, companyId, name, answerSeconds } = actuator
  const { by, reason, correlationId } = causeOf(actuator, wanted)
  const asked = wanted.isOn ? 'switch-on' : 'switch-off'
  const seconds = wanted.isOn && wanted.offAt ? Math.ceil((wanted.offAt.getTime() - now.getTime()) / 1000) : null
  return {
    companyId,
    deviceId,
    device: name,
    asked,
    action: asked,
    args: seconds === null ? {} : { seconds: Math.max(1, seconds) },
    reason,
    by,
    correlationId: correlationId ?? uuid(),
    requestedAt: now,
    expiresAt: new Date(now.getTime() + answerSeconds * 1000),
    relockAt: null,
  }
}

interface Cause {
  readonly by: Draft['by']
  readonly reason: string
  readonly correlationId: string | null
}

// Who or what has it switched, and why: switched off, who had it on before.
const causeOf = ({ override, silence, why: before, correlationId }: Controlled, { why }: Wanted): Cause => {
  if (why.kind === 'effect') return { ...ofEffect(why), reason: why.alarm, correlationId: why.correlationId }
  if (why.kind === 'override' && override)
    return { by: personOf(override), reason: why.reason, correlationId: override.correlationId }
  if (why.kind === 'silenced' && silence) return { by: personOf(silence), reason: 'Silenced', correlationId }
  if (why.kind === 'longest') return { by: gatehouse, reason: 'It was on for its longest time', correlationId }
  if (before.kind === 'effect') return { ...ofEffect(before), reason: `${before.alarm}: no longer present`, correlationId }
  return { by: gatehouse, reason: before.kind === 'override' ? 'The override is over' : 'Nothing asks for it', correlationId }
}

const gatehouse = { userId: null, actor: 'Gatehouse' }
const personOf = ({ userId, actor }: { readonly userId: string | null; readonly actor: string }) => ({ userId, actor })
const ofEffect = ({ effect, alarmId }: Extract<Why, { kind: 'effect' }>) => ({
  by: { userId: null, actor: `Effect ${effect}, alarm ${alarmId}` },
})
