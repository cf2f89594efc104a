// A device message on its way into the store, and what a domain does with a batch of them.
import type { DeviceKind } from '@gatehouse/contract/building/devices'
import type { Kind, Message } from '@gatehouse/contract/building/wire'
import type { MeasureName } from '@gatehouse/contract/safety/measures'
import type { Quality } from '@gatehouse/contract/shapes'
import type pg from 'pg'

/** What the message's sender is known to be. */
export interface Sender {
  readonly id: string
  readonly key: string
  readonly companyId: string
  readonly zoneId: string | null
  readonly kind: DeviceKind
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

/** What alarm rules are judged by: a value, a condition or an event of a device, as its domain understands it. */
export interface Observation {
  readonly deviceId: string
  /** Of which part of the device: a gas channel. */
  readonly part?: string
  readonly measure: MeasureName
  /** A number, or whether a condition holds; null: cannot be told. True of an event. */
  readonly value: number | boolean | null
  /** As the device measures it; absent where the measure has none. */
  readonly unit?: string
  readonly quality?: Quality
  /** What is true is this value or more, and how much more cannot be told. */
  readonly isAtLeast?: boolean
  readonly at: Date
  /** Of the incident that it belongs to, where its domain knows. */
  readonly correlationId?: string | null | undefined
  /** A person who is not notified of what comes of it. */
  readonly hiddenFrom?: string | null
  /** How it is so, in words: it stands in the alarm that is raised by it. */
  readonly note?: string
}

/** What is so of a place, and of no device: of a company as a whole, or of its sites and their zones. */
export interface PlaceObservation {
  readonly companyId: string
  /** In which zone it changed; absent: in all of the company, or nobody can tell. */
  readonly zoneId?: string | null
  readonly part?: string
  readonly measure: MeasureName
  /** null: it has changed in this transaction, and whoever judges it counts it once nobody else can change it. */
  readonly value: boolean | null
  readonly at: Date
  /** Of the incident that it belongs to, where its domain knows. */
  readonly correlationId?: string
}

export type Observed = Observation | PlaceObservation

export type Observe = (observations: readonly Observed[]) => void

/** Judges in the transaction of what was observed; answers what to publish after COMMIT. */
export type Judge = (tx: Pick<pg.ClientBase, 'query'>, observations: readonly Observed[]) => Promise<() => void>

/**
 * Stores a batch inside the caller's transaction and returns what to tell the rest of the house once it is committed.
 * Messages are fresh (no repeats) and in order of arrival. What alarm rules are to be judged by is handed to `observe`.
 */
export type Recorder<K extends Kind> = (
  tx: pg.Client,
  batch: readonly ReceivedMessage<K>[],
  observe: Observe,
) => Promise<() => void>

export type Recorders = { readonly [K in Kind]: Recorder<K> }

/** Several recorders for one kind of message, each taking what concerns it. */
export const together =
  <K extends Kind>(...recorders: Recorder<K>[]): Recorder<K> =>
  async (tx, batch, observe) => {
    const notify: (() => void)[] = []
    for (const record of recorders) notify.push(await record(tx, batch, observe))
    return () => {
      for (const publish of notify) publish()
    }
  }

/** What a recorder answers when there is nothing to tell. */
export const nothingToPublish = () => undefined
