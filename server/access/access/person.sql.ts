// What the store says of a person, as everybody may know them.
import type { Person } from '@gatehouse/contract/access/access'
import { sql } from 'kysely'
import { pictureUrl } from '../../identity/auth/auth.ts'
import type { Place } from '../../db/by-name.ts'

export type PersonRow = Omit<Person, 'profilePicture'> & Place & { readonly picture: string | null }

/** Of the row of users `u`. */
export const personColumns = sql`u.id, u.sort_key as "sortKey", u.email,
  coalesce(u.display_name, u.first_name || ' ' || u.last_name) as "displayName", u.first_name as "firstName",
  u.last_name as "lastName", u.phone, u.job, u.department,
  (select p.id from picture p where p.user_id = u.id) as picture`

/** What people are found by. */
export const wordsOfPerson = sql<string>`(u.first_name || ' ' || u.last_name || ' ' || coalesce(u.display_name, '') || ' '
  || u.email || ' ' || coalesce(u.job, ''))`

export const personOf = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  displayName: row.displayName,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  job: row.job,
  department: row.department,
  profilePicture: row.picture === null ? null : pictureUrl(row.picture),
})
