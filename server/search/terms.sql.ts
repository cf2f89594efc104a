// What of a stream one word fits: people, doors and the few other things that are said of a row.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { scopesOf, types } from './document-rules.sql.ts'
import { heldBy, type IndexWord, wordsMeant } from './index-words.sql.ts'
import { holding, type Seeker } from './seeker.ts'
import { type Stream, unknownPerson } from './streams.sql.ts'
import { editsTo, fold, tokensOf } from './words.ts'

export interface Term {
  readonly word: string
  readonly people: readonly string[]
  readonly doors: readonly string[]
  readonly sayings: Stream['sayings']
  readonly told: readonly string[]
  /** Said of so many rows that they cannot be gone through. */
  readonly often: boolean
  /** There are more people or doors than these. */
  readonly more: boolean
  /** Words of names that it may have been meant for. */
  readonly meant: readonly IndexWord[]
}

export type Fits = RawBuilder<boolean>

const number = (value: number) => sql.raw(String(value))

interface Named {
  readonly stream: number
  readonly n: number
  readonly id: string
  readonly person: boolean
}

/** The people and doors of each word and stream, up to `most` and one more; null: all. */
const askNamed = async (
  db: Db,
  streams: readonly Stream[],
  { caller, meant: known }: Seeker,
  words: readonly string[],
  close: boolean,
  most: number | null,
): Promise<{ readonly named: readonly Named[]; readonly meant: readonly (readonly IndexWord[])[] }> => {
  const meant = close
    ? await Promise.all(words.map((word) => wordsMeant(db, scopesOf(caller), word, known)))
    : words.map(() => [])
  const slips = meant.flatMap((all, n) => all.map(({ word }) => ({ n: n + 1, word })))
  const upTo = most === null ? sql`offset 0` : sql`limit ${number(most + 1)}`
  const person = sql`in (${number(types.person)}, ${number(types.former)})`
  const { rows } = await sql<Named>`
    select s.stream, w.n::int as n, d.id, d.person
    from (values ${sql.join(streams.map((one, i) => sql`(${number(i)}, ${[...one.types]}::smallint[])`))}) s (stream, types),
      unnest(${[...words]}::text[], ${words.map(holding)}::text[]) with ordinality w (word, pattern, n), lateral (
        select distinct * from (
          (select d.source_id as id, t.type ${person} as person
          from (select u.type, ${caller.companyId}::uuid as scope from unnest(s.types) u (type) offset 0) t, lateral (
            select d.source_id from search_document d where ${heldBy(sql`array[w.word]`, true)} and d.name_key like w.pattern ${upTo}
          ) d ${upTo})
          ${
            slips.length === 0
              ? sql``
              : sql`union all (select d.source_id, p.type ${person}
                  from unnest(${slips.map(({ n }) => n)}::int[], ${slips.map(({ word }) => word)}::bigint[]) m (n, word), lateral (
                    select p.document, p.type from search_posting p where p.word = m.word and p.named and p.type = any (s.types) offset 0
                  ) p, lateral (select d.source_id from search_document d where d.id = p.document offset 0) d
                  where m.n = w.n ${upTo})`
          }
        ) d
      ) d
  `.execute(db)
  return { named: rows, meant }
}

/** What of `search_told` fits is asked of the few things that there are. */
const askTold = async (db: Db, { caller }: Seeker) => {
  const { rows } = await sql<{ of: string; told: string }>`
    select of, told from search_told where company_id = ${caller.companyId}`.execute(db)
  return rows
}

/** Of each stream what each word fits. */
export const termsOf = async (
  db: Db,
  streams: readonly Stream[],
  seeker: Seeker,
  close: boolean,
): Promise<readonly (readonly Term[])[]> => {
  const most = seeker.limits.named
  const [told, { named, meant }] = await Promise.all([
    askTold(db, seeker),
    askNamed(db, streams, seeker, seeker.words, close, most),
  ])
  return streams.map((stream, i) =>
    seeker.words.map((word, n): Term => {
      const near = (text: string) =>
        text.includes(word) || (close && tokensOf(text).some((one) => editsTo(word, one) !== null))
      const sayings = stream.sayings.filter(({ words }) => near(words))
      const those = named.filter((one) => one.stream === i && one.n === n + 1)
      return {
        word,
        ...apart(those),
        sayings,
        told: told.flatMap((one) => (one.of === stream.of && near(fold(stream.say(one.told))) ? [one.told] : [])),
        often: sayings.some(({ often }) => often),
        more: those.length > most,
        meant: meant[n] ?? [],
      }
    }),
  )
}

/** The term with all its people and doors. */
export const nameAll = async (db: Db, stream: Stream, seeker: Seeker, term: Term): Promise<Term> => {
  const { named } = await askNamed(db, [stream], seeker, [term.word], term.meant.length > 0, null)
  return { ...term, ...apart(named), more: false }
}

const apart = (named: readonly Named[]) => ({
  people: named.filter(({ person }) => person).map(({ id }) => id),
  doors: named.filter(({ person }) => !person).map(({ id }) => id),
})

/** What it costs to look its rows up, in people. */
export const costOf = ({ people, doors, sayings, told }: Term): number =>
  people.length + 50 * doors.length + 500 * (sayings.length + told.length)

export const isEmpty = (term: Term): boolean => costOf(term) === 0

/** It names all the people that it fits, and fits nothing else; or all the doors. */
const isOnly = (what: 'people' | 'doors', { people, doors, sayings, told, more }: Term) =>
  !more && sayings.length + told.length + (what === 'people' ? doors : people).length === 0

/** Of a term what the others leave of it: a row has but one person and one door. */
export const narrowed = (term: Term, others: readonly Term[]): Term => {
  if (term.more) return term
  const left = (what: 'people' | 'doors') =>
    others
      .filter((other) => other !== term && isOnly(what, other))
      .map((other) => new Set(other[what]))
      .reduce((ids, those) => ids.filter((id) => those.has(id)), term[what])
  return { ...term, people: left('people'), doors: left('doors') }
}

const some = (conditions: readonly RawBuilder<unknown>[]): Fits =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join([...conditions], sql` or `)})`

// By a hash of them all; `is true` keeps it from becoming a join.
const among = (what: RawBuilder<unknown>, ids: readonly string[]) =>
  sql`(${what} in (select unnest(${[...ids]}::uuid[]))) is true`

const saidOf = (stream: Stream, { sayings, told }: Term) => [
  ...sayings.map(({ of }) => of),
  ...(told.length === 0 ? [] : [sql`${stream.told} = any (${[...told]}::text[])`]),
]

/** What else than people and doors it fits. */
export const fitsSaid = (stream: Stream, term: Term): Fits => some(saidOf(stream, term))

/** A row `l` with its person `pd` and its door `dd`. */
export const fitsOf = (stream: Stream, term: Term): Fits =>
  some([...(term.more ? namedLike(stream, term) : namedAmong(stream, term)), ...saidOf(stream, term)])

const namedAmong = (stream: Stream, { people, doors }: Term) => [
  ...(people.length === 0 ? [] : [among(stream.person, people)]),
  ...(doors.length === 0 ? [] : [among(stream.door, doors)]),
]

const namedLike = (stream: Stream, { word, meant }: Term) => {
  const words = meant.map((one) => one.word)
  const isMeant = (document: RawBuilder<unknown>) => sql`exists (select from search_posting p
    where p.document = ${document} and p.named and p.word = any (${words}::bigint[]))`
  return [
    sql`coalesce(pd.name_key, '') like ${holding(word)}`,
    sql`coalesce(dd.name_key, '') like ${holding(word)}`,
    ...(words.length === 0 ? [] : [isMeant(sql`pd.id`), isMeant(sql`dd.id`)]),
    ...(stream.of === 'reason' && unknownPerson.includes(word) ? [sql`pd.id is null`] : []),
  ]
}
