// What the store says of a person, as everybody may know them.
import type { Person } from '@gatehouse/contract/access/access'
import { type RawBuilder, sql } from 'kysely'
import { pictureUrl } from '../../identity/auth/auth.ts'
import { byKey, sortedList } from '../../db/sorted.ts'
import { type Db, valuesOf } from '../../db/pool.ts'
import { notFound } from '../../kit/errors.ts'

/** Of the row of users `u`. */
export const person: RawBuilder<Person> = sql`jsonb_build_object('id', u.id, 'email', u.email,
  'displayName', coalesce(u.display_name, u.first_name || ' ' || u.last_name), 'firstName', u.first_name,
  'lastName', u.last_name, 'phone', u.phone, 'job', u.job, 'department', u.department, 'profilePicture',
  (select replace(${pictureUrl('{}')}, '{}', p.id::text) from picture p where p.user_id = u.id))`

/** A row of a list of people. */
export type OfPerson<Row> = Row & { readonly person: Person }

export const personId = ({ person: { id } }: OfPerson<object>): string => id

/** People `u` of a level, or of a group. */
export const membersList = sortedList('u.id', { name: byKey('u.sort_key') }, 'name')

/** The address of somebody of the company; 404 where there is nobody. */
export const emailOf = async (db: Db, companyId: string, userId: string): Promise<string> => {
  const [email] = await valuesOf<string>(db)`select email from users where id = ${userId} and company_id = ${companyId}`
  if (email === undefined) throw notFound('This person')
  return email
}
