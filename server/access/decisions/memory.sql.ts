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
  const { rows } = await tx.query<{ subject: string; failures: number; last_at: Date; blocked_until: Date | null }>({
    name: 'access-failures',
    text: `select subject, failures, last_at, blocked_until from access_failure where subject = any ($1::text[])`,
    values: [subjects],
  })
  return new Map(
    rows.map((row) => [
      row.subject,
      {
        failures: row.failures,
        lastAt: row.last_at.getTime(),
        blockedUntil: row.blocked_until?.getTime() ?? null,
      },
    ]),
  )
}

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
  const { rows } = await tx.query<{ user_id: string; zone_id: string | null; at: Date }>({
    name: 'access-presence',
    text: `select user_id, zone_id, at from presence where user_id = any ($1::uuid[]) order by user_id for update`,
    values: [userIds],
  })
  return new Map(rows.map((row) => [row.user_id, { zoneId: row.zone_id, at: row.at.getTime() }]))
}

/** By person, and by company what holds for everybody. */
export const readResets = async (tx: Tx, companyIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await tx.query<{ of: string; at: Date }>({
    name: 'access-resets',
    text: `select coalesce(user_id, company_id) as of, at from passback_reset where company_id = any ($1::uuid[])`,
    values: [companyIds],
  })
  return new Map(rows.map((row) => [row.of, row.at.getTime()]))
}

/** When somebody who may escort was last let in, by door. */
export const readEscorts = async (tx: Tx, doorIds: readonly string[], since: Date): Promise<Map<string, number>> => {
  const { rows } = await tx.query<{ door_id: string; at: Date }>({
    name: 'access-escorts',
    text: `select l.door_id, max(l.received_at) as at from entry_exit_log l
             join access_person p on p.user_id = l.user_id and p.escort = 'may escort'
           where l.door_id = any ($1::uuid[]) and l.at >= $2 and l.result = 'granted' and l.type = 'entry'
             and l.source = 'device'
           group by l.door_id`,
    values: [doorIds, since],
  })
  return new Map(rows.map((row) => [row.door_id, row.at.getTime()]))
}

export interface CodeShown {
  readonly doorId: string
  readonly credentialId: string
  readonly step: number
}

export const nameOfCode = ({ doorId, credentialId, step }: CodeShown): string => `${doorId} ${credentialId} ${step}`

/** Takes codes for these doors: answers those that had been taken before. */
export const readUsedCodes = async (tx: Tx, codes: readonly CodeShown[]): Promise<Set<string>> => {
  const { rows } = await tx.query<{ door_id: string; credential_id: string; step: string }>({
    name: 'access-codes',
    text: `select u.door_id, u.credential_id, u.step from access_code_used u
             join unnest($1::uuid[], $2::uuid[], $3::bigint[]) as t (door_id, credential_id, step)
               using (door_id, credential_id, step)`,
    values: columnsOf(codes),
  })
  return new Set(
    rows.map((row) => nameOfCode({ doorId: row.door_id, credentialId: row.credential_id, step: Number(row.step) })),
  )
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
export const readPassUses = async (tx: Tx, passIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await tx.query<{ id: string; used: number }>({
    name: 'access-pass-uses',
    text: `select id, used from visitor_pass where id = any ($1::uuid[]) order by id for update`,
    values: [passIds],
  })
  return new Map(rows.map((row) => [row.id, row.used]))
}

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
