// What decisions remember of what happened before: failures and blocks, where people are, who was escorted, which codes
// were shown, how often passes were used, what is locked down. Read for many at once, in the transaction that decides.
import { createHash } from 'node:crypto'
import type pg from 'pg'

type Tx = Pick<pg.ClientBase, 'query'>

export interface Failures {
  readonly failures: number
  readonly lastAt: number
  readonly blockedUntil: number | null
}

export const readerSubject = (doorId: string): string => `reader:${doorId}`

/** What was shown is not kept: who reads the table could copy it. A phone without its code, which changes. */
export const shownSubject = (companyId: string, shown: string): string => {
  const stays = shown.startsWith('mobile:') ? shown.slice(0, 'mobile:'.length + 36) : shown
  return `shown:${createHash('sha256').update(`${companyId} ${stays}`).digest('hex')}`
}

export const readFailures = async (tx: Tx, subjects: readonly string[]): Promise<Map<string, Failures>> => {
  const { rows } = await tx.query<Failures & { subject: string }>({
    name: 'access-failures',
    text: `select subject, failures, ${inMs('last_at')} as "lastAt", ${inMs('blocked_until')} as "blockedUntil"
           from access_failure where subject = any ($1::text[])`,
    values: [subjects],
  })
  return new Map(rows.map(({ subject, ...failures }) => [subject, failures]))
}

// Whole milliseconds, as moments of ours are.
const inMs = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`

export interface FailureChange {
  readonly companyId: string
  readonly subject: string
  /** null: forgotten. */
  readonly now: Failures | null
}

/** In one order, so that two nodes wait for each other rather than both. */
export const writeFailures = async (tx: Tx, changes: readonly FailureChange[]): Promise<void> => {
  const sorted = changes.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
  const gone = sorted.flatMap(({ subject, now }) => (now === null ? [subject] : []))
  if (gone.length > 0) {
    const text = `delete from access_failure where subject = any ($1::text[])`
    await tx.query({ name: 'access-failures-forget', text, values: [gone] })
  }
  const stored = sorted.flatMap(({ companyId, subject, now }) => (now === null ? [] : [{ companyId, subject, ...now }]))
  if (stored.length === 0) return
  const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))
  await tx.query({
    name: 'access-failures-keep',
    text: `insert into access_failure (company_id, subject, failures, last_at, blocked_until)
           select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::timestamptz[], $5::timestamptz[])
           on conflict (subject) do update set failures = excluded.failures, last_at = excluded.last_at,
             blocked_until = excluded.blocked_until`,
    values: [
      stored.map((one) => one.companyId),
      stored.map((one) => one.subject),
      stored.map((one) => one.failures),
      stored.map((one) => new Date(one.lastAt)),
      stored.map((one) => dateOf(one.blockedUntil)),
    ],
  })
}

export interface Presence {
  readonly zoneId: string | null
  readonly at: number
}

/** Held until the transaction ends: nobody comes in twice by two doors at once. */
export const readPresence = async (tx: Tx, userIds: readonly string[]): Promise<Map<string, Presence>> => {
  const { rows } = await tx.query<Presence & { userId: string }>({
    name: 'access-presence',
    text: `select user_id as "userId", zone_id as "zoneId", ${inMs('at')} as at
           from presence where user_id = any ($1::uuid[]) order by user_id for update`,
    values: [userIds],
  })
  return new Map(rows.map(({ userId, ...presence }) => [userId, presence]))
}

/** By person, and by company what holds for everybody. */
export const readResets = (tx: Tx, companyIds: readonly string[]) =>
  numbersOf(tx, {
    name: 'access-resets',
    text: `select coalesce(user_id, company_id) as id, ${inMs('at')} as n
           from passback_reset where company_id = any ($1::uuid[])`,
    values: [companyIds],
  })

/** A number of each of these. */
const numbersOf = async (tx: Tx, query: pg.QueryConfig): Promise<Map<string, number>> => {
  const { rows } = await tx.query<{ id: string; n: number }>(query)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** When somebody who may escort was last let in, by door. */
export const readEscorts = (tx: Tx, doorIds: readonly string[], since: Date) =>
  numbersOf(tx, {
    name: 'access-escorts',
    text: `select l.door_id as id, ${inMs('max(l.received_at)')} as n from entry_exit_log l
             join access_person p on p.user_id = l.user_id and p.escort = 'may escort'
           where l.door_id = any ($1::uuid[]) and l.at >= $2 and l.result = 'granted' and l.type = 'entry'
             and l.source = 'device'
           group by l.door_id`,
    values: [doorIds, since],
  })

export interface CodeShown {
  readonly doorId: string
  readonly credentialId: string
  readonly step: number
}

export const nameOfCode = ({ doorId, credentialId, step }: CodeShown): string => `${doorId} ${credentialId} ${step}`

/** Takes codes for these doors: answers those that had been taken before. */
export const readUsedCodes = async (tx: Tx, codes: readonly CodeShown[]): Promise<Set<string>> => {
  const { rows } = await tx.query<CodeShown>({
    name: 'access-codes',
    text: `select u.door_id as "doorId", u.credential_id as "credentialId", u.step::int as step from access_code_used u
             join unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (door_id, credential_id, step)
               using (door_id, credential_id, step)`,
    values: columnsOf(codes),
  })
  return new Set(rows.map(nameOfCode))
}

export const writeUsedCodes = async (tx: Tx, codes: readonly CodeShown[], at: Date): Promise<void> => {
  if (codes.length === 0) return
  await tx.query({
    name: 'access-codes-use',
    text: `insert into access_code_used (door_id, credential_id, step, at)
           select d, c, s, $4 from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (d, c, s) on conflict do nothing`,
    values: [...columnsOf(codes), at],
  })
}

const columnsOf = (codes: readonly CodeShown[]) => [
  codes.map((code) => code.doorId),
  codes.map((code) => code.credentialId),
  codes.map((code) => code.step),
]

/** How many times passes have let in; held until the transaction ends, so that one that is good for once is used once. */
export const readPassUses = (tx: Tx, passIds: readonly string[]) =>
  numbersOf(tx, {
    name: 'access-pass-uses',
    text: `select id, used as n from visitor_pass where id = any ($1::uuid[]) order by id for update`,
    values: [passIds],
  })

export interface Lockdowns {
  /** What keeps somebody out at this door; null: no lockdown. */
  at(doorId: string, userId: string | null): { readonly name: string; readonly passes: boolean } | null
}

export const readLockdowns = async (
  tx: Tx,
  doorIds: readonly string[],
  userIds: readonly string[],
): Promise<Lockdowns> => {
  const { rows } = await tx.query<{ device_id: string; name: string; passing: string[] }>({
    name: 'access-lockdowns',
    text: `select u.device_id, u.name,
             array(select ur.user_id::text from lockdown_role r join user_role ur on ur.role_id = r.role_id
               where r.lockdown_id = u.lockdown_id and r.may = 'pass' and ur.user_id = any ($2::uuid[])) as passing
           from door_under_lockdown u where u.device_id = any ($1::uuid[]) order by u.started_at`,
    values: [doorIds, userIds],
  })
  const byDoor = Map.groupBy(rows, (row) => row.device_id)
  return {
    // Under several only who all of them let pass.
    at(doorId, userId) {
      const here = byDoor.get(doorId) ?? []
      const first = here[0]
      if (!first) return null
      const against = here.find(({ passing }) => userId === null || !passing.includes(userId))
      return { name: (against ?? first).name, passes: against === undefined }
    },
  }
}
