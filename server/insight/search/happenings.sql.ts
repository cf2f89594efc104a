// What happened that fits: the newest first. What fits often is among the newest rows; what fits seldom is found by the
// people, the doors and the other things that the rarest word fits.
import type { Severity } from '@gatehouse/contract/safety/alarm-states'
import { sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { hiddenFirst } from '../../kit/label-scope.ts'
import { types } from './document-rules.sql.ts'
import { number } from '../../db/index-words.sql.ts'
import type { Counted, Seeker } from './seeker.ts'
import type { Stream } from './streams.sql.ts'
import {
  closeTermsOf,
  costOf,
  type Fits,
  fitsOf,
  fitsWording,
  isEmpty,
  nameAll,
  narrowed,
  narrowedByName,
  type Sought,
  type Term,
  termsOf,
} from './terms.sql.ts'

export interface Happening extends Found {
  readonly type: Stream['type']
  /** Before all that happened. */
  readonly isFirst: boolean
  readonly path: string
  readonly required: readonly string[]
}

export interface Happenings extends Counted {
  readonly rows: readonly Happening[]
}

const dayMs = 86_400_000
// Beyond it all the rest is looked at.
const longestMs = 250 * dayMs

/** The newest `limit`, alarms that are open before all else, and of how many, counted as far as `counted` others leave room. */
export const findHappenings = async (db: Db, seeker: Seeker, close: boolean, limit: number): Promise<Happenings> => {
  seeker.known.held ??= termsOf(db, seeker)
  const held = await seeker.known.held
  const sought = close ? await closeTermsOf(db, seeker, held) : held
  const all = await Promise.all(sought.map((one) => findIn(db, one, seeker, limit)))
  return {
    rows: all
      .flatMap(({ rows }) => rows)
      .toSorted(
        (a, b) => Number(b.isFirst) - Number(a.isFirst) || b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1),
      )
      .slice(0, limit),
    total: all.reduce((sum, { total }) => sum + total, 0),
    atLeast: all.some(({ atLeast }) => atLeast),
  }
}

const findIn = async (db: Db, { stream, terms: all }: Sought, seeker: Seeker, limit: number): Promise<Happenings> => {
  const { limits } = seeker
  const terms = all.map((term) => narrowed(term, all))
  if (terms.some(isEmpty)) return { rows: [], total: 0, atLeast: false }
  const fits = terms.map((term) => fitsOf(stream, term))
  // So many tell both the first of them and that there are more than are counted.
  const enough = Math.max(limit, limits.counted + 1)
  const first = terms.filter(({ often }) => !often).toSorted((a, b) => costOf(stream, a) - costOf(stream, b))[0]
  // Said of every other row.
  if (!first) return counted(await walk(db, stream, seeker, fits, enough), seeker)
  const rarest = await narrowedByName(db, seeker, first, terms)
  if (isEmpty(rarest)) return counted([], seeker)
  const newest =
    costOf(stream, rarest) > limits.walked
      ? await amongNewest(db, stream, seeker, fits, enough)
      : { rows: [], all: false, reached: null }
  if (newest.all || newest.rows.length >= enough) return counted(newest.rows, seeker)
  const named = rarest.more ? narrowed(await nameAll(db, stream, seeker, rarest), all) : rarest
  if (isEmpty(named)) return counted(newest.rows, seeker)
  const others = terms.filter((term) => term !== first).map((term) => fitsOf(stream, term))
  return counted(await back(db, stream, seeker, named, others, newest, enough), seeker)
}

const counted = (rows: readonly Happening[], { limits }: Seeker): Happenings => ({
  rows,
  total: rows.length,
  atLeast: rows.length > limits.counted,
})

// Row by row, so that whoever wants the first few only looks these up.
const withNames = (stream: Stream) => sql`
  left join lateral (select * from search_document d where d.source_id = ${stream.person} and d.scope = l.company_id offset 0) pd on true
  left join lateral (select * from search_document d where d.source_id = ${stream.door} and d.scope = l.company_id offset 0) dd on true
  ${stream.types.includes(types.noted) ? sql`left join lateral (select * from search_document d where d.source_id = l.id and d.scope = l.company_id offset 0) nd on true` : sql``}`

interface Found {
  readonly id: string
  readonly at: Date
  readonly title: string
  readonly description: string
  readonly high: boolean
  /** Of an alarm. */
  readonly severity: Severity | null
}

const shown = ({ title, description, high, severity }: Stream) =>
  sql`l.id, l.at, ${title} as title, ${description} as description, ${high} as high, ${severity} as severity`

const happening = (stream: Stream, { id, at, title, description, high, severity }: Found): Happening => ({
  id,
  at,
  title,
  description,
  high,
  severity,
  type: stream.type,
  isFirst: stream.isFirst,
  path: stream.pathOf(id),
  required: stream.needed,
})

const every = (fits: readonly Fits[]): Fits => sql`(${sql.join([sql`true`, ...fits], sql` and `)})`

/** Through all rows of the company, until there are enough. */
const walk = async (
  db: Db,
  stream: Stream,
  { caller }: Seeker,
  fits: readonly Fits[],
  enough: number,
): Promise<Happening[]> => {
  const rows = await rowsOf<Found>(db)`
    with ${hiddenFirst(caller)}
    select ${shown(stream)} from ${stream.rows} l ${withNames(stream)}
    where l.company_id = ${caller.companyId} and ${stream.seen(caller)} and ${every(fits)}
    order by l.at desc, l.id desc limit ${number(enough)}
  `
  return rows.map((row) => happening(stream, row))
}

interface Newest {
  readonly rows: readonly Happening[]
  /** There are no others. */
  readonly all: boolean
  /** When the oldest happened that was looked at. */
  readonly reached: Date | null
}

/** Among the newest rows of the company, whatever they tell. */
const amongNewest = async (
  db: Db,
  stream: Stream,
  { caller, limits }: Seeker,
  fits: readonly Fits[],
  enough: number,
): Promise<Newest> => {
  const rows = await rowsOf<Partial<Found> & { reached: Date | null; seen: number }>(db)`
    with ${hiddenFirst(caller)}, newest as materialized (
      select * from ${stream.rows} l where l.company_id = ${caller.companyId} order by l.at desc, l.id desc
      limit ${number(limits.newest)}
    )
    select n.*, f.* from (select min(at) as reached, count(*)::int as seen from newest) n left join lateral (
      select ${shown(stream)} from newest l ${withNames(stream)} where ${stream.seen(caller)} and ${every(fits)}
      order by l.at desc, l.id desc limit ${number(enough)}
    ) f on true order by f.at desc, f.id desc
  `
  return {
    rows: rows.filter(isFound).map((row) => happening(stream, row)),
    all: (rows[0]?.seen ?? 0) < limits.newest,
    reached: rows[0]?.reached ?? null,
  }
}

const isFound = <T extends Partial<Found>>(row: T): row is T & Found => row.id !== null

// Not looked into when the statement is planned, which would take longer than running it.
const array = (ids: readonly string[]) => sql`array(select unnest(${[...ids]}::uuid[]))`

/** Rows that the term fits, by the indices of the log: not by that of the company's, which a plan for any moments would take. */
const armsOf = (stream: Stream, { caller }: Seeker, term: Term) => {
  const ofOurs = sql`l.company_id is not distinct from ${caller.companyId}`
  return [
    ...(term.noted.length === 0 ? [] : [sql`${ofOurs} and l.id = any (${array(term.noted)})`]),
    ...(term.people.length === 0 ? [] : [sql`${ofOurs} and l.user_id = any (${array(term.people)})`]),
    ...(term.doors.length === 0 ? [] : [sql`${ofOurs} and l.door_id = any (${array(term.doors)})`]),
    ...(term.sayings.length + term.told.length === 0
      ? []
      : [sql`l.company_id = ${caller.companyId} and ${stream.odd} and ${fitsWording(stream, term)}`]),
  ]
}

// A look further back than the one before it goes at most so many times as far.
const farther = 64

/** Further and further back, as far as what was found till now lets one expect to have to go. */
const back = async (
  db: Db,
  stream: Stream,
  seeker: Seeker,
  driver: Term,
  fits: readonly Fits[],
  newest: Newest,
  enough: number,
): Promise<Happening[]> => {
  const found = new Map(newest.rows.map((row) => [row.id, row]))
  const now = clock.ms()
  for (let until = newest.reached; ; ) {
    const age = until === null ? 0 : Math.max(now - until.getTime(), 1)
    const next = age * Math.min((2 * enough) / Math.max(found.size, 1), farther)
    const from = until === null || next > longestMs ? null : new Date(now - next)
    // What happened in the same moment may have been cut off.
    const bounds = sql`l.at >= ${from?.toISOString() ?? '-infinity'}::timestamptz
      and l.at <= ${until?.toISOString() ?? 'infinity'}::timestamptz`
    const arms = armsOf(stream, seeker, driver).map(
      (arm) => sql`select l.* from ${stream.rows} l where ${arm} and ${bounds}`,
    )
    const rows = await rowsOf<Found>(db)`
      with ${hiddenFirst(seeker.caller)}, l as materialized (
        select * from (${sql.join(arms, sql` union `)}) l order by l.at desc, l.id desc
      )
      select ${shown(stream)} from l ${withNames(stream)} where ${stream.seen(seeker.caller)} and ${every(fits)}
      order by l.at desc, l.id desc limit ${number(enough)}
    `
    for (const row of rows) found.set(row.id, happening(stream, row))
    if (from === null || found.size >= enough) return [...found.values()].slice(0, enough)
    until = from
  }
}
