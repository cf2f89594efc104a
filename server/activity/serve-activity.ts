// The calls of the activity log: read, checked, and taken away as files.
import * as activity from '@gatehouse/contract/activity'
import { copyCsv, copyLines } from '../db/copy-out.ts'
import type { Store } from '../db/pool.ts'
import { notFound } from '../kit/errors.ts'
import type { Call, Serve } from '../kit/serve.ts'
import type { ActivityRecord } from './activity.ts'
import { type Head, publicKeyText, yearOf } from './chain.ts'
import { headFrom, newestHead } from './heads.sql.ts'
import { csvRows, entriesOf, entriesOfMine, entryOf, jsonRows, ownersFor } from './read.sql.ts'
import { verifyRecord } from './verify.ts'
import { chainsOf, linkAt, readFrom } from './verify.sql.ts'

export const serveActivity = (serve: Serve, store: Store, { sealer, heads, keys }: ActivityRecord) => {
  const { db } = store
  const read = readFrom(store.pool)

  serve(activity.list, (wanted, caller) => entriesOf(db, caller, wanted))

  serve(activity.mine, (wanted, caller) => entriesOfMine(db, caller, wanted))

  serve(activity.byId, async ({ id }, caller) => {
    const entry = await entryOf(db, caller, id)
    if (!entry) throw notFound('This entry')
    const link = await linkAt(read, id, yearOf(`/${entry.at}`))
    if (!link) return { entry, proof: null }
    const { chain, seq, previous, content, hash } = link
    return {
      entry,
      proof: { chain, seq, previous, content, hash, checkpoint: (await headFrom(read, chain, seq)) ?? null },
    }
  })

  serve(activity.verify, async ({ from, to }, caller, call) => {
    const owners = ownersFor(caller)
    await sealer.seal()
    const found = await verifyRecord({
      read,
      publicKey: keys.publicKey,
      isOurs: keys.isOurs,
      kept: heads.all(),
      owners,
      from,
      to,
    })
    call.tell({
      after: { ok: found.ok, checked: found.checked, ...(found.firstBroken ? { firstBroken: found.firstBroken } : {}) },
    })
    return found
  })

  serve(activity.checkpoints, async (_input, caller) => {
    await sealer.seal()
    const found: Head[] = []
    for (const chain of await chainsOf(read, ownersFor(caller))) {
      const head = await newestHead(read, chain)
      if (head) found.push(head)
    }
    return { checkpoints: found, publicKey: publicKeyText(keys.publicKey) }
  })

  serve(activity.exportCsv, async (filters, caller, call) => {
    const rows = await copyCsv(store, csvRows(db, caller, filters))
    named(call, 'csv')
    return rows
  })

  serve(activity.exportJson, async (filters, caller, call) => {
    const rows = await copyLines(store, jsonRows(db, caller, filters))
    named(call, 'json')
    return asArray(rows)
  })
}

const named = ({ reply }: Call, kind: 'csv' | 'json') =>
  reply.header(
    'content-disposition',
    `attachment; filename="gatehouse-activity-${new Date().toISOString().slice(0, 10)}.${kind}"`,
  )

async function* asArray(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[\n')
  yield* rows
  yield Buffer.from(']\n')
}
