// Who is let through a door: what doors ask is decided here, and those that decide alone are given a list. Every
// decision is on the log before a door hears of it.
import type { DecisionMessage } from '@gatehouse/contract/building/wire'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Names } from '../../kit/names.ts'
import type { Recorder, ReceivedMessage } from '../../kit/recorders.ts'
import type { Vault } from '../../kit/secrets/vault.ts'
import { createAnswers, type Answers } from './answers.ts'
import { recordAsks } from './asks.ts'
import { judgeAccess, type Judgement, recordDifferences } from './judge.ts'
import { createLists, type Lists } from './lists.ts'
import { type NoteParts, noteOf } from './remarkable.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

export { serveDecisions } from './serve-decisions.ts'

export interface DecisionParts {
  readonly store: Store
  readonly vault: Vault
  readonly directory: Directory
  readonly bus: Bus
  readonly names: Names
  readonly log: Logger
  readonly storeEvents: NoteParts['storeEvents']
}

/** What has the connections to the doors. */
export interface Wire {
  publish(deviceId: string, what: 'decision' | 'access-list', message: object, expiresAt: string): Promise<boolean>
}

export interface Decisions {
  readonly recordAsks: Recorder<'ask'>
  /** What doors say they hold of their lists. */
  readonly recordStatuses: Recorder<'status'>
  /** Accesses that a controller decided otherwise than the rules have it. */
  readonly recordDifferences: Recorder<'event'>
  /** What the rules say of an access that a controller has decided alone; nothing of others. */
  judge(received: ReceivedMessage<'event'>): Judgement
  /** The same ask came again: it gets the same answer, as long as that is good. */
  repeated(received: ReceivedMessage): void
  readonly snapshot: Snapshot
  readonly lists: Lists
  readonly answers: Answers
  /** One of the rules changed, on whichever node. */
  reload(): Promise<void>
  /** From now on there is a wire. */
  begin(wire: Wire): void
  stop(): Promise<void>
}

export const createDecisions = (parts: DecisionParts): Decisions => {
  const { store, log } = parts
  const snapshot = createSnapshot(store, parts.vault, log)
  const lists = createLists(store, snapshot, log)
  let wire: Wire | undefined
  const send = (device: ReceivedMessage['device'], message: DecisionMessage) => {
    wire
      ?.publish(device.id, 'decision', message, message.expiresAt)
      .catch((error: unknown) => log.warn({ error, door: device.key }, 'an answer could not be sent'))
  }
  const answers = createAnswers()
  snapshot.reload().catch((error: unknown) => log.warn({ error }, 'the rules of access could not be read yet'))
  return {
    recordAsks: recordAsks({
      snapshot,
      bus: parts.bus,
      names: parts.names,
      note: noteOf(parts),
      answer(device, message) {
        answers.keep(device.id, message)
        send(device, message)
      },
    }),
    recordStatuses: lists.recordStatuses,
    recordDifferences: recordDifferences(snapshot, parts.storeEvents),
    judge: (received) => judgeAccess(snapshot.known()?.get(received.device.companyId), received),
    repeated(received) {
      const message = received.kind === 'ask' ? answers.of(received.device.id, received.message.id) : undefined
      if (message) send(received.device, message)
    },
    snapshot,
    lists,
    answers,
    reload: () => snapshot.reload(),
    begin(through) {
      wire = through
      lists.begin((deviceId, message, expiresAt) => through.publish(deviceId, 'access-list', message, expiresAt))
    },
    stop: () => lists.stop(),
  }
}
