// The queue of entries and exits that do not match, and how they are put right: by one more, never by changing any.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Unmatched } from '@gatehouse/contract/access/entry-exit'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { alone, withoutOrder } from '../../db/sorted.ts'
import { invalid, notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { addByHand, demandMayLog, type HandParts } from './by-hand.ts'
import { leadsTo, publishLogged } from './passage.ts'
import { countOpen, type QueueParts, queueList, readQueue } from './queue.sql.ts'

export const serveQueue = (serve: Serve, parts: QueueParts & HandParts) => {
  const { store, directory, bus } = parts

  serve(entryExit.unmatchedList, async (wanted, caller) => {
    const { page, next } = await queueList.page(
      wanted,
      (filter) => readQueue(parts, caller, filter),
      ({ id }) => id,
    )
    return { unmatched: page, next, open: await countOpen(store.db, caller, labelScope(caller)) }
  })

  serve(entryExit.unmatchedById, async ({ id }, caller) => ({ unmatched: await itemOf(caller, id) }))

  serve(entryExit.correct, async ({ id, type, doorId, timestamp, reason }, caller, { correlationId, record }) => {
    const item = await openItem(caller, id)
    demandMayLog(caller, type)
    const door = directory.byId(doorId)
    const { userId } = item.log
    if (!caller.companyId || !userId || door?.kind !== 'door' || !directory.sees(caller, doorId))
      throw notFound('This door')
    refuseUnfit(item, type, timestamp)
    const log = await addByHand(
      parts,
      {
        companyId: caller.companyId,
        userId,
        doorId,
        zoneId: door.zoneId,
        leadsTo: leadsTo(door.door, type),
        type,
        at: new Date(timestamp),
        correlationId,
        recordedBy: caller.userId,
        note: reason,
        corrects: item.log.id,
      },
      async (client, tx, added) => {
        await settle(tx, caller, id, { status: 'corrected', reason, correction_id: added.id })
        await client.query(
          `update entry_exit_log set corrected_by = $1 where id = $2 and at >= $3::timestamptz
             and at < $3::timestamptz + interval '1 millisecond'`,
          [added.id, item.log.id, item.log.timestamp],
        )
        await record(tx, {
          subject: item.log.person,
          before: { kind: item.kind, log: item.log.id, door: item.log.door, at: item.log.timestamp },
          after: { type, door: door.name, at: added.timestamp, log: added.id },
        })
      },
    )
    // The one that it puts right is marked on every screen.
    publishLogged(bus, caller.companyId, { ...item.log, correctedBy: log.id })
    publishQueue(caller.companyId)
    return { log, unmatched: await itemOf(caller, id) }
  })

  serve(entryExit.dismiss, async ({ id, reason }, caller, { record }) => {
    const item = await openItem(caller, id)
    demandMayLog(caller, missingOf(item))
    await inTransaction(store.db, async (tx) => {
      await settle(tx, caller, id, { status: 'dismissed', reason })
      await record(tx, {
        subject: item.log.person,
        before: { status: 'open', kind: item.kind, log: item.log.id },
        after: { status: 'dismissed', kind: item.kind, log: item.log.id },
      })
    })
    if (caller.companyId) publishQueue(caller.companyId)
    return { unmatched: await itemOf(caller, id) }
  })

  const itemOf = async (caller: Caller, id: string): Promise<Unmatched> => {
    const [item] = await readQueue(parts, caller, { id, limit: 1, order: alone })
    if (!item) throw notFound('This entry or exit')
    return withoutOrder(item)
  }

  const openItem = async (caller: Caller, id: string): Promise<Unmatched> => {
    const item = await itemOf(caller, id)
    if (item.status !== 'open') throw settledAlready()
    return item
  }

  const publishQueue = (companyId: string) => bus.publish(entryExit.unmatchedChanged, companyId, { at: clock.iso() })
}

const settledAlready = () => new Refusal(409, 'SETTLED', 'Somebody has settled this already.')

const settle = async (
  tx: Db,
  caller: Caller,
  id: string,
  outcome: Pick<Unmatched, 'status' | 'reason'> & { readonly correction_id?: string },
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('entry_exit_unmatched')
    .set({ ...outcome, settled_at: clock.now(), settled_by: caller.userId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw settledAlready()
}

const missingOf = ({ kind }: Pick<Unmatched, 'kind'>) => (kind === 'exit-without-entry' ? 'entry' : 'exit')

// What is added has to be what is missing, and where it is missing.
const refuseUnfit = ({ kind, log, previous }: Unmatched, type: 'entry' | 'exit', timestamp: string) => {
  const missing = missingOf({ kind })
  if (type !== missing) throw invalid([{ field: 'type', message: `What is missing here is an ${missing}.` }])
  const at = Date.parse(timestamp)
  const here = Date.parse(log.timestamp)
  if (kind === 'still-inside') {
    if (at <= here) throw invalid([{ field: 'timestamp', message: 'The exit comes after the entry.' }])
    return
  }
  if (at >= here)
    throw invalid([{ field: 'timestamp', message: `What is missing comes before the ${log.type} that was stored.` }])
  if (previous && at <= Date.parse(previous.timestamp))
    throw invalid([{ field: 'timestamp', message: `What is missing comes after the ${previous.type} before it.` }])
}
