// What could not be taken in, with the reason: written durably before the sender is told, a repeat kept once, the
// oldest dropped beyond a bound per company.
import { createHash } from 'node:crypto'
import { printable } from '@gatehouse/devices/driver'
import { DatabaseError, type Pool } from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { isTheMessages } from './store-trouble.ts'

export interface Rejected {
  readonly companyId: string | null
  readonly receivedAt: Date
  readonly source: 'mqtt' | 'http'
  readonly username: string | null
  readonly topic: string
  readonly payload: Uint8Array
  readonly reason: string
}

export interface Quarantine {
  /** Resolves once it is durably kept; waits while the store is away. */
  keep(rejected: Rejected): Promise<void>
  close(): Promise<void>
}

const mostPerBatch = 500
const largestPayload = 64 * 1024
const usual = {
  rowsOfCompany: 100_000,
  bytesOfCompany: 1_000_000_000,
  /** Of what one sender says in a day so much is kept whole; of more, its beginning. */
  ofSenderADay: 20_000_000,
  /** The same of all senders of a company together. */
  ofCompanyADay: 100_000_000,
}
const beginningBytes = 200
const dayMs = 86_400_000
const retryMs = 200

interface Waiting {
  readonly rejected: Rejected
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export const createQuarantine = (store: Store, log: Logger, limits: Partial<typeof usual> = {}): Quarantine => {
  const most = { ...usual, ...limits }
  let queue: Waiting[] = []
  let working: Promise<void> | undefined
  let closed = false
  const sincePruned = new Map<string | null, number>()
  const stored = { day: 0, bytes: new Map<string, number>() }

  const work = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, mostPerBatch)
      queue = queue.slice(mostPerBatch)
      await settle(batch)
    }
    working = undefined
  }

  const settle = async (batch: Waiting[]): Promise<void> => {
    for (;;) {
      try {
        await insert(
          store.pool,
          batch.map((w) => w.rejected),
        )
        for (const w of batch) w.resolve()
        await prune(batch)
        return
      } catch (error) {
        if (closed || isTheMessages(error, error instanceof DatabaseError)) {
          log.error({ error }, 'rejected messages could not be kept')
          for (const w of batch) w.reject(error instanceof Error ? error : new Error(String(error)))
          return
        }
        log.warn({ error, waiting: queue.length + batch.length }, 'rejected messages wait for the store')
        await clock.sleep(retryMs)
      }
    }
  }

  const prune = async (batch: readonly Waiting[]) => {
    const often = Math.min(most.rowsOfCompany / 100, most.bytesOfCompany / largestPayload)
    for (const { rejected } of batch) {
      sincePruned.set(rejected.companyId, (sincePruned.get(rejected.companyId) ?? often) + 1)
    }
    for (const [companyId, count] of sincePruned) {
      if (count <= often) continue
      sincePruned.set(companyId, 0)
      await dropOldest(store.pool, companyId, most)
    }
  }

  const withinDay = (rejected: Rejected): Rejected => {
    const day = Math.floor(clock.ms() / dayMs)
    if (day !== stored.day) stored.bytes.clear()
    stored.day = day
    const { companyId, username, payload } = rejected
    if (payload.length <= beginningBytes) return rejected
    const [company, sender] = [JSON.stringify([companyId]), JSON.stringify([companyId, username])]
    const ofCompany = (stored.bytes.get(company) ?? 0) + payload.length
    const ofSender = (stored.bytes.get(sender) ?? 0) + payload.length
    if (ofSender <= most.ofSenderADay && ofCompany <= most.ofCompanyADay) {
      stored.bytes.set(company, ofCompany).set(sender, ofSender)
      return rejected
    }
    const reason = `${rejected.reason} (its beginning only: the sender was refused too much today)`
    return { ...rejected, payload: payload.subarray(0, beginningBytes), reason }
  }

  return {
    keep(given) {
      if (closed) return Promise.reject(new Error('shutting down'))
      const rejected = withinDay(given)
      return new Promise((resolve, reject) => {
        queue.push({ rejected, resolve, reject })
        working ??= Promise.resolve().then(work)
      })
    },
    async close() {
      closed = true
      await working
    },
  }
}

// The digest of who said what: the same said again is the same row.
const idOf = ({ companyId, username, topic, payload }: Rejected): string => {
  const hex = createHash('sha256')
    .update(JSON.stringify([companyId, username, topic]))
    .update(payload)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const insert = async (pool: Pool, rejected: readonly Rejected[]) => {
  const rows = [...new Map(rejected.map((r) => [idOf(r), r]))].sort(([a], [b]) => (a < b ? -1 : 1))
  await pool.query(
    `insert into quarantine (id, company_id, received_at, source, username, topic, payload, reason)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::bytea[],
       $8::text[])
     on conflict (id) do update set received_at = excluded.received_at, reason = excluded.reason, replayed_at = null`,
    [
      rows.map(([id]) => id),
      rows.map(([, r]) => r.companyId),
      rows.map(([, r]) => r.receivedAt),
      rows.map(([, r]) => r.source),
      rows.map(([, r]) => (r.username === null ? null : printable(r.username, 200))),
      rows.map(([, r]) => printable(r.topic, 1000)),
      rows.map(([, r]) => Buffer.from(r.payload.subarray(0, largestPayload))),
      rows.map(([, r]) => printable(r.reason)),
    ],
  )
}

const dropOldest = (
  pool: Pool,
  companyId: string | null,
  { rowsOfCompany, bytesOfCompany }: Pick<typeof usual, 'rowsOfCompany' | 'bytesOfCompany'>,
) =>
  pool.query(
    `delete from quarantine where id in (
       select id from (select id, row_number() over newest as place, sum(octet_length(payload)) over newest as bytes
         from quarantine where ${companyId === null ? 'company_id is null' : 'company_id = $3'}
         window newest as (order by received_at desc, id desc)) known
       where place > $1 or bytes > $2)`,
    [rowsOfCompany, bytesOfCompany, ...(companyId === null ? [] : [companyId])],
  )
