// Entries as people and their programs read them: newest first, of the company alone.
import type { Entry, list } from '@gatehouse/contract/record/activity'
import type { Parsed } from '@gatehouse/contract/operation'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { isOlder } from '../../db/conditions.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import type { CsvRows } from '../../db/csv/copy-out.ts'
import { cell, type CsvColumn, selectOf } from '../../db/csv/csv-columns.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { type PageWanted, timeCursor } from '../../kit/cursor.ts'
import { contentOf, installation } from './chain.ts'
import { canonical, columns, type StoredEntry } from './entry.ts'

export type Filters = Omit<Parsed<typeof list>, 'limit' | 'cursor'>

/** Whose chains a caller may read: the company's, and for whoever looks after all companies the installation's. */
export const ownersFor = (caller: Caller): string[] => [
  ...(caller.companyId === null ? [] : [caller.companyId]),
  ...(can(caller, 'manage_companies') ? [installation] : []),
]

// Put together and not `or`: each half then comes in the order of its index.
const seenBy = (caller: Caller): RawBuilder<unknown> => {
  const own = sql`select * from activity where company_id = ${caller.companyId}::uuid`
  return can(caller, 'manage_companies') ? sql`${own} union all select * from activity where company_id is null` : own
}

const ofMine = ({ userId }: Caller): RawBuilder<unknown> => sql`
  select * from activity where user_id = ${userId}::uuid and on_behalf_of_id is distinct from ${userId}::uuid
  union all select * from activity where on_behalf_of_id = ${userId}::uuid`

export const entriesOf = (db: Db, caller: Caller, wanted: Parsed<typeof list>) =>
  pageOf(db, seenBy(caller), chosen(wanted), wanted)

export const entriesOfMine = (db: Db, caller: Caller, wanted: Omit<Parsed<typeof list>, 'userId'>) =>
  pageOf(db, ofMine(caller), chosen(wanted), wanted)

/** One entry of those that the caller may read. */
export const entryOf = async (db: Db, caller: Caller, id: string): Promise<Entry | undefined> =>
  (await read(db, seenBy(caller), sql`a.id = ${id}`, 1))[0]?.entry

const pageOf = async (db: Db, source: RawBuilder<unknown>, which: RawBuilder<unknown>, paged: PageWanted) => {
  const { page, next } = await timeCursor.read(
    paged,
    ({ beyond, limit }) => read(db, source, sql`${which} and ${isOlder('a.at', 'a.id', beyond)}`, limit),
    ({ at, entry }) => ({ at, id: entry.id }),
  )
  return { entries: page.map(({ entry }) => entry), next }
}

const read = async (db: Db, source: RawBuilder<unknown>, where: RawBuilder<unknown>, limit: number) => {
  const rows = await rowsOf<StoredEntry & Sealed>(db)`
    select ${sql.raw(columns)}, a.mac, link.seq, link.content
    from (${source}) a left join lateral (select l.seq, l.content from activity_link l where l.entry_id = a.id
      and l.year = extract(year from a.at at time zone 'UTC')::int) link on true
    where ${where} order by a.at desc, a.id desc limit ${limit}
  `
  return rows.map((row) => ({ at: row.at, entry: shown(row, seqOf(row)) }))
}

interface Sealed {
  readonly mac: Buffer | null
  readonly seq: number | null
  readonly content: Buffer | null
}

/** Its place in the chain: of what is another than was sealed there, or has only the id of it, none. */
const seqOf = ({ seq, content, mac, ...entry }: StoredEntry & Sealed): number | null =>
  content?.equals(contentOf(canonical(entry), mac)) ? seq : null

const shown = (row: StoredEntry, seq: number | null): Entry => ({
  id: row.id,
  userId: row.userId,
  actor: row.actor,
  onBehalfOf: row.onBehalfOf,
  action: row.action,
  subject: row.subject,
  status: row.status,
  reason: row.reason,
  address: row.address,
  correlationId: row.correlationId,
  seq,
  at: row.at.replace(/\d{3}Z$/, 'Z'),
  outcome: row.status < 400 ? 'done' : row.status < 500 ? 'refused' : 'failed',
  input: factsIn(row.input) ?? {},
  before: factsIn(row.before),
  after: factsIn(row.after),
})

// Machines send lists as well.
const factsIn = (value: unknown): Record<string, unknown> | null =>
  Array.isArray(value) ? { items: value } : typeof value === 'object' && value !== null ? { ...value } : null

const outcomes = {
  done: sql`a.status < 400`,
  refused: sql`a.status between 400 and 499`,
  failed: sql`a.status >= 500`,
} as const

const chosen = ({ from, to, userId, action, outcome, address, correlationId, q }: Filters): RawBuilder<unknown> => {
  const wanted = [
    from === undefined ? undefined : sql`a.at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`a.at < ${to}::timestamptz`,
    userId === undefined ? undefined : sql`a.user_id = ${userId}::uuid`,
    action === undefined ? undefined : sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`,
    outcome === undefined ? undefined : outcomes[outcome],
    address === undefined ? undefined : sql`a.address = ${address}`,
    correlationId === undefined ? undefined : sql`a.correlation_id = ${correlationId}::uuid`,
    q
      ? sql`strpos(lower(concat_ws(' ', a.actor, a.on_behalf_of, a.subject, a.action, a.reason)), lower(${q})) > 0`
      : undefined,
  ].filter((part) => part !== undefined)
  return wanted.length === 0 ? sql`true` : sql.join(wanted, sql` and `)
}

const momentOf = `to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const outcomeOf = `case when a.status < 400 then 'done' when a.status < 500 then 'refused' else 'failed' end`

/** The rows of the CSV file, with names that a spreadsheet shows. */
export const csvRows = (db: Db, caller: Caller, filters: Filters): CsvRows => ({
  columns: csvColumns,
  statement: selected(db, caller, filters, selectOf(csvColumns)),
})

const csvColumns: readonly CsvColumn[] = [
  { name: 'at', ...cell.moment('a.at') },
  { name: 'actor', ...cell.written('a.actor') },
  { name: 'onBehalfOf', ...cell.written('a.on_behalf_of') },
  { name: 'action', ...cell.text('a.action') },
  { name: 'subject', ...cell.written('a.subject') },
  { name: 'outcome', ...cell.text(outcomeOf) },
  { name: 'status', ...cell.text('a.status::text') },
  { name: 'reason', ...cell.written('a.reason') },
  { name: 'before', ...cell.text('a.before::text') },
  { name: 'after', ...cell.text('a.after::text') },
  { name: 'input', ...cell.text('a.input::text') },
  { name: 'address', ...cell.text('a.address') },
  { name: 'userId', ...cell.id('a.user_id') },
  { name: 'correlationId', ...cell.id('a.correlation_id') },
  { name: 'id', ...cell.id('a.id') },
]

/** The elements of a JSON array, a row for each, with a comma before it: as `list` answers them but for their place in the chain. */
export const jsonRows = (db: Db, caller: Caller, filters: Filters): CompiledQuery =>
  selected(
    db,
    caller,
    filters,
    `',' || json_build_object('id', a.id, 'at', ${momentOf}, 'userId', a.user_id, 'actor', a.actor,
      'onBehalfOf', a.on_behalf_of, 'action', a.action, 'subject', a.subject, 'status', a.status,
      'outcome', ${outcomeOf}, 'input', a.input, 'before', a.before, 'after', a.after, 'reason', a.reason,
      'address', a.address, 'correlationId', a.correlation_id)::text`,
  )

const selected = (db: Db, caller: Caller, filters: Filters, what: string): CompiledQuery =>
  sql`select ${sql.raw(what)} from (${seenBy(caller)}) a where ${chosen(filters)} order by a.at desc, a.id desc`.compile(
    db,
  )
