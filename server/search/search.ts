// Search over all that the caller may see: filtered before anything is ranked or counted.
import type { Output, Parsed } from '@gatehouse/contract/operation'
import { find, type SearchResult } from '@gatehouse/contract/search'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { like, wordsOf } from '../kit/search.ts'
import type { Serve } from '../kit/serve.ts'
import { type Seeker, sources } from './sources.ts'

const mostWords = 10

export type Search = (asked: Parsed<typeof find>, caller: Caller) => Promise<Output<typeof find>>

/** Serves the call, and answers what answers it: sockets ask the same. */
export const serveSearch = (serve: Serve, db: Db): Search => {
  const search: Search = async ({ q, limit }, caller) => {
    const asked: Seeker = { caller, words: wordsOf(q).slice(0, mostWords) }
    const parts = sources
      .filter(({ needed }) => needed.every((permission) => caller.permissions.has(permission)))
      .map(({ rows }) => sql`(${rows(asked)})`)
    const all = sql.join(parts, sql` union all `)
    // A title that begins with what is sought, one of whose words does, that holds it; then what holds it elsewhere.
    const result = await sql<Row>`
      select id, type, title, description, priority, path, required, at, count(*) over () ::int as total
      from (${all}) found
      order by case
          when type = 'event' then 4
          when title ilike ${like(q, 'begins')} then 0
          when title ilike ${like(q, 'word begins')} then 1
          when title ilike ${like(q, 'holds')} then 2
          else 3
        end, at desc nulls last, priority = 'high' desc, lower(title), id
      limit ${limit}
    `.execute(db)
    return { results: result.rows.map(resultOf), total: result.rows[0]?.total ?? 0 }
  }
  serve(find, search)
  return search
}

interface Row {
  id: string
  type: SearchResult['type']
  title: string
  description: string
  priority: SearchResult['priority']
  path: string
  required: string[]
  at: Date | null
  total: number
}

// Whose page has a name in its address: of those `path` is the name, whatever characters it has.
const named: Partial<Record<SearchResult['type'], string>> = { person: '/staff/', company: '/company/' }

const pathOf = ({ type, path }: Pick<Row, 'type' | 'path'>): string => {
  const before = named[type]
  return before === undefined ? path : before + encodeURIComponent(path)
}

const resultOf = ({ id, type, title, description, priority, path, required, at }: Row): SearchResult => ({
  id,
  type,
  title,
  description,
  priority,
  path: pathOf({ type, path }),
  requiredPermissions: required,
  ...(at === null ? {} : { timestamp: at.toISOString() }),
})
