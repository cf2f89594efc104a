// The words of the index that stand for what is sought: those that hold it, and those that it may have been meant for.
import { type RawBuilder, sql } from 'kysely'
import { type Db, rowsOf } from './pool.ts'
import { editsTo, longestEnding, whereMeant } from '../kit/folded-words.ts'

export interface IndexWord {
  readonly word: number
  /** It begins with what is sought. */
  readonly whole: boolean
  readonly titled: boolean
  /** How far it is from what is sought. */
  readonly edits: number
}

/** Written into the statement: what it is planned by. */
export const number = (value: number): RawBuilder<number> => sql.raw(String(value))

const last = '\u{10ffff}'
const begin = (text: string) => Array.from(text).slice(0, longestEnding).join('')

/** The line `d` is one of scope and type `t` and has all the letters that stand together in these; compare it all the same. */
export const heldBy = (sought: RawBuilder<unknown>, titled: boolean): RawBuilder<boolean> =>
  sql`(search_grams(d.scope, d.type, d.title_key, d.name_key, d.text) @> search_keys(t.scope, t.type, ${titled}, ${sought})
    and (d.scope, d.type) is not distinct from (t.scope, t.type))`

/** Of each token the words that hold it. */
export const wordsHolding = async (
  db: Db,
  scopes: readonly string[],
  tokens: readonly string[],
): Promise<ReadonlyMap<string, readonly IndexWord[]>> => {
  if (tokens.length === 0) return new Map()
  const rows = await rowsOf<{ n: number; word: number; whole: boolean; titled: boolean }>(db)`
    select t.n::int as n, e.word, bool_or(e.whole) as whole, bool_or(e.titled) as titled
    from unnest(${tokens.map(begin)}::text[]) with ordinality t (begins, n),
      unnest(${[...scopes]}::uuid[]) s (scope), lateral (
        select e.word, e.whole, e.titled from search_ending e
        where e.scope = s.scope and e.ending >= t.begins collate "C" and e.ending < (t.begins || ${last}) collate "C" offset 0
      ) e
    group by t.n, e.word
  `
  return new Map(
    tokens.map((token, i) => [
      token,
      rows
        .filter(({ n }) => n === i + 1)
        .map(({ word, whole, titled }): IndexWord => ({ word, whole, titled, edits: 0 })),
    ]),
  )
}

/** The words that a token may have been meant for; `known`: has been asked before. */
export const wordsMeant = (
  db: Db,
  scopes: readonly string[],
  token: string,
  known: Map<string, Promise<readonly IndexWord[]>>,
): Promise<readonly IndexWord[]> => {
  const meant = known.get(token) ?? askMeant(db, scopes, token)
  known.set(token, meant)
  return meant
}

const askMeant = async (db: Db, scopes: readonly string[], token: string): Promise<IndexWord[]> => {
  const { begins, holds } = whereMeant(token)
  if (begins.length === 0) return []
  const result = await sql<{ ending: string; word: number; titled: boolean }>`
    select e.ending, e.word, e.titled
    from unnest(${[...scopes]}::uuid[]) s (scope), unnest(${[...begins]}::text[]) t (begins), lateral (
      select e.ending, e.word, e.titled from search_ending e
      where e.scope = s.scope and e.ending >= t.begins collate "C" and e.ending < (t.begins || ${last}) collate "C" and e.whole offset 0
    ) e
    union
    select e.ending, e.word, e.titled
    from unnest(${[...scopes]}::uuid[]) s (scope), unnest(${Array.from(token).slice(0, 2)}::text[]) t (begins),
      unnest(${[...holds]}::text[]) h (holds), lateral (
        select e.ending, e.word, e.titled from search_ending e
        where e.scope = s.scope and e.ending >= t.begins collate "C" and e.ending < (t.begins || ${last}) collate "C" and e.whole
          and position(h.holds in e.ending) > 0 offset 0
      ) e
  `.execute(db)
  const found = new Map<number, IndexWord>()
  for (const { ending, word, titled } of result.rows) {
    const edits = editsTo(token, ending)
    if (edits !== null)
      found.set(word, { word, whole: true, titled: titled || found.get(word)?.titled === true, edits })
  }
  return [...found.values()]
}
