// Commands to doors, their whole life: on the record first, sent once after COMMIT by the process that has the door's
// connection, settled by what the door says, or by time. Nothing is ever sent again.
import { randomUUID } from 'node:crypto'
import type { Action, Asked } from '@gatehouse/contract/access/commands'
import * as doors from '@gatehouse/contract/access/doors'
import { id as anId } from '@gatehouse/contract/shapes'
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { Unencodable } from '@gatehouse/devices/driver'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { AuditLog as OpenAuditLog } from '../../record/activity/activity.ts'
import type { Store } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction, inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import { nothingToPublish, type Recorder } from '../../kit/recorders.ts'
import { relocksByItself } from './abilities.ts'
import { insertCommands, type StoredCommand, readOpenings } from './issue.sql.ts'
import type { DoorPolicy, Proposed } from './policies.ts'
import { type Answer, settle, type Settled } from './settle.ts'
import { claimUnsent, overdue, readCommands, type RelockDue, relockDue } from './sweep.sql.ts'

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
  readonly action: Action
  readonly correlationId: string
  readonly expiresAt: Date
}

/** What has the connections to the doors. */
export interface Wire {
  /** Whether this process could send to it now. */
  reaches(deviceId: string): boolean
  /** Whether it was there to hear it. Throws Unencodable when it cannot do what is asked. */
  send(deviceId: string, command: CommandMessage): Promise<boolean>
}

export interface IssueOptions {
  /** Whatever is to be kept together with the commands. */
  readonly also?: (tx: Transaction<DB>, issued: readonly Issued[]) => Promise<void>
  /** What asks for them is on the record already, in `also`: no entry of their own. */
  readonly recorded?: boolean
}

export interface Commands {
  /** On the record together, or none of them; sent once they are. Refuses what a policy refuses. */
  issue(list: readonly NewCommand[], options?: IssueOptions): Promise<Issued[]>
  /** What a hold gives way to when it is released: `lock` where no policy says otherwise. */
  releasesTo(tx: Transaction<DB>, deviceId: string): Promise<'lock' | 'hold-unlocked'>
  readonly recordAcks: Recorder<'ack'>
  /** From now on there is a wire; what was left over from before is settled, and never sent. */
  begin(wire: Wire): void
  /** Another node has commands for doors that are perhaps connected here. */
  takeUp(): Promise<void>
  /** Within a transaction: something became known of commands. Tell after COMMIT. */
  settleWithin(tx: Pick<pg.ClientBase, 'query'>, answers: readonly Answer[]): Promise<() => void>
  /** What is due by now: time-outs, and doors that have to be told to lock again. */
  sweep(now: Date): Promise<void>
  stop(): Promise<void>
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

const sweepEveryMs = 1000
const retryMs = 200
/** How long another node may take to say that it has the connection. */
const othersMs = 1500
const defaultPulse = 5

export const createCommands = (parts: CommandParts): Commands => {
  const { policies, store, directory, bus, record, log, others } = parts
  const me = randomUUID()
  const began = clock.now()
  let wire: Wire | undefined
  let answers: Answer[] = []
  let noting: Promise<void> | undefined
  let stopped = false

  const notify = (settled: readonly Settled[]) => {
    for (const { companyId, command, step } of settled) {
      bus.publish(doors.commanded, companyId, { command, step })
      // A hold may have begun or ended with it.
      if (step.status === 'confirmed' && command.asked !== 'unlock')
        bus.publish(doors.altered, companyId, { deviceId: command.deviceId, at: step.at })
    }
  }

  const settleWithin: Commands['settleWithin'] = async (tx, given) => {
    const settled = await settle(tx, record, given)
    return () => notify(settled)
  }

  const settleNow = async (given: readonly Answer[]) => {
    const publish = await inPoolTransaction(store.pool, (tx) => settleWithin(tx, given))
    publish()
  }

  // What became known here is written down many at a time, and again until it is kept: steps happen once, whatever.
  const note = (answer: Answer) => {
    answers.push(answer)
    noting ??= writeDown()
  }

  const writeDown = async () => {
    await Promise.resolve()
    while (answers.length > 0) {
      const batch = answers
      answers = []
      await settleNow(batch).catch(async (error: unknown) => {
        if (stopped) return
        log.warn({ error }, 'what came of a command waits for the store')
        answers = [...batch, ...answers]
        await clock.sleep(retryMs)
      })
    }
    noting = undefined
  }

  const sendOne = async (command: StoredCommand) => {
    const { id: commandId, action, args, expiresAt } = command
    const device = directory.byId(command.deviceId)
    const failed = () => note({ commandId, status: 'failed', detail: notConnected, at: clock.now() })
    if (!wire || !device) return failed()
    const at = command.requestedAt.toISOString()
    const message: CommandMessage = { commandId, at, action, args, expiresAt: expiresAt.toISOString() }
    // A door may answer before it is known here that it has heard.
    const left = clock.now()
    try {
      if (await wire.send(device.id, message)) note({ commandId, status: 'sent', detail: null, at: left })
      else failed()
    } catch (error) {
      if (error instanceof Unencodable) note({ commandId, status: 'refused', detail: error.message, at: clock.now() })
      // It may have left or not: its time-out says so.
      else log.error({ error, commandId }, 'a command could not be sent')
    }
  }

  const reaches = (deviceId: string) => wire?.reaches(deviceId) === true

  // After COMMIT only.
  const dispatch = (list: readonly StoredCommand[]) => {
    const unsent = list.filter((command) => command.sender === null)
    for (const command of list) if (command.sender === me) void sendOne(command)
    if (unsent.length === 0) return
    const fail = (ids: readonly string[]) => {
      for (const id of ids) note({ commandId: id, status: 'failed', detail: notConnected, at: clock.now() })
    }
    if (!others) return fail(unsent.map(({ id }) => id))
    // Whoever has taken one up by then is its sender.
    clock.after(othersMs, () =>
      claimUnsent(
        store.pool,
        me,
        unsent.map(({ id }) => id),
      ).then(fail, (error: unknown) => log.warn({ error }, 'whether others sent a command is found out later')),
    )
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
      const rows = proposed.map(({ command, door }): StoredCommand => {
        const seconds = command.args.seconds ?? door.pulseSeconds
        const pulses = command.action === 'unlock'
        return {
          ...command,
          id: uuid(),
          args: pulses ? { ...command.args, seconds } : command.args,
          correlationId: door.incident ?? command.correlationId,
          requestedAt,
          expiresAt: new Date(requestedAt.getTime() + (command.expiresInMs ?? door.answerSeconds * 1000)),
          sender: reaches(command.deviceId) ? me : null,
          relockAt: pulses && !relocksByItself(door.driver) ? new Date(requestedAt.getTime() + seconds * 1000) : null,
          door: door.name,
        }
      })
      const settled = await insertCommands(tx, rows, others && rows.some(({ sender }) => sender === null))
      const issued = rows.map(({ id, deviceId, action, correlationId, expiresAt }) => ({
        commandId: id,
        deviceId,
        action,
        correlationId,
        expiresAt,
      }))
      await also?.(tx, issued)
      if (!recorded) await record(rows.map(entryOf), tx)
      return { kept: rows, issued, settled }
    })
    notify(done.settled)
    dispatch(done.kept)
    return done.issued
  }

  const sweep = async (now: Date) => {
    const late = await overdue(store.pool, now)
    if (late.length > 0)
      await settleNow(
        late.map(({ id, status, sender, requestedAt }) => ({
          commandId: id,
          status: status === 'requested' && sender === null ? 'failed' : 'no-answer',
          detail: whyOverdue(status, sender, requestedAt),
          at: now,
        })),
      )
    const due = await relockDue(store.pool, now)
    // Together where that is possible: whatever is wrong with one door leaves no other open.
    await relock(due).catch(async (error: unknown) => {
      if (due.length < 2) throw error
      for (const one of due)
        await relock([one]).catch((why: unknown) => log.warn({ error: why, door: one.deviceId }, cannotRelock))
    })
  }

  const sweeping = storeLoop(store, sweepEveryMs, sweep, { log, failure: 'commands wait for the store' })

  const relock = (due: readonly RelockDue[]) =>
    issue(
      due.map(({ companyId, deviceId, correlationId, seconds }) => ({
        companyId,
        deviceId,
        action: 'lock',
        args: {},
        reason: `The ${seconds ?? defaultPulse} s of the unlock are over`,
        by: { userId: null, actor: 'Gatehouse' },
        correlationId,
      })),
    )

  const whyOverdue = (status: string, sender: string | null, requestedAt: Date): string => {
    if (status === 'requested' && sender === null) return 'It was never sent'
    if (sender === me || requestedAt >= began) return 'The door did not answer in time'
    return status === 'requested'
      ? 'The server was stopped while it was being sent: it may have left or not'
      : 'The server was stopped before the answer came'
  }

  return {
    issue,
    async releasesTo(tx, deviceId) {
      for (const { afterHold } of policies) {
        const wanted = await afterHold?.(tx, deviceId)
        if (wanted) return wanted
      }
      return 'lock'
    },
    async recordAcks(tx, batch) {
      const given = batch.flatMap(({ device, message, receivedAt }): Answer[] => {
        const commandId = anId.safeParse(message.commandId).data
        if (commandId === undefined) return []
        const whose = { commandId, deviceId: device.id, at: receivedAt }
        if (message.result === 'done') return [{ ...whose, status: 'confirmed', detail: null }]
        return [{ ...whose, status: 'refused', detail: message.reason ?? 'The door gave no reason' }]
      })
      return given.length === 0 ? nothingToPublish : settleWithin(tx, given)
    },
    begin(given) {
      wire = given
      sweeping.begin()
    },
    async takeUp() {
      if (!wire || !others) return
      const mine = await claimReachable()
      for (const command of mine) void sendOne(command)
    },
    settleWithin,
    sweep,
    async stop() {
      stopped = true
      await sweeping.stop()
      await noting
    },
  }

  // Not what was left over from before this process: whoever asked for it has been told otherwise by then.
  async function claimReachable(): Promise<StoredCommand[]> {
    const since = new Date(Math.max(began.getTime(), clock.ms() - othersMs))
    const { rows } = await store.pool.query<{ id: string; deviceId: string }>(
      `select id, device_id as "deviceId" from command
       where status = 'requested' and sender is null and requested_at >= $1 and expires_at > $2::timestamptz`,
      [since, clock.now()],
    )
    const here = rows.filter(({ deviceId }) => reaches(deviceId)).map(({ id }) => id)
    if (here.length === 0) return []
    const mine = new Set(await claimUnsent(store.pool, me, here))
    return readCommands(store.pool, [...mine])
  }
}

const notConnected = 'The door is not connected, or does not listen for its commands'
const cannotRelock = 'a door could not be told to lock again'

const askedBy: Record<Action, Asked> = {
  unlock: 'unlock',
  lock: 'lock',
  'hold-unlocked': 'hold',
  lockdown: 'lockdown',
  'release-lockdown': 'release-lockdown',
}

const entryOf = ({ companyId, by, asked, id, args, door, reason, correlationId }: StoredCommand) => ({
  companyId,
  userId: by.userId,
  actor: by.actor,
  action: `doors.${asked}`,
  input: { commandId: id, ...args },
  subject: door,
  after: { status: 'requested' },
  reason,
  status: 202,
  address: by.address ?? '',
  correlationId,
})
