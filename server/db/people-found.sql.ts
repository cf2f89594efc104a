// People by what is typed of their names: the same in every list and choice of people, and as forgiving as the search.
import { type RawBuilder, sql } from 'kysely'
import { fold, forgiven, tokensOf } from '../kit/folded-words.ts'
import { wordsOf } from '../kit/search.ts'
import { heldBy, number, wordsMeant } from './index-words.sql.ts'
import { isAny } from './ask.ts'
import type { Db } from './pool.ts'

// Of a person in the index of the search.
const person = number(1)

/**
 * Whether the row `u` of users is meant by what was typed: name, address, job or department hold every word, without case
 * and accents. Where nobody's do, those whose words are close: `declan murhpy`, `yildis`. Everybody where nothing was typed.
 * `by` names alone: for whoever may know those, and must not find out the rest by what is found.
 */
export const peopleFound = async (
  db: Db,
  companyId: string | null,
  typed: string | undefined,
  by: 'all that is known' | 'names' = 'all that is known',
): Promise<RawBuilder<boolean>> => {
  const words = wordsOf(fold(typed ?? ''))
  if (words.length === 0 || companyId === null) return sql`true`
  const held = sql`search_document d, (select ${companyId}::uuid as scope, ${person}::smallint as type) t
    where ${heldBy(sql`${words}::text[]`, by === 'names')} and ${sql.join(
      words.map((word) => sql`${textOf[by]} like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
      sql` and `,
    )}`
  const isMeant = (found: RawBuilder<unknown>) => sql<boolean>`u.id in (select d.source_id from ${found})`
  if (!mayBeMisspelt(words) || (await isAny(db)`select from ${held}`)) return isMeant(held)
  const meant = await Promise.all(words.map((word) => wordsMeant(db, [companyId], word, new Map())))
  return isMeant(
    sql`search_document d where d.scope = ${companyId} and d.type = ${person} and ${sql.join(
      words.map((word, n) => closeTo(word, meant[n]?.map((one) => one.word) ?? [], by)),
      sql` and `,
    )}`,
  )
}

// What has signs between its letters is an address, which nobody means another by.
const mayBeMisspelt = (words: readonly string[]): boolean =>
  words.every((word) => tokensOf(word).length === 1) &&
  words.some((word) => forgiven(word) > 0 || (words.length > 1 && isShort(word)))

/** Of three letters: beside another word one may have been left out. */
const isShort = (word: string): boolean => /^[a-z\u0080-\uffff]{3}$/.test(word)

const closeTo = (word: string, meant: readonly number[], by: keyof typeof textOf): RawBuilder<boolean> =>
  isShort(word)
    ? sql`${textOf[by]} ~ ${String.raw`\m${Array.from(word).join(String.raw`\w?`)}`}`
    : sql`(position(${word} in ${textOf[by]}) > 0
        or exists (select from search_posting p where p.document = d.id and p.word = any (${meant}::bigint[])
          and ${by === 'names' ? sql`(p.named or p.place < ${number(titled)})` : sql`true`}))`

/** Of the index: all of a line, or the names in it. */
const textOf = { 'all that is known': sql`d.text`, names: sql`(d.title_key || ' ' || d.name_key)` } as const

// A word of the index that stands before this place is one of the title.
const titled = 2
