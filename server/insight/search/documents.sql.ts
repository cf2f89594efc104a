// People, devices, companies and articles in the index: all that hold what is sought are read where they are few; where they
// are not, the lines are walked through in the order in which they are told, which ends soon.
import { type RawBuilder, sql } from 'kysely'
import { numberOf, type Db, rowsOf } from '../../db/pool.ts'
import { hiddenFirst } from '../../kit/label-scope.ts'
import { articleState, installation, scopesOf, seen, types, typesFor } from './document-rules.sql.ts'
import { heldBy, number, wordsHolding, wordsMeant } from '../../db/index-words.sql.ts'
import { byRank, type Counted, holding, type Rank, type Ranked, type Seeker } from './seeker.ts'
import { forgiven } from '../../kit/folded-words.ts'

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

/** The first `limit` of the lines of these types that hold every word, and how many there are. */
export const findLines = async (db: Db, seeker: Seeker, all: readonly number[], limit: number): Promise<Lines> => {
  if (seeker.words.length === 0 || all.length === 0) return nothing
  const { counted } = seeker.limits
  const begun = await beginning(db, seeker, all, limit)
  const filled = begun.all && begun.lines.length >= limit
  if (filled && (await countTo(db, seeker, all)) > counted)
    return { lines: best(begun.lines, limit), total: counted + 1, atLeast: true }
  const wanted = { sought: seeker.words }
  const few = await read(db, seeker, all, wanted, filled || all.length === 1 ? counted : seeker.limits.read, limit)
  if (few.often.length === 0) return { lines: best(few.lines, limit), total: few.held, atLeast: few.held > counted }
  const total = few.held > counted ? few.held : await countTo(db, seeker, all)
  const first =
    total > counted
      ? await walkTo(db, seeker, few.often, begun.lines, limit)
      : (await read(db, seeker, few.often, wanted, counted, limit)).lines
  return { lines: best([...few.lines, ...first], limit), total, atLeast: total > counted }
}

/** Each once, in order. */
const best = (lines: readonly Line[], limit: number): Line[] =>
  [...new Map(lines.map((line) => [line.document, line])).values()].toSorted(byRank).slice(0, limit)

const rankOfLine = (phrase: string): RawBuilder<number> => sql`(case when d.title_key = ${phrase} then 0
  when starts_with(d.title_key, ${phrase}) then 1 when position(${` ${phrase}`} in d.title_key) > 0 then 2
  when position(${phrase} in d.title_key) > 0 then 3 else 4 end)`

const value = sql`d.id as document, d.type, d.source_id as id, d.title, d.description, d.page, d.at, d.high, d.order_key as "order"`
const state = () => sql`case when d.type = ${number(types.article)} then (${articleState()}) end as state`
const holdsAll = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`d.text like ${holding(word)}`),
    sql` and `,
  )

const scopeOf = ({ caller }: Seeker, type: number): string =>
  type === types.company || type === types.article ? installation : (caller.companyId ?? installation)

const placed = (seeker: Seeker, of: readonly number[]) =>
  sql`unnest(${[...of]}::smallint[], ${of.map((type) => scopeOf(seeker, type))}::uuid[]) t (type, scope)`

interface Wanted {
  readonly sought: readonly string[]
  /** Only those whose title holds it, by this rank. */
  readonly rank?: RawBuilder<boolean>
}

/** Lines of a type and scope `t` that hold what is wanted, by the letters that stand together in them. */
const held = (
  seeker: Seeker,
  { sought, rank }: Wanted,
) => sql`search_document d where ${heldBy(sql`${[...sought]}::text[]`, rank !== undefined)}
  and ${rank ?? sql`true`} and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}`

/** Those of types that have up to `most`, put in order; which types have more, and how many there are at least. */
const read = async (db: Db, seeker: Seeker, of: readonly number[], wanted: Wanted, most: number, limit: number) => {
  const rows = await rowsOf<Line & { held: number }>(db)`
    with ${hiddenFirst(seeker.caller)}, found as (
      select d.*, count(*) over (partition by d.type)::int as held,
        row_number() over (partition by d.type order by d.rank, d.order_key, d.id) as place
      from ${placed(seeker, of)}, lateral (
        select d.id, d.type, d.order_key, ${rankOfLine(seeker.phrase)} as rank from ${held(seeker, wanted)}
        limit ${number(most + 1)}
      ) d
    )
    select ${value}, f.rank, f.held, ${state()} from found f join search_document d on d.id = f.id
    where f.place <= case when f.held > ${number(most)} then 1 else ${number(limit)} end
  `
  const isOften = (line: { readonly held: number }) => line.held > most
  const sizes = new Map(rows.map((row) => [row.type, row.held]))
  return {
    lines: rows.filter((row) => !isOften(row)).map((row): Line => row),
    held: [...sizes.values()].reduce((sum, one) => sum + one, 0),
    often: rows.filter(isOften).map(({ type }) => type),
  }
}

/** How many there are, up to one more than are counted. */
const countTo = async (db: Db, seeker: Seeker, of: readonly number[]): Promise<number> => {
  const most = number(seeker.limits.counted + 1)
  return numberOf(db)`with ${hiddenFirst(seeker.caller)}
    select count(*)::int as count from (select from ${placed(seeker, of)},
      lateral (select from ${held(seeker, { sought: seeker.words })} limit ${most}) d limit ${most}) x`
}

const last = '\u{10ffff}'

/** The first whose title begins with what is sought; `all`: of articles too, which stand in the order of their time. */
const beginning = async (db: Db, seeker: Seeker, of: readonly number[], limit: number) => {
  const others = of.filter((type) => type !== types.article)
  if (others.length === 0) return { lines: [], all: false }
  const articles = await read(
    db,
    seeker,
    [types.article],
    { sought: [seeker.phrase], rank: sql`starts_with(d.title_key, ${seeker.phrase})` },
    seeker.limits.counted,
    limit,
  )
  // Neighbours in the order.
  const rows = await rowsOf<Line>(db)`
    with ${hiddenFirst(seeker.caller)}
    select ${value}, ${rankOfLine(seeker.phrase)} as rank, null as state
    from ${placed(seeker, others)}, unnest('{1,2}'::text[]) s (begins), lateral (
      select d.* from search_document d
      where d.scope = t.scope and d.type = t.type and d.order_key >= (s.begins || left(${seeker.phrase}, 60)) collate "C"
        and d.order_key < (s.begins || left(${seeker.phrase}, 60) || ${last}) collate "C"
        and starts_with(d.title_key, ${seeker.phrase}) and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
      order by d.order_key, d.id limit ${number(limit)}
    ) d
  `
  return { lines: [...articles.lines, ...rows], all: articles.often.length === 0 }
}

/** The first ones of types of which too many lines hold what is sought to read them all. */
const walkTo = async (
  db: Db,
  seeker: Seeker,
  often: readonly number[],
  begun: readonly Line[],
  limit: number,
): Promise<Line[]> => {
  const lines = begun.filter(({ type }) => often.includes(type))
  const rank = rankOfLine(seeker.phrase)
  if (often.includes(types.article)) lines.push(...(await walk(db, seeker, [types.article], null, limit)))
  const others = often.filter((type) => type !== types.article)
  const filledBefore = (n: number) =>
    others.length === 0 || best(lines, limit).filter((line) => line.rank < n).length >= limit
  for (const [n, sought] of [[2, ` ${seeker.phrase}`] as const, [3, seeker.phrase] as const]) {
    if (filledBefore(n)) break
    const ofRank = sql<boolean>`${rank} = ${number(n)}`
    const titled = await read(db, seeker, others, { sought: [sought], rank: ofRank }, seeker.limits.read, limit)
    lines.push(...titled.lines, ...(await walk(db, seeker, titled.often, n, limit)))
  }
  if (!filledBefore(4)) lines.push(...(await walk(db, seeker, others, 4, limit)))
  return lines
}

/** In their order, until there are enough of this rank; null: the best of all. */
const walk = async (
  db: Db,
  seeker: Seeker,
  of: readonly number[],
  only: Rank | null,
  limit: number,
): Promise<Line[]> => {
  if (of.length === 0) return []
  const rank = rankOfLine(seeker.phrase)
  return rowsOf<Line>(db)`
    with ${hiddenFirst(seeker.caller)}
    select ${value}, ${rank} as rank, ${state()}
    from ${placed(seeker, of)}, lateral (
      select d.* from search_document d
      where d.scope = t.scope and d.type = t.type and ${only === null ? sql`true` : sql`${rank} = ${number(only)}`}
        and ${holdsAll(seeker.words)} and ${seen(seeker.caller)}
      order by ${only === null ? sql`${rank}, ` : sql``}d.order_key, d.id limit ${number(limit)}
    ) d
  `
}

/** Of lines that hold the words, null: there are too many. */
const fewHolding = async (db: Db, seeker: Seeker, sought: readonly string[]): Promise<number[] | null> => {
  const most = seeker.limits.read
  const rows = await rowsOf<{ id: number }>(db)`
    select d.id from ${placed(seeker, typesFor(seeker.caller))}, lateral (
      select d.id from search_document d where ${heldBy(sql`${[...sought]}::text[]`, false)} limit ${number(most + 1)}
    ) d limit ${number(most + 1)}
  `
  return rows.length > most ? null : rows.map(({ id }) => id)
}

// Of the words wanted, `w`.
const postingsOf = (documents: readonly number[]) => sql`unnest(${[...documents]}::bigint[]) o (document), lateral (
    select * from search_posting p where p.document = o.document offset 0
  ) p join w on w.word = p.word`
const postingsHolding = ({ caller }: Seeker) => sql`w, lateral (
    select p.document, p.type, p.place, p.order_key from search_posting p
    where p.word = w.word and p.type = any (${typesFor(caller)}::smallint[]) offset 0
  ) p`

/** Lines with words that are close to every word sought: the fewest slips first. For when nothing holds the words. */
export const findClose = async (db: Db, seeker: Seeker, limit: number): Promise<Lines> => {
  const { caller, words } = seeker
  const scopes = scopesOf(caller)
  // Words in which no slip is forgiven are compared in the lines.
  const compared = words.filter((word) => forgiven(word) === 0)
  const loose = words.filter((word) => forgiven(word) > 0)
  const few = compared.length === 0 ? null : await fewHolding(db, seeker, compared)
  if (few?.length === 0) return nothing
  const [found, ...meant] = await Promise.all([
    wordsHolding(db, scopes, loose),
    ...loose.map((word) => wordsMeant(db, scopes, word, seeker.known.meant)),
  ])
  const named = loose.map((word, n) => ({ n, of: [...(found.get(word) ?? []), ...(meant[n] ?? [])] }))
  if (named.length === 0 || named.some(({ of }) => of.length === 0)) return nothing
  const want = named.flatMap(({ n, of }) => of.map(({ word, edits }) => ({ n, word, edits })))
  // With words compared in the title only the lines themselves tell their order.
  const apart = sql.join([sql`true`, ...compared.map((word) => sql`d.title_key like ${holding(word)}`)], sql` and `)
  const most = compared.length > 0 ? sql`` : sql`limit ${number(Math.max(seeker.limits.counted + 1, limit))}`
  const least = (what: 'edits' | 'place') =>
    named.map(({ n }) => sql`min(${sql.ref(what)}) filter (where n = ${number(n)})`)
  const article = number(types.article)
  const rows = await rowsOf<Line & { total: number }>(db)`
    with ${hiddenFirst(caller)}, w as materialized (
      select * from unnest(${want.map(({ n }) => n)}::int[], ${want.map(({ word }) => word)}::bigint[],
        ${want.map(({ edits }) => edits)}::int[]) w (n, word, edits)
    ), hit as (
      select w.n, w.edits, p.document, p.type, p.place, p.order_key from ${few ? postingsOf(few) : postingsHolding(seeker)}
    ), close as (
      select document, 10 * (${sql.join(least('edits'), sql` + `)})
        + case when greatest(${sql.join(least('place'))}) < 2 then 3 else 4 end as rank
      from hit group by document having ${sql.join(
        named.map(({ n }) => sql`bool_or(n = ${number(n)})`),
        sql` and `,
      )} order by min(type) = ${article}, rank, min(order_key), document
    ), found as materialized (
      select d.id, d.type, case when c.rank % 10 = 3 and not (${apart}) then c.rank + 1 else c.rank end as rank, d.order_key
      from close c, lateral (select * from search_document d where d.id = c.document offset 0) d
      where ${sql.join([seen(caller), ...compared.map((word) => sql`d.text like ${holding(word)}`)], sql` and `)} ${most}
    ), first as (
      select f.id, f.rank, count(*) over ()::int as total from found f
      order by f.type = ${article}, f.rank, f.order_key, f.id limit ${number(limit)}
    )
    select ${value}, f.rank, f.total, ${state()} from first f join search_document d on d.id = f.id
    order by d.type = ${article}, f.rank, d.order_key, d.id
  `
  const total = rows[0]?.total ?? 0
  return { lines: rows, total, atLeast: total > seeker.limits.counted }
}
