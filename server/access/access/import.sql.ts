// What the store knows of the people and cards of a file, and what a file writes.
import type { Terms } from '@gatehouse/contract/access/access'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, isoRowsOf, rowsOf } from '../../db/pool.ts'
import type { StaffFacts } from '../../identity/staff/staff.ts'
import { terms } from './people.sql.ts'

export interface Known extends StaffFacts {
  readonly companyId: string | null
  readonly terms: Terms
}

/** By address in lower case, of every company: an address is there once. */
export const peopleKnown = async (db: Db, addresses: readonly string[]): Promise<Map<string, Known>> => {
  const rows = await rowsOf<Known>(db)`
    select u.id, u.company_id as "companyId", u.email, u.first_name as "firstName", u.last_name as "lastName", u.job,
      u.department, ${terms} as terms
    from users u left join access_person p on p.user_id = u.id
    where lower(u.email) = any (${[...addresses]}::text[])
  `
  return new Map(rows.map((person) => [person.email.toLowerCase(), person]))
}

/** Whose each of these cards is, by number. */
export const cardsKnown = async (
  db: Db,
  companyId: string,
  numbers: readonly string[],
): Promise<Map<string, { userId: string | null; revoked: boolean }>> => {
  const rows = await rowsOf<{ number: string; userId: string | null; revoked: boolean }>(db)`
    select substr(value, 6) as number, user_id as "userId", revoked_at is not null as revoked from credential
    where company_id = ${companyId} and value = any (${numbers.map((number) => `card:${number}`)}::text[])
  `
  return new Map(rows.map(({ number, userId, revoked }) => [number, { userId, revoked }]))
}

/** The first moment of each of these days and of the day after it, by the clocks of the company. */
export const dayBounds = async (
  db: Db,
  companyId: string,
  days: readonly string[],
): Promise<Map<string, { begins: string; ends: string }>> => {
  const rows = await isoRowsOf<{ day: string; begins: string; ends: string }>(db)`
    select given.day, given.day::timestamp at time zone c.time_zone as begins,
      (given.day::timestamp + interval '1 day') at time zone c.time_zone as ends
    from unnest(${[...new Set(days)]}::text[]) given (day), company c where c.id = ${companyId}
  `
  return new Map(rows.map(({ day, ...bounds }) => [day, bounds]))
}

export const writeTerms = async (
  tx: Db,
  companyId: string,
  people: readonly { readonly userId: string; readonly terms: Terms }[],
): Promise<void> => {
  await sql`
    insert into access_person (user_id, company_id, valid_from, valid_to, suspended, extended_time, passback_exempt, escort)
    select p."userId", ${companyId}::uuid, p."from", p."to", p.suspended, p."extendedTime", p."passbackExempt", p.escort
    from json_to_recordset(${JSON.stringify(people.map((one) => ({ userId: one.userId, ...one.terms })))})
      as p ("userId" uuid, "from" timestamptz, "to" timestamptz, suspended boolean, "extendedTime" boolean,
        "passbackExempt" boolean, escort text)
    on conflict (user_id) do update set valid_from = excluded.valid_from, valid_to = excluded.valid_to,
      suspended = excluded.suspended, extended_time = excluded.extended_time,
      passback_exempt = excluded.passback_exempt, escort = excluded.escort, changed_at = ${instant()}
  `.execute(tx)
}

export const giveCards = async (
  tx: Db,
  companyId: string,
  cards: readonly { readonly userId: string; readonly number: string }[],
): Promise<void> => {
  await sql`
    insert into credential (id, company_id, user_id, kind, value)
    select id, ${companyId}::uuid, person, 'card', 'card:' || number
    from unnest(${cards.map(() => uuid())}::uuid[], ${cards.map((card) => card.userId)}::uuid[],
      ${cards.map((card) => card.number)}::text[]) given (id, person, number)
  `.execute(tx)
}
