// The end of retention: a year that is over for long enough is checked, written into files, told of in the chains that
// go on, and only then dropped whole. Nothing of it is ever edited.
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { v7 as uuid } from 'uuid'
import { verifyArchive, writeArchive } from './archive.ts'
import { installation, type Keys, ownerIn, yearOf } from './chain.ts'
import type { Heads } from './heads.ts'
import type { Sealer } from './sealer.ts'
import { verifyRecord } from './verify.ts'
import { chainsOf, closingsOf, readFrom } from './verify.sql.ts'
import type { AuditLog } from './write.ts'

export interface ClosingParts {
  readonly store: Pick<Store, 'connect'>
  readonly keys: Keys
  readonly heads: Heads
  readonly sealer: Sealer
  readonly record: AuditLog
  readonly dataDir: string
  readonly log: Logger
}

const lockKey = 7_204_219
const dayMs = 86_400_000

export const archiveOf = (dataDir: string, chain: string): string => {
  const year = chain.slice(chain.lastIndexOf('/') + 1)
  return join(dataDir, 'record', `${year}-${ownerIn(chain)}.jsonl.gz`)
}

/** Closes every year that retention has done with; answers those that it has closed. */
export const closeYears = async (parts: ClosingParts, now: Date): Promise<number[]> => {
  const client = await parts.store.connect()
  try {
    const { rows: heads } = await client.query<{ days: number | null }>(
      `select keep_days as days from retention where series = 'activity'`,
    )
    const days = heads[0]?.days ?? null
    if (days === null) return []
    const { rows: locks } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey])
    if (!locks[0]?.mine) return []
    const { rows: partitions } = await client.query<{ year: number }>(
      `select substring(inhrelid::regclass::text from 'activity_(\\d{4})$')::int as year from pg_inherits
       where inhparent = 'activity'::regclass and inhrelid::regclass::text ~ '_\\d{4}$' order by 1`,
    )
    const closed: number[] = []
    for (const { year } of partitions) {
      if (Date.UTC(year + 1, 0, 1) > now.getTime() - days * dayMs) continue
      if (await closeYear(parts, client, year)) closed.push(year)
    }
    return closed
  } finally {
    await client.end()
  }
}

const closeYear = async (
  { keys, heads, sealer, record, dataDir, log }: ClosingParts,
  client: Awaited<ReturnType<Store['connect']>>,
  year: number,
): Promise<boolean> => {
  const read = readFrom(client)
  await sealer.seal()
  const span = { from: `${year}-01-01T00:00:00Z`, to: `${year}-12-31T23:59:59Z` }
  const found = await verifyRecord({ read, publicKey: keys.publicKey, isOurs: keys.isOurs, kept: heads.all(), ...span })
  const { rows: waiting } = await client.query(
    `select from activity_unsealed where at < make_timestamptz($1 + 1, 1, 1, 0, 0, 0, 'UTC') limit 1`,
    [year],
  )
  if (!found.ok || waiting.length > 0) {
    log.error({ year, firstBroken: found.firstBroken }, 'a year of the record does not hold, and is not archived')
    return false
  }
  for (const chain of (await chainsOf(read)).filter((name) => yearOf(name) === year)) {
    const path = archiveOf(dataDir, chain)
    const archived = await writeArchive(read, chain, path, keys.publicKey)
    const check = await verifyArchive(path, { publicKey: keys.publicKey, kept: heads.all() })
    if (!check.ok || check.checked !== archived.entries || check.head !== archived.head)
      throw new Error(`${path} does not hold what was written into it`)
    if ((await closingsOf(read, chain)).length > 0) continue
    const owner = ownerIn(chain)
    await record({
      companyId: owner === installation ? null : owner,
      userId: null,
      actor: 'Gatehouse',
      action: 'activity.closed',
      subject: chain,
      input: { year },
      after: { ...archived, file: path.slice(dataDir.length + 1) },
      status: 200,
      address: '',
      correlationId: uuid(),
    })
  }
  if (!(await sealer.seal())) return false
  await client.query(`drop table activity_${year}, activity_link_${year}`)
  log.warn({ year }, 'a year of the record was archived')
  return true
}
