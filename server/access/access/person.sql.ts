// What the store says of a person, as everybody may know them.
import type { Person } from '@gatehouse/contract/access/access'
import { type RawBuilder, sql } from 'kysely'
import { pictureUrl } from '../../identity/auth/auth.ts'
import { nameCursor } from '../../db/by-name.ts'
import { type Db, valuesOf } from '../../db/pool.ts'
import type { Page, PageWanted } from '../../kit/cursor.ts'
import { notFound } from '../../kit/errors.ts'

/** Of the row of users `u`. */
export const person: RawBuilder<Person> = sql`jsonb_build_object('id', u.id, 'email', u.email,
  'displayName', coalesce(u.display_name, u.first_name || ' ' || u.last_name), 'firstName', u.first_name,
  'lastName', u.last_name, 'phone', u.phone, 'job', u.job, 'department', u.department, 'profilePicture',
  (select replace(${pictureUrl('{}')}, '{}', p.id::text) from picture p where p.user_id = u.id))`

/** A row of a list of people by name, with what it is sorted by. */
export type OfPerson<Row> = Row & { readonly person: Person; readonly sortKey: string }

/** The page of a list of people that is wanted; `rowsOf` as of `Cursor.read`. */
export const pageOfPeople = async <Wanted extends PageWanted, Row>(
  wanted: Wanted,
  rowsOf: Parameters<typeof nameCursor.read<Wanted, OfPerson<Row>>>[1],
): Promise<Page<Omit<OfPerson<Row>, 'sortKey'>>> => {
  const { page, next } = await nameCursor.read(wanted, rowsOf, (row) => ({ id: row.person.id, sortKey: row.sortKey }))
  return { page: page.map(({ sortKey: _sortKey, ...row }) => row), next }
}

/** The address of somebody of the company; 404 where there is nobody. */
export const emailOf = async (db: Db, companyId: string, userId: string): Promise<string> => {
  const [email] = await valuesOf<string>(db)`select email from users where id = ${userId} and company_id = ${companyId}`
  if (email === undefined) throw notFound('This person')
  return email
}
