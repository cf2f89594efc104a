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
 */
export const peopleFound = async (
  db: Db,
  companyId: string | null,
  typed: string | undefined,
): Promise<RawBuilder<boolean>> => {
  const words = wordsOf(fold(typed ?? ''))
  if (words.length === 0 || companyId === null) return sql`true`
  const held = sql`search_document d, (select ${companyId}::uuid as scope, ${person}::smallint as type) t
    where ${heldBy(sql`${words}::text[]`, false)} and ${sql.join(
      words.map((word) => sql`d.text like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
      sql` and `,
    )}`
  const isMeant = (found: RawBuilder<unknown>) => sql<boolean>`u.id in (select d.source_id from ${found})`
  if (!mayBeMisspelt(words) || (await isAny(db)`select from ${held}`)) return isMeant(held)
  const meant = await Promise.all(words.map((word) => wordsMeant(db, [companyId], word, new Map())))
  return isMeant(
    sql`search_document d where d.scope = ${companyId} and d.type = ${person} and ${sql.join(
      words.map((word, n) => closeTo(word, meant[n]?.map((one) => one.word) ?? [])),
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

const closeTo = (word: string, meant: readonly number[]): RawBuilder<boolean> =>
  isShort(word)
    ? sql`d.text ~ ${String.raw`\m${Array.from(word).join(String.raw`\w?`)}`}`
    : sql`(position(${word} in d.text) > 0
        or exists (select from search_posting p where p.document = d.id and p.word = any (${meant}::bigint[])))`
