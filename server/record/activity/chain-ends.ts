// Where the next link of a chain goes: nothing is ever built on an end that does not hold.
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Db, rowsOf } from '../../db/pool.ts'
import { chainAfter, type Head, isSigned, type Keys, noHash, ownerIn, yearOf } from './chain.ts'
import { headObject, headOf, newestHeadBetween } from './heads.sql.ts'
import type { Heads } from './heads.ts'
import type { Read } from './verify.sql.ts'

export interface End {
  readonly chain: string
  readonly seq: number
  readonly hash: Buffer
}

interface Parts {
  readonly keys: Pick<Keys, 'publicKey'>
  readonly heads: Heads
  /** Whose are. */
  readonly damaged: Set<string>
  readonly log: Logger
}

/** The ends of the newest chains, by owner and year; of a new one where that is damaged, or there is none. */
export const endsOf = async (tx: Db, parts: Parts, bases: readonly string[]): Promise<Map<string, End>> => {
  const ends = new Map<string, End>()
  for (const [base, known] of await newestUnder(tx, bases)) ends.set(base, await endOf(tx, parts, base, known))
  return ends
}

const endOf = async (tx: Db, parts: Parts, base: string, known: Newest): Promise<End> => {
  const heads = parts.heads.under(base)
  const last = [known.link?.chain, known.checkpoint?.chain, heads.at(-1)?.chain]
    .filter((chain) => chain !== undefined)
    .toSorted()
    .at(-1)
  if (last !== undefined && known.link && (await holds(tx, parts, last, known))) {
    return { chain: last, seq: known.link.seq, hash: known.link.hash }
  }
  if (last !== undefined) {
    parts.damaged.add(ownerIn(last))
    parts.log.error({ chain: last }, 'the record was changed in the store: it goes on in a new chain. Verify it.')
  }
  return { chain: chainAfter(base, last), seq: 0, hash: await headBefore(tx, parts.heads, base) }
}

const holds = async (tx: Db, { keys, heads }: Parts, last: string, { link, checkpoint }: Newest): Promise<boolean> => {
  if (link?.chain !== last || checkpoint?.chain !== last || checkpoint.seq !== link.seq) return false
  const hash = link.hash.toString('hex')
  const stored = heads.of(last)
  if (stored?.seq === link.seq) return stored.hash === hash
  if (checkpoint.hash !== hash || !(await isSigned(checkpoint, keys.publicKey))) return false
  return !stored || (stored.seq < link.seq && (await hashAt(tx, last, stored.seq)) === stored.hash)
}

interface Newest {
  readonly link: End | undefined
  readonly checkpoint: Head | undefined
}

// `~` comes after whatever the name of a chain may go on with.
const newestUnder = async (tx: Db, bases: readonly string[]): Promise<Map<string, Newest>> => {
  const rows = await rowsOf<{ base: string; chain: string | null; seq: number; hash: Buffer; head: Head | null }>(tx)`
    select w.base, l.chain, l.seq, l.hash, h.head
    from unnest(${[...bases]}::text[]) w (base)
    left join lateral (select chain, seq, hash from activity_link
      where chain >= w.base and chain < w.base || '~' order by chain desc, seq desc limit 1) l on true
    left join lateral (select ${sql.raw(headObject)} as head from activity_checkpoint c
      where chain >= w.base and chain < w.base || '~' order by chain desc, seq desc limit 1) h on true
  `
  return new Map(
    rows.map(({ base, chain, seq, hash, head }) => [
      base,
      { link: chain === null ? undefined : { chain, seq, hash }, checkpoint: head ? headOf(head) : undefined },
    ]),
  )
}

const hashAt = async (tx: Db, chain: string, seq: number): Promise<string | undefined> => {
  const rows = await rowsOf<{ hash: Buffer }>(tx)`
    select hash from activity_link where chain = ${chain} and seq = ${seq}
  `
  return rows[0]?.hash.toString('hex')
}

// The year before, or what was there before the damage: what this node has signed last, else what the store says.
const headBefore = async (tx: Db, heads: Heads, base: string): Promise<Buffer> => {
  const owner = ownerIn(base)
  const storedHeads = heads
    .all()
    .filter(({ chain }) => ownerIn(chain) === owner && yearOf(chain) <= yearOf(base))
    .toSorted((a, b) => (a.chain < b.chain ? -1 : 1))
    .at(-1)
  const stored = await newestHeadBetween(readIn(tx), `${owner}/`, `${base}~`)
  const newest = storedHeads && (!stored || storedHeads.chain >= stored.chain) ? storedHeads : stored
  return newest ? Buffer.from(newest.hash, 'hex') : noHash
}

const readIn =
  (tx: Db): Read =>
  async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
