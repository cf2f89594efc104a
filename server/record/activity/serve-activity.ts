// The calls of the activity log: read, checked, and taken away as files.
import type { Readable } from 'node:stream'
import * as activity from '@gatehouse/contract/record/activity'
import { type Copied, copyCsv, copyLines } from '../../db/csv/copy-out.ts'
import type { Store } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { createConcurrencyLimit } from '../../kit/concurrency-limit.ts'
import { clock } from '../../kit/clock.ts'
import { existing, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { OpenAuditLog } from './activity.ts'
import { type Head, publicKeyText, yearOf } from './chain.ts'
import { headFrom, newestHead } from './heads.sql.ts'
import { csvRows, entriesOf, entriesOfMine, entryOf, jsonRows, ownersFor } from './read.sql.ts'
import { type Verdict, verifyRecord, type Wanted } from './verify.ts'
import { chainsOf, linkAt, readFrom } from './verify.sql.ts'

// Each file holds a connection to the store for as long as it is read, and each check reads everything: a few of either
// leave the store and this server to the others.
const files = { atOnce: 8, atOnceOfOne: 2 }
const checks = { atOnce: 2, atOnceOfOne: 1 }

/** Checks the record as it stands now, of these owners: what waits to be sealed is sealed before. */
export const checkRecord = async (
  store: Store,
  { sealer, heads, keys }: OpenAuditLog,
  wanted: Pick<Wanted, 'owners' | 'from' | 'to' | 'signal'>,
): Promise<Verdict> => {
  await sealer.seal()
  const read = readFrom(store.pool)
  return verifyRecord({ read, publicKey: keys.publicKey, isOurs: keys.isOurs, kept: heads.all(), ...wanted })
}

export const serveActivity = (serve: Serve, store: Store, opened: OpenAuditLog) => {
  const { sealer, keys } = opened
  const { db } = store
  const read = readFrom(store.pool)
  const exporting = createConcurrencyLimit(files, 'Other files are still being written. Try again when they are there.')
  const verifying = createConcurrencyLimit(
    checks,
    'The record is being checked already. Try again when that is release.',
  )

  /** A file, which counts until nobody reads it any more. */
  const written = async (caller: Caller, call: Call, copy: () => Promise<Copied>): Promise<Readable> => {
    const release = exporting.acquire(caller.userId)
    try {
      const rows = await copy()
      call.annotateAtEnd(() => ({ rows: rows.rowsGiven() }))
      return rows.once('close', release)
    } catch (error) {
      release()
      throw error
    }
  }

  serve(activity.list, (wanted, caller) => entriesOf(db, caller, wanted))

  serve(activity.mine, (wanted, caller) => entriesOfMine(db, caller, wanted))

  serve(activity.byId, async ({ id }, caller) => {
    const entry = existing(await entryOf(db, caller, id), 'This entry')
    const link = entry.seq === null ? undefined : await linkAt(read, id, yearOf(`/${entry.at}`))
    if (!link) return { entry, proof: null }
    const { chain, seq, previous, content, hash } = link
    return {
      entry,
      proof: { chain, seq, previous, content, hash, checkpoint: (await headFrom(read, chain, seq)) ?? null },
    }
  })

  serve(activity.verify, async ({ from, to }, caller, call) => {
    const owners = ownersFor(caller)
    const release = verifying.acquire(owners.join(' '))
    // Who leaves the page and comes back finds it free.
    const gone = new AbortController()
    call.reply.raw.once('close', () => gone.abort(new Refusal(400, 'BAD_REQUEST', 'The caller hung up.')))
    const found = await checkRecord(store, opened, { owners, from, to, signal: gone.signal }).finally(release)
    call.annotate({
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
    const rows = await written(caller, call, () => copyCsv(store, csvRows(db, caller, filters)))
    named(call, 'csv')
    return rows
  })

  serve(activity.exportJson, async (filters, caller, call) => {
    const rows = await written(caller, call, () => copyLines(store, jsonRows(db, caller, filters)))
    named(call, 'json')
    return asArray(rows)
  })
}

const named = ({ reply }: Call, kind: 'csv' | 'json') =>
  reply.header('content-disposition', `attachment; filename="gatehouse-activity-${clock.iso().slice(0, 10)}.${kind}"`)

async function* asArray(rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[\n')
  let first = true
  for await (const chunk of rows) {
    // There is nothing before the first row that a comma would part it from.
    yield first ? chunk.subarray(1) : chunk
    first = false
  }
  yield Buffer.from(']\n')
}
