// Commands to doors: judged before they are kept; what they mean for a hold is kept with what comes of them; and doors that
// do not lock by themselves are told to once an unlock is over.
import type { Action, Asked, Standing } from '@gatehouse/contract/access/commands'
import { asked } from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { AuditLog as OpenAuditLog } from '../../record/activity/activity.ts'
import { type CommandLife, createCommandLife, type Draft, type Settled } from '../../building/commands/commands.ts'
import type { Store } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import { relocksByItself } from './abilities.ts'
import { keepHolds } from './holds.sql.ts'
import { readOpenings } from './issue.sql.ts'
import type { DoorPolicy, Proposed } from './policies.ts'
import { type RelockDue, relockDue } from './sweep.sql.ts'

export interface NewCommand {
  readonly companyId: string
  readonly deviceId: string
  readonly action: Action
  /** In the words of the screen; as the action has it where absent. */
  readonly asked?: Asked
  readonly args: { readonly seconds?: number }
  readonly reason: string | null
  readonly by: { readonly userId: string | null; readonly actor: string; readonly address?: string }
  /** That of the incident at the door goes before it. */
  readonly correlationId: string
  /** The door's own time-out where absent. */
  readonly expiresInMs?: number
}

export interface Issued {
  readonly commandId: string
  readonly deviceId: string
  readonly correlationId: string
}

export interface IssueOptions {
  /** Whatever is to be kept together with the commands. */
  readonly also?: (tx: Transaction<DB>, issued: readonly Issued[]) => Promise<void>
  /** What asks for them is on the record already, in `also`: no entry of their own. */
  readonly recorded?: boolean
}

export interface Commands extends Omit<CommandLife, 'keep'> {
  /** On the record together, or none of them; sent once they are. Refuses what a policy refuses. */
  issue(list: readonly NewCommand[], options?: IssueOptions): Promise<Issued[]>
  /** What a hold gives way to when it is released: `lock` where no policy says otherwise. */
  releasesTo(tx: Transaction<DB>, deviceId: string): Promise<'lock' | 'hold-unlocked'>
}

export interface CommandParts {
  /** What commands are judged by, in this order. */
  readonly policies: readonly DoorPolicy[]
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly record: OpenAuditLog
  readonly log: Logger
  /** Whether other nodes may have connections that this one has not. */
  readonly others: boolean
}

const defaultPulse = 5

export const createCommands = (parts: CommandParts): Commands => {
  const { policies, store, bus, record, log } = parts

  const publish = (settled: readonly Settled<Standing>[]) => {
    for (const { companyId, command, step } of settled) {
      bus.publish(doors.commanded, companyId, { command, step })
      // A hold may have begun or ended with it.
      if (step.status === 'confirmed' && command.asked !== 'unlock')
        bus.publish(doors.altered, companyId, { deviceId: command.deviceId, at: step.at })
    }
  }

  const issue: Commands['issue'] = async (list, { also, recorded = false } = {}) => {
    if (list.length === 0) return []
    const done = await inTransaction(store.db, async (tx) => {
      const openings = await readOpenings(
        tx,
        list.map(({ deviceId }) => deviceId),
      )
      const proposed = list.map((given): Proposed => {
        const door = openings.get(given.deviceId)
        if (!door || door.companyId !== given.companyId) throw notFound('This door')
        return { command: { ...given, asked: given.asked ?? askedBy[given.action] }, door }
      })
      for (const policy of policies) await policy.judge?.(tx, proposed)
      const requestedAt = clock.now()
      const kept = await life.keep(
        tx,
        proposed.map((one) => draftOf(one, requestedAt)),
      )
      const issued = kept.commands.map(({ id, deviceId, correlationId }) => ({ commandId: id, deviceId, correlationId }))
      await also?.(tx, issued)
      if (!recorded) await record(kept.entries, tx)
      return { kept, issued }
    })
    done.kept.dispatch()
    return done.issued
  }

  const due = async (now: Date) => {
    const over = await relockDue(store.pool, now)
    // Together where that is possible: whatever is wrong with one door leaves no other open.
    await relock(over).catch(async (error: unknown) => {
      if (over.length < 2) throw error
      for (const one of over)
        await relock([one]).catch((why: unknown) => log.warn({ error: why, door: one.deviceId }, cannotRelock))
    })
  }

  const relock = (over: readonly RelockDue[]) =>
    issue(
      over.map(({ companyId, deviceId, correlationId, seconds }) => ({
        companyId,
        deviceId,
        action: 'lock',
        args: {},
        reason: `The ${seconds ?? defaultPulse} s of the unlock are over`,
        by: { userId: null, actor: 'Gatehouse' },
        correlationId,
      })),
    )

  const life = createCommandLife<Standing>(
    { kind: 'door', noun: 'door', domain: 'doors', asked: asked.options, keep: keepHolds, publish, due },
    parts,
  )

  return {
    issue,
    async releasesTo(tx, deviceId) {
      for (const { afterHold } of policies) {
        const wanted = await afterHold?.(tx, deviceId)
        if (wanted) return wanted
      }
      return 'lock'
    },
    recordAcks: life.recordAcks,
    begin: life.begin,
    takeUp: life.takeUp,
    settleWithin: life.settleWithin,
    sweep: life.sweep,
    stop: life.stop,
  }
}

const draftOf = ({ command, door }: Proposed, requestedAt: Date): Draft => {
  const { expiresInMs, args, ...rest } = command
  const seconds = args.seconds ?? door.pulseSeconds
  const pulses = command.action === 'unlock'
  return {
    ...rest,
    device: door.name,
    args: pulses ? { ...args, seconds } : args,
    correlationId: door.incident ?? command.correlationId,
    requestedAt,
    expiresAt: new Date(requestedAt.getTime() + (expiresInMs ?? door.answerSeconds * 1000)),
    relockAt: pulses && !relocksByItself(door.driver) ? new Date(requestedAt.getTime() + seconds * 1000) : null,
  }
}

const cannotRelock = 'a door could not be told to lock again'

const askedBy: Record<Action, Asked> = {
  unlock: 'unlock',
  lock: 'lock',
  'hold-unlocked': 'hold',
  lockdown: 'lockdown',
  'release-lockdown': 'release-lockdown',
}
