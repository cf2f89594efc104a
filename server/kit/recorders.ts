// A device message on its way into the store, and what a domain does with a batch of them.
import type { Kind, Message } from '@gatehouse/contract/building/wire'
import type pg from 'pg'

/** What the message's sender is known to be. */
export interface Sender {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly zoneId: string | null
  readonly kind: 'door' | 'camera' | 'intercom' | 'gas' | 'counter'
  readonly name: string
  readonly zone: string | null
  readonly timeZone: string
  readonly door: { readonly fromZoneId: string | null; readonly toZoneId: string | null } | null
}

export interface ReceivedMessage<K extends Kind = Kind> {
  readonly device: Sender
  readonly kind: K
  readonly message: Message<K>
  /** Device time where it can be believed, else server time: what the series are ordered by. */
  readonly at: Date
  /** Device time as said, whether believed or not. */
  readonly deviceAt: Date
  readonly receivedAt: Date
}

/**
 * Stores a batch inside the caller's transaction and returns what to tell the rest of the house once it is committed.
 * Messages are fresh (no repeats) and in order of arrival.
 */
export type Recorder<K extends Kind> = (tx: pg.Client, batch: readonly ReceivedMessage<K>[]) => Promise<() => void>

export type Recorders = { readonly [K in Kind]: Recorder<K> }

/** Several recorders for one kind of message, each taking what concerns it. */
export const together =
  <K extends Kind>(...recorders: Recorder<K>[]): Recorder<K> =>
  async (tx, batch) => {
    const notify: (() => void)[] = []
    for (const record of recorders) notify.push(await record(tx, batch))
    return () => {
      for (const publish of notify) publish()
    }
  }

/** What a recorder answers when there is nothing to tell. */
export const nothingToPublish = () => undefined
