// The life of commands, whatever they ask of whichever device: stored first, sent once after COMMIT by the process that has the
// device's connection, settled by what the device says, or by time. Nothing is ever sent again: what is to be tried anew is
// another command.
import { randomUUID } from 'node:crypto'
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { CommandMessage } from '@gatehouse/contract/building/wire'
import { id as anId } from '@gatehouse/contract/shapes'
import { Unencodable } from '@gatehouse/devices/driver'
import type { Transaction } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { AuditLog } from '../../record/activity/activity.ts'
import type { Store } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Directory } from '../devices/devices.ts'
import { clock } from '../../kit/clock.ts'
import type { AuditEntry } from '../../kit/http/serve.ts'
import { nothingToPublish, type Recorder } from '../../kit/recorders.ts'
import type { AnyStanding } from './commands.sql.ts'
import {
  claimUnsent,
  type Draft,
  insertCommands,
  overdue,
  readCommands,
  type StoredCommand,
  unsentSince,
} from './keep.sql.ts'
import { type Answer, settle, type Settled, type Settling } from './settle.ts'

/** What has the connections to the devices. */
export interface Wire {
  /** Whether this process could send to it now. */
  reaches(deviceId: string): boolean
  /** Whether it was there to hear it. Throws Unencodable when it cannot do what is asked. */
  send(deviceId: string, command: CommandMessage): Promise<boolean>
}

/** Commands that live alike: those to devices of one kind. */
export interface CommandsOf<S extends AnyStanding> extends Settling<S> {
  readonly kind: DeviceKind
  /** What such a device is called: `door`. */
  readonly noun: string
  /** After COMMIT. */
  readonly publish: (settled: readonly Settled<S>[]) => void
  /** What is due beside the time-outs, once a second. */
  readonly due?: (now: Date) => Promise<unknown>
}

/** What was stored, to be published and sent once it is committed. */
export interface Issuance {
  readonly commands: readonly StoredCommand[]
  /** That they were asked for, for the activity log. */
  readonly entries: readonly AuditEntry[]
  readonly dispatch: () => void
}

export interface CommandLife {
  keep(tx: Transaction<DB>, drafts: readonly Draft[]): Promise<Issuance>
  readonly recordAcks: Recorder<'ack'>
  /** From now on there is a wire; what was left over from before is settled, and never sent. */
  begin(wire: Wire): void
  /** Another node has commands for devices that are perhaps connected here. */
  takeUp(): Promise<void>
  /** Within a transaction: something became known of commands. Publish after COMMIT. */
  settleWithin(tx: Pick<pg.ClientBase, 'query'>, answers: readonly Answer[]): Promise<() => void>
  /** What is due by now. */
  sweep(now: Date): Promise<void>
  stop(): Promise<void>
}

interface LifeParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly record: AuditLog
  readonly log: Logger
  /** Whether other nodes may have connections that this one has not. */
  readonly others: boolean
}

const sweepEveryMs = 1000
const retryMs = 200
/** How long another node may take to say that it has the connection. */
const othersMs = 1500

export const createCommandLife = <S extends AnyStanding>(of: CommandsOf<S>, parts: LifeParts): CommandLife => {
  const { store, directory, record, log, others } = parts
  const me = randomUUID()
  const began = clock.now()
  let wire: Wire | undefined
  let answers: Answer[] = []
  let noting: Promise<void> | undefined
  let stopped = false
  const notConnected = `The ${of.noun} is not connected, or does not listen for its commands`

  const settleWithin: CommandLife['settleWithin'] = async (tx, given) => {
    const settled = await settle(tx, record, of, given)
    return () => of.publish(settled)
  }

  const settleNow = async (given: readonly Answer[]) => {
    const publish = await inPoolTransaction(store.pool, (tx) => settleWithin(tx, given))
    publish()
  }

  // What became known here is written down many at a time, and again until it is stored: each step happens once.
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
    // A device may answer before it is known here that the command has reached it.
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

  const sweep = async (now: Date) => {
    const late = await overdue(store.pool, of.asked, now)
    if (late.length > 0)
      await settleNow(
        late.map(({ id, status, sender, requestedAt }) => ({
          commandId: id,
          status: status === 'requested' && sender === null ? 'failed' : 'no-answer',
          detail: whyOverdue(status, sender, requestedAt),
          at: now,
        })),
      )
    await of.due?.(now)
  }

  const sweeping = storeLoop(store, sweepEveryMs, sweep, { log, failure: 'commands wait for the store' })

  const whyOverdue = (status: string, sender: string | null, requestedAt: Date): string => {
    if (status === 'requested' && sender === null) return 'It was never sent'
    if (sender === me || requestedAt >= began) return `The ${of.noun} did not answer in time`
    return status === 'requested'
      ? 'The server was stopped while it was being sent: it may have left or not'
      : 'The server was stopped before the answer came'
  }

  const entryOf = ({ companyId, by, asked, id, args, device, reason, correlationId }: StoredCommand): AuditEntry => ({
    companyId,
    userId: by.userId,
    actor: by.actor,
    action: `${of.domain}.${asked}`,
    input: { commandId: id, ...args },
    subject: device,
    after: { status: 'requested' },
    reason,
    status: 202,
    address: by.address ?? '',
    correlationId,
  })

  return {
    async keep(tx, drafts) {
      const commands = drafts.map(
        (draft): StoredCommand => ({ ...draft, id: uuid(), sender: reaches(draft.deviceId) ? me : null }),
      )
      const settled = await insertCommands<S>(tx, commands, others && commands.some(({ sender }) => sender === null))
      return {
        commands,
        entries: commands.map(entryOf),
        dispatch() {
          of.publish(settled)
          dispatch(commands)
        },
      }
    },
    async recordAcks(tx, batch) {
      const given = batch.flatMap(({ device, message, receivedAt }): Answer[] => {
        const commandId = anId.safeParse(message.commandId).data
        if (commandId === undefined || device.kind !== of.kind) return []
        const whose = { commandId, deviceId: device.id, at: receivedAt }
        if (message.result === 'done') return [{ ...whose, status: 'confirmed', detail: null }]
        return [{ ...whose, status: 'refused', detail: message.reason ?? `The ${of.noun} gave no reason` }]
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

  // Not what was left over from before this process: whoever asked for it has had another answer by then.
  async function claimReachable(): Promise<StoredCommand[]> {
    const since = new Date(Math.max(began.getTime(), clock.ms() - othersMs))
    const waiting = await unsentSince(store.pool, of.asked, { since, now: clock.now() })
    const here = waiting.filter(({ deviceId }) => reaches(deviceId)).map(({ id }) => id)
    if (here.length === 0) return []
    const mine = new Set(await claimUnsent(store.pool, me, here))
    return readCommands(store.pool, [...mine])
  }
}
