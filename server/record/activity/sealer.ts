// Gives entries their place in a chain: one node at a time, many entries at once, and signs where each chain then ends.
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Db, execute, rowsOf, type Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { baseOf, contentOf, type Head, type Keys, linkOf } from './chain.ts'
import { type End, endsOf } from './chain-ends.ts'
import { canonical, columns, type StoredEntry } from './entry.ts'
import type { Heads } from './heads.ts'

// Long enough that a busy moment is one link of the work and not a hundred; short, because until then an entry could
// be taken away unseen.
const gatherMs = 100
const everyMs = 1000
const mostAtOnce = 5000
const lockKey = 7_204_218

export interface Sealer {
  /** There is something to seal. */
  wake(): void
  /** Until everything that is there now is sealed; answers false when it cannot be at the moment. */
  seal(): Promise<boolean>
  /** Entries that were not written by us, as far as they have been seen. */
  readonly foreign: ReadonlySet<string>
  /** Whose chains were found to be damaged, as far as they were gone on with. */
  readonly damaged: ReadonlySet<string>
  stop(): Promise<void>
}

export interface SealerParts {
  readonly store: Pick<Store, 'db' | 'ready'>
  readonly keys: Keys
  readonly heads: Heads
  readonly log: Logger
}

export const createSealer = (parts: SealerParts): Sealer => {
  const { store, heads, log } = parts
  let last = Promise.resolve(true)
  // They stay where they are, to be found, and are told of once.
  const foreign = new Set<string>()
  const damaged = new Set<string>()

  const all = async () => {
    try {
      for (;;) {
        if (!store.ready()) return false
        const { sealed, outcome } = await sealSome(parts, foreign, damaged)
        heads.keep(sealed)
        if (outcome !== 'more') return outcome === 'all'
      }
    } catch (error) {
      log.warn({ error }, 'the record could not be sealed; trying again')
      return false
    }
  }
  // One after the other: what is there now may have come too late for the one that is under way.
  const seal = () => {
    last = last.then(all)
    return last
  }
  const soon = clock.throttle(gatherMs, seal)
  const loop = clock.every(everyMs, seal, { log, failure: 'the record could not be sealed; trying again' })

  return {
    seal,
    foreign,
    damaged,
    wake: soon.call,
    async stop() {
      soon.stop()
      await loop.stop()
      await seal()
      await heads.written()
    },
  }
}

interface Link {
  readonly chain: string
  readonly seq: number
  readonly id: string
  readonly year: number
  readonly previous: Buffer
  readonly content: Buffer
  readonly hash: Buffer
}

type Outcome = 'all' | 'more' | 'not now'

const sealSome = ({ store, keys, heads, log }: SealerParts, foreign: Set<string>, damaged: Set<string>) =>
  inTransaction(store.db, async (tx): Promise<{ sealed: Head[]; outcome: Outcome }> => {
    const locks = await rowsOf<{ mine: boolean }>(tx)`
      select pg_try_advisory_xact_lock(${lockKey}) as mine
    `
    // Another node is at it, and sees what is there by itself.
    if (!locks[0]?.mine) return { sealed: [], outcome: 'not now' }
    const waiting = await unsealed(tx, [...foreign])
    const linked = await linkedAmong(tx, waiting)
    const ends = new Map<string, End & { readonly after: number }>()
    const began = await endsOf(tx, { keys, heads, damaged, log }, [
      ...new Set(waiting.map((e) => baseOf(e.companyId, e.at))),
    ])
    const links: Link[] = []
    const done: string[] = []
    for (const { mac, ...entry } of waiting) {
      if (linked.has(entry.id)) {
        done.push(entry.id)
        continue
      }
      const text = canonical(entry)
      if (!keys.isOurs(text, mac) && !(mac === null && heads.adopting)) {
        foreign.add(entry.id)
        log.error({ entry: entry.id }, 'an entry of the record is not ours, or was changed before it was sealed')
        continue
      }
      const base = baseOf(entry.companyId, entry.at)
      const end: End | undefined = ends.get(base) ?? began.get(base)
      if (!end) continue
      const after = ends.get(base)?.after ?? end.seq
      const seq = end.seq + 1
      const content = contentOf(text, mac)
      const hash = linkOf(end.chain, seq, end.hash, content)
      const { chain, hash: previous } = end
      links.push({ chain, seq, id: entry.id, year: Number(entry.at.slice(0, 4)), previous, content, hash })
      ends.set(base, { chain, seq, after, hash })
    }
    const at = clock.iso()
    const sealed = [...ends.values()].map(({ chain, seq, after, hash }) =>
      keys.signed({ chain, seq, after, hash: hash.toString('hex'), at }),
    )
    if (links.length > 0) await append(tx, links, sealed)
    const ids = [...done, ...links.map(({ id }) => id)]
    if (ids.length > 0) await execute(tx)`delete from activity_unsealed where entry_id = any (${ids}::uuid[])`
    return { sealed, outcome: waiting.length === mostAtOnce ? 'more' : 'all' }
  })

type Waiting = StoredEntry & { readonly mac: Buffer | null }

// Those of which the entry is gone stay in the queue: that is how it is found.
const unsealed = (tx: Db, except: readonly string[]) =>
  rowsOf<Waiting>(tx)`
    select ${sql.raw(columns)}, a.mac
    from activity_unsealed u join activity a on a.id = u.entry_id and a.at = u.at
    where ${except.length === 0 ? sql`true` : sql`u.entry_id <> all (${[...except]}::uuid[])`}
    order by u.at, u.entry_id limit ${mostAtOnce}
  `

// Asked for by their ids, so that no plan reads all links there are.
const linkedAmong = async (tx: Db, waiting: readonly Waiting[]): Promise<ReadonlySet<string>> => {
  const rows = await rowsOf<{ id: string }>(tx)`
    select entry_id as id from activity_link where entry_id = any (${waiting.map(({ id }) => id)}::uuid[])
  `
  return new Set(rows.map(({ id }) => id))
}

const append = async (tx: Db, links: readonly Link[], heads: readonly Head[]) => {
  const each = <T>(value: (link: Link) => T) => links.map(value)
  // In one piece: an array of bytes goes as text, and is read as such.
  const hashes = Buffer.concat(links.flatMap(({ previous, content, hash }) => [previous, content, hash]))
  const ofEach = <T>(value: (head: Head) => T) => heads.map(value)
  await execute(tx)`
    insert into activity_link (chain, seq, year, entry_id, previous, content, hash)
    select chain, seq, year, id, substring(hashes from n for 32), substring(hashes from n + 32 for 32),
      substring(hashes from n + 64 for 32)
    from (
      select chain, seq, year, id, hashes, (96 * (ordinality - 1) + 1)::int as n
      from unnest(${each((l) => l.chain)}::text[], ${each((l) => l.seq)}::bigint[], ${each((l) => l.year)}::smallint[],
          ${each((l) => l.id)}::uuid[]) with ordinality as given (chain, seq, year, id),
        (select ${hashes}::bytea as hashes) all_of_them
    ) links
  `
  await execute(tx)`
    insert into activity_checkpoint (chain, seq, after, hash, at, signature)
    select * from unnest(${ofEach((h) => h.chain)}::text[], ${ofEach((h) => h.seq)}::bigint[],
      ${ofEach((h) => h.after)}::bigint[], ${ofEach((h) => Buffer.from(h.hash, 'hex'))}::bytea[], ${ofEach((h) => h.at)}::timestamptz[],
      ${ofEach((h) => Buffer.from(h.signature, 'base64'))}::bytea[])
  `
}
