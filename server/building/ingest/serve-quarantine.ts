// What could not be read, for people: looked at, offered to the drivers once more, deleted.
import * as ingest from '@gatehouse/contract/building/ingest'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import type { SortedFilter } from '../../db/sorted.ts'
import { existing } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Intake } from './intake.ts'
import {
  deleteQuarantined,
  deleteQuarantinedUntil,
  markReplayed,
  quarantinedById,
  quarantineList,
  quarantinePage,
} from './quarantine.sql.ts'

export const serveQuarantine = (serve: Serve, db: Db, intake: Pick<Intake, 'retry'>) => {
  serve(ingest.quarantine, async (wanted, caller) => {
    const rowsOf = (filter: SortedFilter<typeof ingest.quarantine>) => quarantinePage(db, caller, filter)
    const { page, next } = await quarantineList.page(wanted, rowsOf, ({ id }) => id)
    return { messages: page, next }
  })

  serve(ingest.replay, async ({ id }, caller, call) => {
    const row = existing(await quarantinedById(db, caller, id), 'This message')
    call.annotate({ subject: row.topic })
    const { result, reason } = await intake.retry(row, { ...row, carries: () => true })
    // After it, not with it: the message goes the way of all others, many in one transaction of the pipeline's, which
    // knows of no call. Killed in between, it has come in, and still stands here as one that has not.
    const facts = changes(
      { reason: row.reason, replayed: row.replayedAt !== null },
      { reason: reason ?? null, replayed: result !== 'quarantined' },
    )
    await inTransaction(db, async (tx) => {
      if (result !== 'quarantined') await markReplayed(tx, id)
      await call.record(tx, { ...facts, after: { ...facts.after, result } })
    })
    return reason === undefined ? { result } : { result, reason }
  })

  serve(ingest.discard, async ({ id }, caller, call) => {
    await inTransaction(db, async (tx) => {
      const deleted = existing(await deleteQuarantined(tx, caller, id), 'This message')
      await call.record(tx, { subject: deleted.topic, before: { ...deleted } })
    })
  })

  serve(ingest.discardAll, async ({ until }, caller, call) => {
    const discarded = await inTransaction(db, async (tx) => {
      const count = await deleteQuarantinedUntil(tx, caller, new Date(until))
      await call.record(tx, { after: { messages: count, receivedBy: until } })
      return count
    })
    return { discarded }
  })
}
