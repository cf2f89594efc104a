// The companies of the installation, for who manages them all.
import { type RawBuilder, sql } from 'kysely'
import { holds } from '../kit/search.ts'
import type { Seeker } from './sources.ts'

export const companies = ({ words }: Seeker): RawBuilder<unknown> => sql`
  select c.id::text as id, 'company' as type, c.name as title, concat_ws(' · ', 'Company', c.country, c.time_zone) as description,
    'low' as priority, c.name as path, '{manage_companies,read_company_details}'::text[] as required, null::timestamptz as at
  from company c where not c.tour and ${holds(sql`c.name`, words)}`
