// Searching by the words a person types: every word must occur somewhere, in any order and case.
import { type RawBuilder, sql } from 'kysely'

/** True where the text holds every word; for nothing to search for, everywhere. */
export const holdsWords = (text: RawBuilder<string>, search: string | undefined): RawBuilder<boolean> => {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return sql`true`
  return sql`(${text} ilike all (${words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}::text[]))`
}
