// What was written, and who is to read it.
import { type Topic, topics } from '@gatehouse/contract/site/contact'
import type { ContactMessage, list } from '@gatehouse/contract/site/contact-messages'
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, isAny, isoRowsOf, rowsOf } from '../../db/pool.ts'
import { byTime, byTimeIfAny, byWords, type InOrder, type SortedFilter, sortedList } from '../../db/sorted.ts'
import { clock } from '../../kit/clock.ts'
import { canSignIn } from '../../identity/roles/roles.ts'

// In one letter: writing it keeps everybody else waiting for some 50 ms.
const mostAtOnce = 100

export interface Written {
  readonly name: string
  readonly email: string
  readonly company: string
  readonly topic: Topic
  readonly message: string
}

/** Whether it is new; of what has come with this proof before it is not. One that is not `mailed` waits. */
export const keep = async (
  db: Db,
  written: Written,
  { id, network, proof, mailed }: { id: string; network: string; proof: Buffer; mailed: boolean },
): Promise<boolean> => {
  const { name, email, company, topic, message } = written
  const now = clock.now()
  // In milliseconds, as cursors are.
  const stored = await execute(db)`
    insert into contact_message (id, name, email, company, topic, message, address, proof, created_at, mailed_at)
    values (${id}, ${name}, ${email}, ${company}, ${topic}, ${message}, ${network}, ${proof}, ${now}, ${mailed ? now : null})
    on conflict (proof) do nothing
  `
  return stored === 1
}

/** Whether what came with this proof is the same message: somebody who did not hear our answer. */
export const isTheSame = (db: Db, { email, message }: Written, proof: Buffer) =>
  isAny(db)`select from contact_message where proof = ${proof} and email = ${email} and message = ${message}`

/** How many came within the last hour: from this network, with this sender, and in all. */
export const lately = async (db: Db, network: string, email: string) => {
  const counts = await firstOf<{ here: number; sender: number; all: number }>(db)`
    select count(*) filter (where address = ${network}) as here,
      count(*) filter (where lower(email) = lower(${email})) as sender, count(*) as all
    from contact_message where created_at > ${instant()} - interval '1 hour'
  `
  return counts ?? { here: 0, sender: 0, all: 0 }
}

/** What waits, once the first of it was there by then, from the oldest on; it counts as mailed now. */
export const takeWaiting = async (db: Db, firstBy: Date, now: Date): Promise<Written[]> => {
  const rows = await rowsOf<Written & { id: string; created_at: Date }>(db)`
    update contact_message m set mailed_at = ${now}
    from (
      select id from contact_message
      where mailed_at is null
        and exists (select from contact_message where mailed_at is null and created_at <= ${firstBy})
      order by created_at, id limit ${mostAtOnce} for update skip locked
    ) waiting
    where m.id = waiting.id
    returning m.id, m.name, m.email, m.company, m.topic, m.message, m.created_at
  `
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1))
}

/** To whom what is written goes: the address that was set, else people. */
export const addressees = async (db: Db, to: string | undefined) =>
  to === undefined ? keepersOf(db) : [{ id: undefined, email: to, name: '' }]

export interface Keeper {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly companyId: string | null
}

/** Whoever looks after the installation; where nobody does, the administrators of its first company, of a real one first. */
export const keepersOf = (db: Db) =>
  rowsOf<Keeper>(db)`
    with able as (
      select u.id, u.email, u.first_name as name, u.company_id, u.created_at, u.permissions || array(
        select unnest(r.permissions) from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id) as may
      from users u where u.status = 'active' and u.verified and ${canSignIn}),
    keeper as (select * from able where 'manage_companies' = any (may)),
    administrator as (select * from able where 'admin_access' = any (may) and 'manage_users' = any (may)),
    first as (
      select c.id from company c where exists (select from administrator a where a.company_id = c.id)
      order by c.demo, c.created_at, c.name limit 1)
    select id, email, name, company_id as "companyId" from (
      select * from keeper
      union all
      select * from administrator where company_id = (select id from first) and not exists (select from keeper)) reader
    order by created_at, id limit 10
  `

const columns = sql`m.id, m.name, m.email, m.company, coalesce(${JSON.stringify(topics)}::jsonb ->> m.topic, m.topic) as topic, m.message, m.created_at as at, m.handled_at as "handledAt",
  (select u.first_name || ' ' || u.last_name from users u where u.id = m.handled_by) as "handledBy"`

export const messagesList = sortedList(
  'm.id',
  {
    at: byTime('m.created_at'),
    name: byWords(sql`m.name`),
    topic: byWords(sql`m.topic`),
    handledAt: byTimeIfAny(sql`m.handled_at`),
  },
  '-at',
)

export const messagesOf = (db: Db, { order, limit, handled }: SortedFilter<typeof list>) =>
  isoRowsOf<InOrder<ContactMessage>>(db)`
    select ${columns}, ${order.columns} from contact_message m
    where ${order.isBeyond}
      and (${handled ?? null}::boolean is null or (m.handled_at is not null) = ${handled ?? null}::boolean)
    order by ${order.by} limit ${limit}
  `

export const messageById = async (db: Db, id: string): Promise<ContactMessage | undefined> =>
  (await isoRowsOf<ContactMessage>(db)`select ${columns} from contact_message m where m.id = ${id}`)[0]

/** Who marked it first stays named. */
export const markHandled = (db: Db, id: string, by: string | null) =>
  execute(db)`
    update contact_message set handled_at = ${by === null ? null : clock.now()}, handled_by = ${by}
    where id = ${id} and (handled_at is null) = ${by !== null}
  `
