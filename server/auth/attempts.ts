// How many sign-ins have failed lately: by account in the store, by address here; only failures count.
import { sql } from 'kysely'
import { instant } from '../db/instant.ts'
import type { Db } from '../db/pool.ts'
import { clock } from '../kit/clock.ts'
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

export const createAttempts = (db: Db): Attempts => {
  const addresses = createCounts()
  return {
    // This machine is a proxy that forgot to say whom it speaks for, or the operator: everybody would be refused.
    tooManyFrom: (address) => !isLoopback(address) && addresses.of(address) >= perAddress,
    async failed(email, address) {
      addresses.add(address)
      const at = instant()
      const lately = sql`a.since > ${at} - ${windowMinutes} * interval '1 minute'`
      const { rows } = await sql<{ locked: boolean; failures: number }>`
        insert into sign_in_attempt as a (account, failures, since) values (${accountOf(sql`${email}::text`)}, 1, ${at})
        on conflict (account) do update set
          failures = case when ${lately} or a.locked_until > ${at} then a.failures + 1 else 1 end,
          since = case when ${lately} then a.since else ${at} end,
          locked_until = case when a.locked_until > ${at} then a.locked_until
            when ${lately} and a.failures + 1 >= ${perAccount} then ${at} + ${lockedHours} * interval '1 hour' end
        returning coalesce(locked_until > ${at}, false) as locked, failures
      `.execute(db)
      const { locked = false, failures = 0 } = rows[0] ?? {}
      return { locked, lockedNow: locked && failures === perAccount }
    },
  }
}

/** Lets an account in again that was locked after ten failures. */
export const releaseLock = async (db: Db, email: string): Promise<void> => {
  await sql`delete from sign_in_attempt where account = ${accountOf(sql`${email}::text`)}`.execute(db)
}

const createCounts = () => {
  const counts = new Map<string, { count: number; since: number }>()
  const of = (key: string) => {
    const entry = counts.get(key)
    if (!entry) return 0
    if (clock.ms() - entry.since < windowMinutes * 60_000) return entry.count
    counts.delete(key)
    return 0
  }
  return {
    of,
    add(key: string) {
      if (counts.size >= mostKept) counts.delete(counts.keys().next().value ?? '')
      counts.set(key, { count: of(key) + 1, since: counts.get(key)?.since ?? clock.ms() })
    },
  }
}
