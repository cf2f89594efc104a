// One transaction of device messages: repeats sorted out, the rest given to the recorders of their kinds.
import { hash } from 'node:crypto'
import type { Kind } from '@gatehouse/contract/building/wire'
import type pg from 'pg'
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Judge, Observe, Observed, Recorders, ReceivedMessage } from '../../kit/recorders.ts'

export interface Stored {
  /** Places in the batch of the messages that had not been stored before. */
  readonly fresh: ReadonlySet<number>
  /** Tells the rest of the house; only after COMMIT. */
  publish(): void
}

/** COMMIT was sent and no answer came: it may have happened. */
export class UnsureCommit extends Error {
  readonly stored: Stored

  constructor(cause: unknown, stored: Stored) {
    super('no answer to COMMIT', { cause })
    this.stored = stored
  }
}

export const storeBatch = async (
  tx: pg.Client,
  batch: readonly ReceivedMessage[],
  recorders: Recorders,
  judge: Judge,
): Promise<Stored> => {
  // Answered before anything else is sent: what is written where BEGIN has failed would stand by itself, and make what is
  // not stored look stored.
  await tx.query('begin')
  const fresh = await takeFresh(tx, batch)
  const byKind = new Map<Kind, ReceivedMessage[]>()
  batch.forEach((received, i) => {
    if (!fresh.has(i)) return
    const same = byKind.get(received.kind)
    if (same) same.push(received)
    else byKind.set(received.kind, [received])
  })
  const publishers: (() => void)[] = []
  const observations: Observed[] = []
  const observe: Observe = (list) => {
    for (const one of list) observations.push(one)
  }
  for (const [kind, same] of byKind) publishers.push(await recordKind(tx, recorders, kind, same, observe))
  // Last, and once for all kinds: whoever else judges waits for the same rows in the same order.
  if (observations.length > 0) publishers.push(await judge(tx, observations))
  const stored: Stored = {
    fresh,
    publish() {
      for (const publish of publishers) publish()
    },
  }
  try {
    await tx.query('commit')
  } catch (error) {
    throw new UnsureCommit(error, stored)
  }
  return stored
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the recorder to the messages it gets
const recordKind = <K extends Kind>(
  tx: pg.Client,
  recorders: Recorders,
  kind: K,
  batch: readonly ReceivedMessage[],
  observe: Observe,
) =>
  recorders[kind](
    tx,
    batch.filter((received): received is ReceivedMessage<K> => received.kind === kind),
    observe,
  )

// Which of the batch have not been stored before, by their place in it. A device that counts its ids anew says something
// else under an id that it has used: that is another message, and only what says the same is a repeat.
const takeFresh = async (tx: pg.Client, batch: readonly ReceivedMessage[]): Promise<Set<number>> => {
  const first = new Map<
    string,
    { readonly place: number; readonly received: ReceivedMessage; readonly digest: string }
  >()
  batch.forEach((received, place) => {
    const digest = digestOf(received)
    const key = keyOf(received.device.id, received.message.id, digest)
    if (!first.has(key)) first.set(key, { place, received, digest })
  })
  const each = [...first.values()]
  const values = [
    arrayLiteral(each.map(({ received }) => received.device.id)),
    arrayLiteral(each.map(({ received }) => received.message.id)),
    arrayLiteral(each.map(({ digest }) => digest)),
  ]
  const { rowCount } = await tx.query({
    name: 'take-fresh',
    text: `insert into message (device_id, message_id, digest, received_at)
           select d, m, x, r from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as t (d, m, x, r)
           order by d, m, x
           on conflict do nothing`,
    values: [...values, arrayLiteral(each.map(({ received }) => received.receivedAt))],
  })
  // Nearly always all of them: that they are named costs more than storing some of them.
  if (rowCount === each.length) return new Set(each.map(({ place }) => place))
  const { rows } = await tx.query<{ device_id: string; message_id: string; digest: string }>({
    name: 'taken-fresh',
    text: `select device_id, message_id, digest from message m
           join unnest($1::uuid[], $2::text[], $3::text[]) as t (device_id, message_id, digest)
             using (device_id, message_id, digest)
           where m.xmin = pg_current_xact_id()::xid`,
    values,
  })
  return new Set(rows.flatMap((row) => first.get(keyOf(row.device_id, row.message_id, row.digest))?.place ?? []))
}

const keyOf = (deviceId: string, messageId: string, digest: string) => `${deviceId} ${digest} ${messageId}`

/** Of what it says, its fields in the order of the wire: 64 bits, as it has to tell apart only what has the same id. */
const digestOf = ({ kind, message }: ReceivedMessage): string =>
  hash('sha1', `${kind} ${JSON.stringify(message)}`, 'base64url').slice(0, 11)
