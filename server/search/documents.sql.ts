// People, devices, companies and articles in the index: read by their words where these are seldom; where they are not, the
// lines are walked through in the order in which they are told, which ends soon.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { articleState, hiddenPlaces, installation, scopesOf, seen, types, typesFor } from './document-rules.sql.ts'
import { type Holding, type IndexWord, wordsHolding, wordsMeant } from './index-words.sql.ts'
import { byRank, type Counted, holding, type Ranked, type Seeker } from './seeker.ts'
import { forgiven, tokensOf } from './words.ts'

export interface Line extends Ranked {
  readonly type: number
  readonly id: string
  readonly title: string
  readonly description: string
  /** What ends the address of its page. */
  readonly page: string | null
  readonly at: Date | null
  readonly high: boolean
  /** Of an article that is not public. */
  readonly state: string | null
}

export interface Lines extends Counted {
  readonly lines: readonly Line[]
}

const nothing: Lines = { lines: [], total: 0, atLeast: false }
// Others are compared in the lines.
const mostTokens = 4
// A line is posted under several words that hold the same.
const postedOften = 3
const number = (value: number) => sql.raw(String(value))

/** The first `limit` of the lines that hold every word, and how many there are. */
export const findLines = async (db: Db, seeker: Seeker, limit: number): Promise<Lines> => {
  if (seeker.words.length === 0) return nothing
  const found = await wordsHolding(
    db,
    scopesOf(seeker.caller),
    seeker.tokens.slice(0, mostTokens),
    seeker.limits.words,
    seeker.known,
  )
  const holdings = [...found.values()]
  if (holdings.some(({ words }) => words.length === 0)) return nothing
  const ways = await waysOf(db, typesFor(seeker.caller), holdings, seeker.limits.read)
  const seldom = ways.seldom.length === 0 ? nothing : await read(db, seeker, ways.seldom, limit)
  if (ways.often.length === 0) return seldom
  const often = await walk(db, seeker, ways.often, holdings, limit)
  if (seldom.total > seeker.limits.counted)
    return { ...seldom, lines: best([...seldom.lines, ...often], limit), atLeast: true }
  const counted = await countOften(db, seeker, ways.often, holdings)
  return {
    lines: best([...seldom.lines, ...often], limit),
    total: seldom.total + counted,
    atLeast: counted > seeker.limits.counted,
  }
}

/** Each once, in order. */
const best = (lines: readonly Line[], limit: number): Line[] =>
  [...new Map(lines.map((line) => [line.document, line])).values()].toSorted(byRank).slice(0, limit)

interface Ways {
  /** Words by which all lines of a type are read. */
  readonly seldom: readonly { readonly type: number; readonly words: readonly number[] }[]
  readonly often: readonly number[]
}

/** Of each type the token that the fewest of its lines hold, if those are few. */
const waysOf = async (db: Db, all: readonly number[], holdings: readonly Holding[], most: number): Promise<Ways> => {
  const named = holdings.filter(({ more }) => !more).map(({ words }) => words.map(({ word }) => word))
  if (named.length === 0) return { seldom: [], often: all }
  const counts = named.map(
    (words, n) => sql`select ${number(n)} as n, t.type, (select count(*)::int from (select from search_posting p
      where p.word = any (${words}::bigint[]) and p.type = t.type limit ${number(most + 1)}) x) as count
    from unnest(${[...all]}::smallint[]) t (type)`,
  )
  const { rows } = await sql<{ n: number; type: number; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  const seldom: Ways['seldom'][number][] = []
  const often: number[] = []
  for (const type of all) {
    const fewest = rows.filter((row) => row.type === type).toSorted((a, b) => a.count - b.count)[0]
    if (!fewest || fewest.count > most) often.push(type)
    else if (fewest.count > 0) seldom.push({ type, words: named[fewest.n] ?? [] })
  }
  return { seldom, often }
}

const rankOfLine = (phrase: string): RawBuilder<number> => sql`(case when d.title_key = ${phrase} then 0
  when starts_with(d.title_key, ${phrase}) then 1 when position(${` ${phrase}`} in d.title_key) > 0 then 2
  when position(${phrase} in d.title_key) > 0 then 3 else 4 end)`

const told = sql`d.id as document, d.type, d.source_id as id, d.title, d.description, d.page, d.at, d.high, d.order_key as "order"`
const state = sql`case when d.type = ${number(types.article)} then (${articleState}) end as state`
const holdsAll = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`d.text like ${holding(word)}`),
    sql` and `,
  )

const scopeOf = ({ caller }: Seeker, type: number): string =>
  type === types.company || type === types.article ? installation : (caller.companyId ?? installation)

/** All of them, put in order. */
const read = async (db: Db, seeker: Seeker, ways: Ways['seldom'], limit: number): Promise<Lines> => {
  const pairs = ways.flatMap(({ type, words }) => words.map((word) => ({ type, word })))
  const { rows } = await sql<Line & { total: number }>`
    with ${hiddenPlaces(seeker.caller)}, candidate as materialized (
      select distinct p.document
      from unnest(${pairs.map(({ type }) => type)}::smallint[], ${pairs.map(({ word }) => word)}::bigint[]) c (type, word)
        join search_posting p on p.word = c.word and p.type = c.type
    ), first as (
      select d.*, ${rankOfLine(seeker.phrase)} as rank, count(*) over ()::int as total
      from candidate c join search_document d on d.id = c.document
      where ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
      order by rank, d.order_key, d.id limit ${number(limit)}
    )
    select ${told}, d.rank, d.total, ${state} from first d order by d.rank, d.order_key, d.id
  `.execute(db)
  return { lines: rows, total: rows[0]?.total ?? 0, atLeast: false }
}

/** The first ones only. */
const walk = async (
  db: Db,
  seeker: Seeker,
  often: readonly number[],
  holdings: readonly Holding[],
  limit: number,
): Promise<Line[]> => {
  const [only, ...others] = seeker.words.flatMap(tokensOf)
  const single = only !== undefined && others.length === 0 ? holdings[0] : undefined
  // Articles stand in the order of their time, so that titles are not found by it.
  const scanned: readonly number[] = single ? often.filter((type) => type === types.article) : []
  const lines = scanned.length > 0 ? await scan(db, seeker, scanned, everything, limit) : []
  const walked = often.filter((type) => !scanned.includes(type))
  if (walked.length > 0) lines.push(...(await begins(db, seeker, walked, limit)))
  if (!single) return best(lines.length < limit ? await scan(db, seeker, often, everything, limit) : lines, limit)
  const whole = single.words.filter((word) => word.whole && word.titled)
  const titled = single.words.filter((word) => word.titled)
  const steps = [
    { rank: 2, words: whole, places: [1] },
    { rank: 3, words: titled, places: [0, 1] },
    { rank: 4, words: single.words, places: [2] },
  ]
  for (const step of steps) {
    if (walked.length === 0 || best(lines, limit).filter(({ rank }) => rank < step.rank).length >= limit) break
    const few = !single.more && step.words.length <= seeker.limits.lists
    lines.push(
      ...(few
        ? await lists(db, seeker, walked, step, limit)
        : await scan(db, seeker, walked, sql`${rankOfLine(seeker.phrase)} = ${number(step.rank)}`, limit)),
    )
  }
  return best(lines, limit)
}

const placed = (seeker: Seeker, of: readonly number[]) =>
  sql`unnest(${[...of]}::smallint[], ${of.map((type) => scopeOf(seeker, type))}::uuid[]) t (type, scope)`

const last = '\u{10ffff}'

/** Whose title begins with what is sought: those are neighbours in the order. */
const begins = async (db: Db, seeker: Seeker, of: readonly number[], limit: number): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    with ${hiddenPlaces(seeker.caller)}
    select ${told}, ${rankOfLine(seeker.phrase)} as rank, null as state
    from ${placed(seeker, of)}, unnest('{1,2}'::text[]) s (begins), lateral (
      select d.* from search_document d
      where d.scope = t.scope and d.type = t.type and d.order_key >= (s.begins || left(${seeker.phrase}, 60)) collate "C"
        and d.order_key < (s.begins || left(${seeker.phrase}, 60) || ${last}) collate "C"
        and starts_with(d.title_key, ${seeker.phrase}) and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
      order by d.order_key, d.id limit ${number(limit)}
    ) d
  `.execute(db)
  return rows.filter(({ type }) => type !== types.article)
}

/** In their order, until there are enough. */
const scan = async (
  db: Db,
  seeker: Seeker,
  of: readonly number[],
  that: RawBuilder<unknown>,
  limit: number,
): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    with ${hiddenPlaces(seeker.caller)}
    select ${told}, d.rank, ${state}
    from ${placed(seeker, of)}, lateral (
      select d.*, ${rankOfLine(seeker.phrase)} as rank from search_document d
      where d.scope = t.scope and d.type = t.type and ${that} and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
      order by ${that === everything ? sql`rank, ` : sql``}d.order_key, d.id limit ${number(limit)}
    ) d
  `.execute(db)
  return rows
}

const everything = sql`true`

interface Step {
  readonly rank: number
  readonly words: readonly IndexWord[]
  readonly places: readonly number[]
}

/** The first of each word's own list. */
const lists = async (
  db: Db,
  seeker: Seeker,
  of: readonly number[],
  { rank, words, places }: Step,
  limit: number,
): Promise<Line[]> => {
  const { rows } = await sql<Line>`
    with ${hiddenPlaces(seeker.caller)}, first as (
      select distinct on (d.order_key, d.id) d.*
      from ${placed(seeker, of)}, unnest(${words.map(({ word }) => word)}::bigint[]) w (word),
        unnest(${[...places]}::smallint[]) at (place), lateral (
          select d.* from search_posting p join search_document d on d.id = p.document
          where p.word = w.word and p.type = t.type and p.place = at.place
            and ${rankOfLine(seeker.phrase)} = ${number(rank)} and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
          order by p.order_key, p.document limit ${number(limit)}
        ) d
      order by d.order_key, d.id limit ${number(limit)}
    )
    select ${told}, ${number(rank)} as rank, ${state} from first d
  `.execute(db)
  return rows
}

/** How many there are, up to one more than are counted. */
const countOften = async (
  db: Db,
  seeker: Seeker,
  of: readonly number[],
  holdings: readonly Holding[],
): Promise<number> => {
  const counted = async (lines: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ count: number }>`with ${hiddenPlaces(seeker.caller)}
      select count(*)::int as count from (select from ${lines}
        where ${holdsAll(seeker.words)} and ${seen(seeker.caller)} limit ${number(seeker.limits.counted + 1)}) x`.execute(
      db,
    )
    return rows[0]?.count ?? 0
  }
  const words = holdings[0]?.words.map(({ word }) => word) ?? []
  const [only, ...others] = seeker.words.flatMap(tokensOf)
  // Nothing hides people, and what is posted under a word that holds all that is sought needs no comparing.
  if (only !== undefined && others.length === 0 && of.includes(types.person)) {
    const { rows } = await sql<{ count: number }>`select count(distinct document)::int as count from (
      select p.document from search_posting p where p.word = any (${words}::bigint[]) and p.type = ${types.person}
      limit ${number(postedOften * seeker.limits.counted)}) p`.execute(db)
    if ((rows[0]?.count ?? 0) > seeker.limits.counted) return rows[0]?.count ?? 0
  }
  const some = await counted(sql`(select distinct document from (select p.document from search_posting p
    where p.word = any (${words}::bigint[]) and p.type = any (${[...of]}::smallint[]) limit ${number(postedOften * seeker.limits.counted)}) p) p
    join search_document d on d.id = p.document`)
  if (some > seeker.limits.counted) return some
  return counted(sql`${placed(seeker, of)} join search_document d on d.scope = t.scope and d.type = t.type`)
}

/** Lines with words that are close to every word sought: the fewest slips first. For when nothing holds the words. */
export const findClose = async (db: Db, seeker: Seeker, limit: number): Promise<Lines> => {
  const { caller, words } = seeker
  const scopes = scopesOf(caller)
  // Words in which no slip is forgiven are compared in the lines.
  const compared = words.filter((word) => forgiven(word) === 0)
  const loose = words.filter((word) => forgiven(word) > 0)
  const found = await wordsHolding(db, scopes, loose, Number.MAX_SAFE_INTEGER - 1)
  const named: { readonly n: number; readonly of: readonly IndexWord[] }[] = []
  for (const [n, word] of loose.entries())
    named.push({ n, of: [...(found.get(word)?.words ?? []), ...(await wordsMeant(db, scopes, word))] })
  if (named.length === 0 || named.some(({ of }) => of.length === 0)) return nothing
  const driver = named.toSorted((a, b) => a.of.length - b.of.length)[0]?.n ?? 0
  const titled = sql.join(
    [sql`c.place < 2`, ...compared.map((word) => sql`d.title_key like ${holding(word)}`)],
    sql` and `,
  )
  const want = named.flatMap(({ n, of }) => of.map(({ word, edits }) => ({ n, word, edits })))
  const { rows } = await sql<Line & { total: number }>`
    with ${hiddenPlaces(caller)}, want as materialized (
      select * from unnest(${want.map(({ n }) => n)}::int[], ${want.map(({ word }) => word)}::bigint[],
        ${want.map(({ edits }) => edits)}::int[]) w (n, word, edits)
    ), candidate as materialized (
      select distinct p.document from want w join search_posting p on p.word = w.word
      where w.n = ${driver} and p.type = any (${typesFor(caller)}::smallint[])
    ), hit as (
      select p.document, w.n, min(w.edits) as edits, min(p.place) as place
      from candidate c join search_posting p on p.document = c.document join want w on w.word = p.word
      group by p.document, w.n
    ), close as (
      select document, sum(edits)::int as edits, max(place) as place from hit
      group by document having count(*) = ${named.length}
    ), first as (
      select d.*, 10 * c.edits + case when ${titled} then 3 else 4 end as rank, count(*) over ()::int as total
      from close c join search_document d on d.id = c.document
      where ${sql.join([seen(caller), ...compared.map((word) => sql`d.text like ${holding(word)}`)], sql` and `)}
      order by rank, d.order_key, d.id limit ${number(limit)}
    )
    select ${told}, d.rank, d.total, ${state} from first d order by d.rank, d.order_key, d.id
  `.execute(db)
  const total = rows[0]?.total ?? 0
  return { lines: rows, total, atLeast: false }
}
