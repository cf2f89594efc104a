// The product's own pages, and what may be begun on them.
import { placesFor } from '@gatehouse/contract/places'
import { type RawBuilder, sql } from 'kysely'
import { holds } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

export const pages = ({ caller, words }: Seeker): RawBuilder<unknown> => {
  const open = placesFor(caller.permissions, caller.companyId !== null).map(({ needed, ...place }) => ({
    ...place,
    required: needed,
  }))
  return sql`
    select p.path as id, p.type, p.title, p.description, 'low' as priority, p.path, p.required, null::timestamptz as at
    from jsonb_to_recordset(${JSON.stringify(open)}::jsonb)
      as p (type text, title text, description text, words text, path text, required text[])
    where ${holds(sql`(p.title || ' ' || p.description || ' ' || p.words)`, words)}`
}
