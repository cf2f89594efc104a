// Searching by the words a person types: every word must occur somewhere, in any order and case.
import { type RawBuilder, sql } from 'kysely'

export const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '')

/** Word by word, so that an index over trigrams of the text can answer; where there are no words, everywhere. */
export const holds = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.map((word) => sql`${text} ilike ${like(word, 'holds')}`),
        sql` and `,
      )})`

/** The same of what was typed, if anything. */
export const holdsWords = (text: RawBuilder<string>, search: string | undefined): RawBuilder<boolean> =>
  holds(text, wordsOf(search ?? ''))

/** A pattern for `ilike`; what is sought stands for itself. */
export const like = (sought: string, where: 'begins' | 'word begins' | 'holds'): string => {
  const literal = sought.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return { begins: `${literal}%`, 'word begins': `% ${literal}%`, holds: `%${literal}%` }[where]
}
