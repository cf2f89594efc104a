// How many sign-ins have failed lately: by account in the store, by address here; only failures count.
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { isLoopback } from '../kit/config.ts'
import { accountOf } from './session.sql.ts'

const windowMinutes = 15
const perAccount = 10
/** So many guesses at a locked account are told a right password from a wrong one; then every one is wrong. */
export const mostTold = 20
const lockedHours = 24
const perAddress = 100
const mostKept = 50_000

export interface Attempts {
  tooManyFrom(address: string): boolean
  /** Counts one more. The account need not exist: nothing tells the two apart. */
  failed(email: string, address: string): Promise<{ locked: boolean; lockedNow: boolean }>
}

export const createAttempts = (db: Db, now: () => number = Date.now): Attempts => {
  const addresses = createCounts(now)
  return {
    // This machine is a proxy that forgot to say whom it speaks for, or the operator: everybody would be refused.
    tooManyFrom: (address) => !isLoopback(address) && addresses.of(address) >= perAddress,
    async failed(email, address) {
      addresses.add(address)
      const { rows } = await sql<{ locked: boolean; locked_now: boolean }>`
        insert into sign_in_attempt as a (account, failures, since) values (${accountOf(sql`${email}::text`)}, 1, now())
        on conflict (account) do update set
          failures = case when ${lately} or a.locked_until > now() then a.failures + 1 else 1 end,
          since = case when ${lately} then a.since else now() end,
          locked_until = case when a.locked_until > now() then a.locked_until
            when ${lately} and a.failures + 1 >= ${perAccount} then now() + ${lockedHours} * interval '1 hour' end
        returning coalesce(locked_until > now(), false) as locked,
          coalesce(locked_until = now() + ${lockedHours} * interval '1 hour', false) as locked_now
      `.execute(db)
      return { locked: rows[0]?.locked ?? false, lockedNow: rows[0]?.locked_now ?? false }
    },
  }
}

const lately = sql`a.since > now() - ${windowMinutes} * interval '1 minute'`

/** Lets an account in again that was locked after ten failures. */
export const releaseLock = async (db: Db, email: string): Promise<void> => {
  await sql`delete from sign_in_attempt where account = ${accountOf(sql`${email}::text`)}`.execute(db)
}

const createCounts = (now: () => number) => {
  const counts = new Map<string, { count: number; since: number }>()
  const of = (key: string) => {
    const entry = counts.get(key)
    if (!entry) return 0
    if (now() - entry.since < windowMinutes * 60_000) return entry.count
    counts.delete(key)
    return 0
  }
  return {
    of,
    add(key: string) {
      if (counts.size >= mostKept) counts.delete(counts.keys().next().value ?? '')
      counts.set(key, { count: of(key) + 1, since: counts.get(key)?.since ?? now() })
    },
  }
}
