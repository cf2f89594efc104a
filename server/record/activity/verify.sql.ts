// What verifying reads. Everything by a key, in pieces.
import type pg from 'pg'
import { type Head, installation } from './chain.ts'
import { headObject, headOf } from './heads.sql.ts'
import { columns, type StoredEntry } from './entry.ts'

/** Runs a statement; answers its rows. */
export type Read = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>

export const readFrom =
  (pool: Pick<pg.Pool, 'query'>): Read =>
  async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    (await pool.query<Row>(text, values)).rows

/** The names of all chains, from one to the next by the index: there may be a million links in each. */
export const chainsOf = async (read: Read, owners?: readonly string[]): Promise<string[]> => {
  const names = new Set<string>()
  for (const table of ['activity_link', 'activity_checkpoint']) {
    const starts = owners ? owners.map((owner) => [`${owner}/`, `${owner}/~`]) : [['', '~~']]
    for (const [from = '', before = ''] of starts) {
      for (let after = from; ; ) {
        const [row] = await read<{ chain: string }>(
          `select chain from ${table} where chain > $1 and chain < $2 order by chain limit 1`,
          [after, before],
        )
        if (!row) break
        names.add(row.chain)
        after = row.chain
      }
    }
  }
  return [...names].toSorted()
}

export const lastOf = async (read: Read, chain: string): Promise<number> => {
  const [row] = await read<{ seq: number }>(
    'select seq from activity_link where chain = $1 order by seq desc limit 1',
    [chain],
  )
  return row?.seq ?? 0
}

export interface LinkFound {
  readonly seq: number
  readonly entryId: string
  readonly previous: Buffer
  readonly content: Buffer
  readonly hash: Buffer
  /** undefined: it is gone. */
  readonly entry: StoredEntry | undefined
  /** How many entries of its year have its id. */
  readonly entries: number
  /** It holds a number that JavaScript reads as another: what is shown of it is not what was hashed. */
  readonly inexact: boolean
  readonly mac: Buffer | null
  readonly checkpoint: Head | undefined
}

type LinkRow = Omit<StoredEntry, 'id'> & {
  id: string | null
  entries: number
  inexact: boolean | null
  mac: Buffer | null
  link_seq: number
  entry_id: string
  previous: Buffer
  content: Buffer
  link_hash: Buffer
  head: Head | null
}

const numbers = `jsonb_path_query(jsonb_build_array(a.input, a.before, a.after), '$.** ? (@.type() == "number")') #>> '{}'`

/**
 * Of `activity a`: whether a number in it is none of JavaScript's, which reads it as its neighbour and hashes that: 7 and
 * 7.00000000000000000000001 would be the same. What JavaScript wrote is written as it reads it.
 */
const inexact = `exists (select from (select (${numbers})::numeric as n) numbers where case
  when abs(n) > 1e308 or n <> 0 and abs(n) < 1e-307 then true else n <> n::float8::text::numeric end)`

/** The links after `after` up to `to`, with their entries. */
export const someOf = async (read: Read, chain: string, after: number, to: number): Promise<LinkFound[]> => {
  const rows = await read<LinkRow>(
    `select l.seq as link_seq, l.entry_id, l.previous, l.content, l.hash as link_hash,
       case when c.seq is not null then ${headObject} end as head, a.mac, a.entries, ${inexact} as inexact, ${columns}
     from (select * from activity_link where chain = $1 and seq > $2 and seq <= $3 order by seq) l
     left join lateral (select *, count(*) over ()::int as entries from activity where id = l.entry_id
       and at >= make_timestamptz(greatest(l.year, 1), 1, 1, 0, 0, 0, 'UTC')
       and at < make_timestamptz(greatest(l.year, 1) + 1, 1, 1, 0, 0, 0, 'UTC') limit 1) a on true
     left join activity_checkpoint c on c.chain = $1 and c.seq = l.seq
     order by l.seq`,
    [chain, after, to],
  )
  return rows.map(
    ({ link_seq, entry_id, previous, content, link_hash, head, mac, id, entries, inexact: is, ...entry }) => ({
      seq: link_seq,
      entryId: entry_id,
      previous,
      content,
      hash: link_hash,
      entry: id === null ? undefined : { ...entry, id },
      entries,
      inexact: is === true,
      mac,
      checkpoint: head ? headOf(head) : undefined,
    }),
  )
}

/** The link of an entry, in hexadecimal. */
export const linkAt = async (read: Read, entryId: string, year: number) => {
  const [link] = await read<{ chain: string; seq: number; previous: string; content: string; hash: string }>(
    `select chain, seq, encode(previous, 'hex') as previous, encode(content, 'hex') as content, encode(hash, 'hex') as hash
     from activity_link where entry_id = $1 and year = $2`,
    [entryId, year],
  )
  return link
}

/** Where in the chain this content was sealed. */
export const elsewhere = async (read: Read, chain: string, content: Buffer): Promise<number | undefined> => {
  const [row] = await read<{ seq: number }>(
    'select seq from activity_link where chain = $1 and content = $2 order by seq limit 1',
    [chain, content],
  )
  return row?.seq
}

/** The entries that say that a chain was archived. */
export const closingsOf = (read: Read, chain: string) =>
  read<StoredEntry & { mac: Buffer | null; sealed: Buffer | null }>(
    `select ${columns}, a.mac, (select l.content from activity_link l where l.entry_id = a.id
       and l.year = extract(year from a.at at time zone 'UTC')::int) as sealed
     from activity a where a.action = 'activity.closed' and a.subject = $1`,
    [chain],
  )

interface Lone {
  readonly entryId: string
  readonly entry: StoredEntry | undefined
  readonly queued: boolean
  readonly mac: Buffer | null
  readonly inexact: boolean
}

/** Entries without a link, and what waits for one and is gone. */
export const loneEntries = async (
  read: Read,
  wanted: {
    readonly owners: readonly string[] | undefined
    readonly years: readonly [number, number]
    readonly after: string | undefined
    readonly limit: number
    /** Of an entry that is gone nobody can say whose it was. */
    readonly gone: boolean
  },
): Promise<Lone[]> => {
  const rows = await read<
    Omit<StoredEntry, 'id'> & {
      id: string | null
      entry_id: string
      queued: boolean
      mac: Buffer | null
      inexact: boolean
    }
  >(
    `select coalesce(a.id, u.entry_id) as entry_id, u.entry_id is not null as queued, a.mac, ${inexact} as inexact,
       ${columns}
     from (select * from activity a where not exists (select from activity_link l where l.entry_id = a.id
         and l.year = extract(year from a.at at time zone 'UTC')::int
         and split_part(l.chain, '/', 1) = coalesce(a.company_id::text, $2))
       and ($1::text[] is null or coalesce(a.company_id::text, $2) = any ($1))
       and extract(year from a.at at time zone 'UTC') between $3 and $4) a
     full join activity_unsealed u on u.entry_id = a.id and u.at = a.at
     where coalesce(a.id, u.entry_id) > $5::uuid
       and (a.id is not null or $7 and not exists (select from activity x where x.id = u.entry_id and x.at = u.at))
     order by 1 limit $6`,
    [
      wanted.owners ?? null,
      installation,
      wanted.years[0],
      wanted.years[1],
      wanted.after ?? '00000000-0000-0000-0000-000000000000',
      wanted.limit,
      wanted.gone,
    ],
  )
  return rows.map(({ entry_id: entryId, queued, mac, inexact: is, id, ...entry }) => ({
    entryId,
    queued,
    mac,
    inexact: is,
    entry: id === null ? undefined : { ...entry, id },
  }))
}
