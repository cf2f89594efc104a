// What happened that fits: the newest first. What fits often is among the newest rows; what fits seldom is found by the
// people, the doors and the other things that the rarest word fits.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { hiddenPlaces, scopesOf, types } from './document-rules.sql.ts'
import { heldBy, wordsMeant } from './index-words.sql.ts'
import { type Counted, holding, type Seeker } from './seeker.ts'
import { type Stream, streamsFor, unknownPerson } from './streams.sql.ts'
import { editsTo, fold, tokensOf } from './words.ts'

export interface Happening {
  readonly id: string
  readonly at: Date
  readonly title: string
  readonly description: string
  readonly high: boolean
  readonly path: string
  readonly required: readonly string[]
}

export interface Happenings extends Counted {
  readonly rows: readonly Happening[]
}

const dayMs = 86_400_000
// How far back each look goes before the next one.
const spans = [2, 8, 32, 128].map((days) => days * dayMs)
const number = (value: number) => sql.raw(String(value))

/** The newest `limit`, and of how many, counted as far as `counted` others leave room. */
export const findHappenings = async (db: Db, seeker: Seeker, close: boolean, limit: number): Promise<Happenings> => {
  const all = await Promise.all(streamsFor(seeker.caller).map((stream) => findIn(db, stream, seeker, close, limit)))
  return {
    rows: all
      .flatMap(({ rows }) => rows)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
      .slice(0, limit),
    total: all.reduce((sum, { total }) => sum + total, 0),
    atLeast: all.some(({ atLeast }) => atLeast),
  }
}

const findIn = async (db: Db, stream: Stream, seeker: Seeker, close: boolean, limit: number): Promise<Happenings> => {
  const { limits, words } = seeker
  const asked = toldOf(db, stream, seeker)
  // What is close is compared by these alone, so that all of them are needed.
  const most = close ? Number.MAX_SAFE_INTEGER : limits.named
  const [told, ...terms] = await Promise.all([
    asked,
    ...words.map((word) => termOf(db, stream, seeker, word, asked, close, most)),
  ])
  if (terms.some(isEmpty)) return { rows: [], total: 0, atLeast: false }
  const fitting = (of: readonly Term[]) => of.map((term) => fitsOf(stream, term, told))
  // So many tell both the first of them and that there are more than are counted.
  const enough = Math.max(limit, limits.counted + 1)
  const driver = terms.filter(({ often }) => !often).toSorted((a, b) => costOf(a) - costOf(b))[0]
  const walk = (among: number | null) => newest(db, stream, seeker, fitting(terms), enough, among)
  // Said of every other row.
  if (!driver) return counted(await walk(null), seeker)
  const isOften = costOf(driver) > limits.walked
  const walked = isOften ? await walk(stream.few ? null : limits.newest) : []
  if (walked.length >= enough || (isOften && stream.few)) return counted(walked, seeker)
  const named = driver.more
    ? await termOf(db, stream, seeker, driver.word, asked, close, Number.MAX_SAFE_INTEGER)
    : driver
  const others = fitting(terms.filter((term) => term !== driver))
  return counted(await back(db, stream, seeker, named, others, isOften ? spans : [], enough), seeker)
}

const counted = (rows: readonly Happening[], { limits }: Seeker): Happenings => ({
  rows,
  total: rows.length,
  atLeast: rows.length > limits.counted,
})

type Fits = RawBuilder<boolean>

/** What of `search_told` fits is asked of the few things that there are. */
const toldOf = async (db: Db, stream: Stream, { caller }: Seeker) => {
  const { rows } = await sql<{ told: string }>`
    select told from search_told where company_id = ${caller.companyId} and of = ${stream.of}`.execute(db)
  return rows.map(({ told }) => ({ told, said: fold(stream.say(told)) }))
}

type Told = Awaited<ReturnType<typeof toldOf>>

const some = (conditions: readonly RawBuilder<unknown>[]): Fits =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

const likeOf = (stream: Stream, word: string, told: Told): Fits => {
  const pattern = holding(word)
  const said = told.filter((one) => one.said.includes(word)).map((one) => one.told)
  return some([
    sql`coalesce(pd.name_key, '') like ${pattern}`,
    sql`coalesce(dd.name_key, '') like ${pattern}`,
    ...stream.sayings.filter(({ words }) => words.includes(word)).map(({ of }) => of),
    ...(stream.of === 'reason' && unknownPerson.includes(word) ? [sql`pd.id is null`] : []),
    ...(said.length === 0 ? [] : [sql`${stream.told} = any (${said}::text[])`]),
  ])
}

interface Term {
  readonly word: string
  readonly people: readonly string[]
  readonly doors: readonly string[]
  readonly sayings: Stream['sayings']
  readonly told: readonly string[]
  /** Said of so many rows that they cannot be gone through. */
  readonly often: boolean
  /** There are more people or doors than these. */
  readonly more: boolean
}

const isEmpty = ({ people, doors, sayings, told }: Term) =>
  people.length + doors.length + sayings.length + told.length === 0

const costOf = ({ people, doors, sayings, told }: Term) =>
  people.length + 50 * doors.length + 500 * (sayings.length + told.length)

const termOf = async (
  db: Db,
  stream: Stream,
  { caller, meant: known }: Seeker,
  word: string,
  asked: Promise<Told>,
  close: boolean,
  most: number,
): Promise<Term> => {
  const company = caller.companyId ?? ''
  const near = (text: string) =>
    text.includes(word) || (close && tokensOf(text).some((one) => editsTo(word, one) !== null))
  const meant = close ? await wordsMeant(db, scopesOf(caller), word, known) : []
  const { rows } = await sql<{ id: string; person: boolean }>`
    select d.source_id as id, t.type in (${number(types.person)}, ${number(types.former)}) as person
    from unnest(${[...stream.types]}::smallint[]) tt (type) cross join lateral (select tt.type, ${company}::uuid as scope) t, lateral (
      select d.source_id from search_document d where ${heldBy([word], true)} and d.name_key like ${holding(word)}
      ${most === Number.MAX_SAFE_INTEGER ? sql`offset 0` : sql`limit ${number(most + 1)}`}
    ) d
    ${
      meant.length === 0
        ? sql``
        : sql`union select d.source_id, p.type in (${number(types.person)}, ${number(types.former)})
            from unnest(${meant.map((one) => one.word)}::bigint[]) w (word), lateral (
              select p.document, p.type from search_posting p where p.word = w.word and p.named offset 0
            ) p, lateral (select d.source_id from search_document d where d.id = p.document offset 0) d
            where p.type = any (${[...stream.types]}::smallint[])`
    }
  `.execute(db)
  const told = await asked
  const sayings = stream.sayings.filter(({ words }) => near(words))
  return {
    word,
    people: rows.filter(({ person }) => person).map(({ id }) => id),
    doors: rows.filter(({ person }) => !person).map(({ id }) => id),
    sayings,
    told: told.filter(({ said }) => near(said)).map((one) => one.told),
    often: sayings.some(({ often }) => often),
    more: rows.length > most,
  }
}

// By a hash of them all; `is true` keeps it from becoming a join.
const among = (what: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`(${what} in (select unnest(${[...ids]}::uuid[]))) is true`

const fitsTerm = (stream: Stream, { people, doors, sayings, told }: Term): Fits =>
  some([
    ...(people.length === 0 ? [] : [among(stream.person, people)]),
    ...(doors.length === 0 ? [] : [among(stream.door, doors)]),
    ...sayings.map(({ of }) => of),
    ...(told.length === 0 ? [] : [sql`${stream.told} = any (${[...told]}::text[])`]),
  ])

const fitsOf = (stream: Stream, term: Term, told: Told): Fits =>
  term.more ? likeOf(stream, term.word, told) : fitsTerm(stream, term)

// Row by row, so that whoever wants the first few only looks these up.
const withNames = (stream: Stream) => sql`
  left join lateral (select * from search_document d where d.source_id = ${stream.person} and d.scope = l.company_id offset 0) pd on true
  left join lateral (select * from search_document d where d.source_id = ${stream.door} and d.scope = l.company_id offset 0) dd on true`

interface Found {
  readonly id: string
  readonly at: Date
  readonly title: string
  readonly description: string
  readonly high: boolean
}

const shown = ({ title, description, high }: Stream) =>
  sql`l.id, l.at, ${title} as title, ${description} as description, ${high} as high`

const happening = (stream: Stream, { id, at, title, description, high }: Found): Happening => ({
  id,
  at,
  title,
  description,
  high,
  path: stream.pathOf(id),
  required: stream.needed,
})

const every = (fits: readonly Fits[]): Fits => sql`(${sql.join([sql`true`, ...fits], sql` and `)})`

/** Among the newest rows of the company, or all of them. */
const newest = async (
  db: Db,
  stream: Stream,
  { caller }: Seeker,
  fits: readonly Fits[],
  limit: number,
  most: number | null,
): Promise<Happening[]> => {
  const { rows } = await sql<Found>`
    with ${hiddenPlaces(caller)}
    select ${shown(stream)} from (
      select * from ${stream.rows} l where l.company_id = ${caller.companyId} order by l.at desc, l.id desc
      ${most === null ? sql`` : sql`limit ${number(most)}`}
    ) l ${withNames(stream)} where ${stream.seen(caller)} and ${every(fits)}
    order by l.at desc, l.id desc limit ${number(limit)}
  `.execute(db)
  return rows.map((row) => happening(stream, row))
}

// Not looked into when the statement is planned, which would take longer than running it.
const array = (ids: readonly string[]) => sql`array(select unnest(${[...ids]}::uuid[]))`

/** Rows that the term fits, by the indices of the log. */
const armsOf = (stream: Stream, { people, doors, sayings, told: said }: Term) => {
  const odd = fitsTerm(stream, { word: '', people: [], doors: [], sayings, told: said, often: false, more: false })
  return [
    ...(people.length === 0 ? [] : [sql`l.user_id = any (${array(people)})`]),
    ...(doors.length === 0 ? [] : [sql`l.door_id = any (${array(doors)})`]),
    ...(sayings.length + said.length === 0 ? [] : [sql`${stream.odd} and ${odd}`]),
  ]
}

/** Further and further back, until there are enough. */
const back = async (
  db: Db,
  stream: Stream,
  { caller }: Seeker,
  driver: Term,
  fits: readonly Fits[],
  steps: readonly number[],
  limit: number,
): Promise<Happening[]> => {
  const found: Happening[] = []
  const now = Date.now()
  const bounds = ['infinity', ...steps.map((span) => new Date(now - span).toISOString()), '-infinity']
  for (const [i, from] of bounds.slice(1).entries()) {
    const arms = armsOf(stream, driver).map(
      (arm) => sql`select l.* from ${stream.rows} l where l.company_id = ${caller.companyId} and ${arm}
        and l.at >= ${from}::timestamptz and l.at < ${bounds[i]}::timestamptz`,
    )
    const { rows } = await sql<Found>`
      with ${hiddenPlaces(caller)}, l as materialized (${sql.join(arms, sql` union `)})
      select ${shown(stream)} from l ${withNames(stream)} where ${stream.seen(caller)} and ${every(fits)}
      order by l.at desc, l.id desc limit ${number(limit)}
    `.execute(db)
    found.push(...rows.map((row) => happening(stream, row)))
    if (found.length >= limit) break
  }
  return found
}
