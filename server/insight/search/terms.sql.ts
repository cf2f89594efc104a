// What of a stream one word fits: people, doors and the few other things that are said of a row.
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from '../../db/pool.ts'
import { scopesOf, types } from './document-rules.sql.ts'
import { heldBy, type IndexWord, number, wordsMeant } from '../../db/index-words.sql.ts'
import { holding, type Seeker, type Notified } from './seeker.ts'
import { type Stream, streamsFor, unknownPerson } from './streams.sql.ts'
import { editsTo, fold, forgiven, tokensOf } from '../../kit/folded-words.ts'

export interface Term {
  readonly word: string
  readonly people: readonly string[]
  readonly doors: readonly string[]
  /** Rows that people wrote it of. */
  readonly noted: readonly string[]
  readonly sayings: Stream['sayings']
  readonly told: readonly string[]
  /** Said of so many rows that they cannot be gone through. */
  readonly often: boolean
  /** There are more people, doors or rows than these. */
  readonly more: boolean
  /** All may be among them, even where here are none. */
  readonly unsure: boolean
  /** Words of names that it may have been meant for. */
  readonly meant: readonly IndexWord[]
}

/** A person, device or row whose name, or what was written of it, holds the word at a place among those sought, counted from 1. */
interface Named {
  readonly n: number
  readonly type: number
  readonly id: string
}

export type Fits = RawBuilder<boolean>

/** Of each word, by its place among those sought, the people and doors: up to `most` and one more of each type; null: all. */
const askNamed = async (
  db: Db,
  of: readonly number[],
  { caller }: Seeker,
  words: readonly string[],
  most: number | null,
): Promise<readonly Named[]> => {
  const upTo = most === null ? sql`offset 0` : sql`limit ${number(most + 1)}`
  return rowsOf<Named>(db)`
    select w.n::int as n, t.type, d.id
    from unnest(${[...words]}::text[], ${words.map(holding)}::text[]) with ordinality w (word, pattern, n),
      (select u.type, ${caller.companyId}::uuid as scope from unnest(${[...of]}::smallint[]) u (type) offset 0) t, lateral (
        select d.source_id as id from search_document d where ${heldBy(sql`array[w.word]`, true)} and d.name_key like w.pattern ${upTo}
      ) d
  `
}

/** The same of those whose names hold words that these may have been meant for. */
const askMeant = async (
  db: Db,
  of: readonly number[],
  meant: readonly (readonly IndexWord[])[],
  most: number | null,
): Promise<readonly Named[]> => {
  const words = meant.flatMap((all, n) => all.map(({ word }) => ({ n: n + 1, word })))
  if (words.length === 0) return []
  return rowsOf<Named>(db)`
    select p.n, p.type, d.source_id as id
    from (
      select m.n, p.document, p.type, row_number() over (partition by m.n, p.type) as place
      from unnest(${words.map(({ n }) => n)}::int[], ${words.map(({ word }) => word)}::bigint[]) m (n, word), lateral (
        select p.document, p.type from search_posting p where p.word = m.word and p.named and p.type = any (${[...of]}::smallint[]) offset 0
      ) p
    ) p, lateral (select d.source_id from search_document d where d.id = p.document offset 0) d
    where ${most === null ? sql`true` : sql`p.place <= ${number(most + 1)}`}
  `
}

/** The few things that are told of rows, each as a stream says it. */
const findStoredTerms = (db: Db, { caller, known }: Seeker): Promise<readonly Notified[]> => {
  known.told ??= sql<{ of: string; told: string }>`
    select of, told from search_told where company_id = ${caller.companyId}`
    .execute(db)
    .then(({ rows }) =>
      rows.flatMap(({ of, told: value }) =>
        streamsFor(caller).flatMap((stream) =>
          stream.of === of ? [{ of, told: value, text: fold(stream.wording(value)) }] : [],
        ),
      ),
    )
  return known.told
}

export interface Sought {
  readonly stream: Stream
  /** What each word fits. */
  readonly terms: readonly Term[]
}

/** Of each stream what holds each word. */
export const termsOf = async (db: Db, seeker: Seeker): Promise<readonly Sought[]> => {
  const { words, limits } = seeker
  const streams = streamsFor(seeker.caller)
  if (streams.length === 0) return []
  const [value, named] = await Promise.all([
    findStoredTerms(db, seeker),
    askNamed(db, typesOf(streams), seeker, words, limits.named),
  ])
  return streams.map((stream) => ({
    stream,
    terms: words.map((word, n): Term => {
      const those = named.filter((one) => one.n === n + 1 && stream.types.includes(one.type))
      const sayings = stream.sayings.filter(({ words: reported }) => reported.includes(word))
      return {
        word,
        ...apart(those),
        sayings,
        told: value.flatMap((one) => (one.of === stream.of && one.text.includes(word) ? [one.told] : [])),
        often: sayings.some(({ often }) => often),
        more: those.length > limits.named,
        unsure: false,
        meant: [],
      }
    }),
  }))
}

// What it costs to look up a few doors.
const fewest = 50

/** The same with what each word may have been meant for, where every word then fits something. */
export const closeTermsOf = async (db: Db, seeker: Seeker, held: readonly Sought[]): Promise<readonly Sought[]> => {
  const { words, limits, caller, known } = seeker
  const left = held.filter(({ terms }) => terms.every((term) => !isEmpty(term) || forgiven(term.word) > 0))
  if (left.length === 0) return []
  const meant = await Promise.all(words.map((word) => wordsMeant(db, scopesOf(caller), word, known.meant)))
  // With so few rows the names in them are sooner compared than all names looked for.
  const few = left.every(({ stream, terms }) =>
    terms.some((term) => forgiven(term.word) === 0 && costOf(stream, term) <= fewest),
  )
  const [value, named] = await Promise.all([
    findStoredTerms(db, seeker),
    few ? [] : askMeant(db, typesOf(left.map(({ stream }) => stream)), meant, limits.named),
  ])
  return left.map(({ stream, terms }) => ({
    stream,
    terms: terms.map((term, n): Term => {
      const near = (text: string) =>
        text.includes(term.word) || tokensOf(text).some((one) => editsTo(term.word, one) !== null)
      const slips = meant[n] ?? []
      const those = named.filter((one) => one.n === n + 1 && stream.types.includes(one.type))
      const close = apart(those)
      const sayings = stream.sayings.filter(({ words: reported }) => near(reported))
      return {
        word: term.word,
        people: [...new Set([...term.people, ...close.people])],
        doors: [...new Set([...term.doors, ...close.doors])],
        noted: [...new Set([...term.noted, ...close.noted])],
        sayings,
        told: value.flatMap((one) => (one.of === stream.of && near(one.text) ? [one.told] : [])),
        often: sayings.some(({ often }) => often),
        more: term.more || those.length > limits.named || (few && slips.length > 0),
        unsure: few && slips.length > 0,
        meant: slips,
      }
    }),
  }))
}

const typesOf = (streams: readonly Stream[]) => [...new Set(streams.flatMap(({ types: each }) => each))]

/** The term with all its people and doors. */
export const nameAll = async (db: Db, stream: Stream, seeker: Seeker, term: Term): Promise<Term> => {
  const named = await Promise.all([
    askNamed(db, stream.types, seeker, [term.word], null),
    askMeant(db, stream.types, [term.meant], null),
  ])
  return { ...term, ...apart(named.flat()), more: false }
}

const apart = (named: readonly Named[]) => {
  const ids = (isOne: (one: Named) => boolean) => [...new Set(named.filter(isOne).map(({ id }) => id))]
  const isPerson = ({ type }: Named) => type === types.person || type === types.former
  const isRow = ({ type }: Named) => type === types.noted
  return { people: ids(isPerson), doors: ids((one) => !isPerson(one) && !isRow(one)), noted: ids(isRow) }
}

/** What it costs to look its rows up, in people: a door has as many as ten. */
export const costOf = ({ oddCost }: Stream, { people, doors, noted, sayings, told: value, more }: Term): number =>
  people.length +
  noted.length +
  10 * doors.length +
  (sayings.length + value.length > 0 ? oddCost : 0) +
  (more ? 10_000 : 0)

export const isEmpty = ({ people, doors, noted, sayings, told: value, more }: Term): boolean =>
  !more && people.length + doors.length + noted.length + sayings.length + value.length === 0

/** It fits nothing else than people, or than doors. */
const isOnly = (what: 'people' | 'doors', { people, doors, noted, sayings, told: value, unsure }: Term) =>
  !unsure && noted.length + sayings.length + value.length + (what === 'people' ? doors : people).length === 0

/** Of a term what the others leave of it: a row has but one person and one door. */
export const narrowed = (term: Term, others: readonly Term[]): Term => {
  if (term.more) return term
  const left = (what: 'people' | 'doors') =>
    others
      .filter((other) => other !== term && !other.more && isOnly(what, other))
      .map((other) => new Set(other[what]))
      .reduce((ids, those) => ids.filter((id) => those.has(id)), term[what])
  return { ...term, people: left('people'), doors: left('doors') }
}

/** The same by the names themselves, for others that fit too many to be named. */
export const narrowedByName = async (
  db: Db,
  { caller }: Seeker,
  term: Term,
  others: readonly Term[],
): Promise<Term> => {
  const left = async (what: 'people' | 'doors') => {
    const manifold = others.filter((other) => other !== term && other.more && isOnly(what, other))
    if (manifold.length === 0 || term[what].length === 0) return term[what]
    const rows = await rowsOf<{
      id: string
    }>(db)`select d.source_id as id from unnest(${[...term[what]]}::uuid[]) o (id), lateral (
        select * from search_document d where d.source_id = o.id and d.scope = ${caller.companyId} offset 0
      ) d where ${sql.join(
        manifold.map((other) => some(likeIn(sql`d`, other))),
        sql` and `,
      )}`
    return rows.map(({ id }) => id)
  }
  return term.more ? term : { ...term, people: await left('people'), doors: await left('doors') }
}

const some = (conditions: readonly RawBuilder<unknown>[]): Fits =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

// By a hash of them all; `is true` keeps it from becoming a join.
const among = (what: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`(${what} in (select unnest(${[...ids]}::uuid[]))) is true`

const wordsOf = (stream: Stream, { sayings, told: value }: Term) => [
  ...sayings.map(({ of }) => of),
  ...(value.length === 0 ? [] : [sql`${stream.told} = any (${[...value]}::text[])`]),
]

/** What else than people and doors it fits. */
export const fitsWording = (stream: Stream, term: Term): Fits => some(wordsOf(stream, term))

/** A row `l` with its person `pd` and its door `dd`. */
export const fitsOf = (stream: Stream, term: Term): Fits =>
  some([...(term.more ? namedLike(stream, term) : namedAmong(stream, term)), ...wordsOf(stream, term)])

const namedAmong = (stream: Stream, { people, doors, noted }: Term) => [
  ...(people.length === 0 ? [] : [among(stream.person, people)]),
  ...(doors.length === 0 ? [] : [among(stream.door, doors)]),
  ...(noted.length === 0 ? [] : [among(sql`l.id`, noted)]),
]

const namedLike = (stream: Stream, term: Term) => [
  ...likeIn(sql`pd`, term),
  ...likeIn(sql`dd`, term),
  ...(stream.types.includes(types.noted) ? likeIn(sql`nd`, term) : []),
  ...(stream.of === 'reason' && unknownPerson.includes(term.word) ? [sql`pd.id is null`] : []),
]

/** In a line of the index that need not be there. */
const likeIn = (line: RawBuilder<unknown>, { word, meant }: Term) => [
  sql`coalesce(${line}.name_key, '') like ${holding(word)}`,
  ...(meant.length === 0
    ? []
    : [
        sql`exists (select from search_posting p where p.document = ${line}.id and p.named
          and p.word = any (${meant.map((one) => one.word)}::bigint[]))`,
      ]),
]
