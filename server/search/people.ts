// The people of the company.
import { type RawBuilder, sql } from 'kysely'
import { holds } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

export const people = ({ caller, words }: Seeker): RawBuilder<unknown> => sql`
  select u.id::text as id, 'person' as type, coalesce(u.display_name, u.first_name || ' ' || u.last_name) as title,
    concat_ws(' · ', nullif(u.job, ''), nullif(u.department, ''), u.email) as description, 'low' as priority,
    u.email as path, '{read_staff_details}'::text[] as required, null::timestamptz as at
  from users u where u.company_id = ${caller.companyId} and ${holds(text, words)}`

// As in the index users_words.
const text = sql`(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.display_name, '') || ' ' || u.email || ' ' ||
  coalesce(u.job, '') || ' ' || coalesce(u.department, ''))`
