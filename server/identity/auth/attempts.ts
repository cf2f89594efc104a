// How many sign-ins have failed lately: by account in the store, by address here; only failures count.
import { sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { isLoopback } from '../../kit/config.ts'
import { accountOf } from './session.sql.ts'

const windowMinutes = 15
const perAccount = 10
/** So many guesses at a locked account are told a right password from a wrong one; then every one is wrong. */
const maxNotified = 20
const lockedHours = 24
const perAddress = 100
const maxStored = 50_000

/** One password that is about to be judged: it counts as a failure until it has passed. */
export interface Attempt {
  /** Ten had failed before it. */
  readonly locked: boolean
  /** So many had that a right one is not told from a wrong one. */
  readonly exhausted: boolean
  /** It is the tenth. */
  readonly lockedNow: boolean
  /** It was right, and counts no more. */
  passed(): Promise<void>
}

export interface Attempts {
  tooManyFrom(address: string): boolean
  /**
   * Counts one, before it is judged: however many come at once, each has its number, and what is beyond the limit is refused
   * although it may be right. The account need not exist: nothing tells the two apart.
   */
  begin(email: string, address: string): Promise<Attempt>
  /** Counts one that failed. */
  failed(email: string, address: string): Promise<{ locked: boolean; lockedNow: boolean }>
}

export const createAttempts = (db: Db): Attempts => {
  const addresses = createCounts()
  const count = async (email: string) => {
    const at = instant()
    const lately = sql`a.since > ${at} - ${windowMinutes} * interval '1 minute'`
    const rows = await rowsOf<{ locked: boolean; failures: number }>(db)`
      insert into sign_in_attempt as a (account, failures, since) values (${accountOf(sql`${email}::text`)}, 1, ${at})
      on conflict (account) do update set
        failures = case when ${lately} or a.locked_until > ${at} then a.failures + 1 else 1 end,
        since = case when ${lately} then a.since else ${at} end,
        locked_until = case when a.locked_until > ${at} then a.locked_until
          when ${lately} and a.failures + 1 >= ${perAccount} then ${at} + ${lockedHours} * interval '1 hour' end
      returning coalesce(locked_until > ${at}, false) as locked, failures
    `
    return rows[0] ?? { locked: false, failures: 0 }
  }
  return {
    // This machine is a proxy that forgot to say whom it speaks for, or the operator: everybody would be refused.
    tooManyFrom: (address) => !isLoopback(address) && addresses.of(address) >= perAddress,
    async begin(email, address) {
      addresses.add(address, 1)
      const { locked, failures } = await count(email)
      return {
        locked: locked && failures > perAccount,
        exhausted: locked && failures > maxNotified,
        lockedNow: locked && failures === perAccount,
        async passed() {
          addresses.add(address, -1)
          await execute(db)`
            update sign_in_attempt set failures = failures - 1,
              locked_until = case when failures > ${perAccount} then locked_until end
            where account = ${accountOf(sql`${email}::text`)} and failures > 0
          `
        },
      }
    },
    async failed(email, address) {
      addresses.add(address, 1)
      const { locked, failures } = await count(email)
      return { locked, lockedNow: locked && failures === perAccount }
    },
  }
}

/** Lets an account in again that was locked after ten failures. */
export const releaseLock = (db: Db, email: string) =>
  execute(db)`delete from sign_in_attempt where account = ${accountOf(sql`${email}::text`)}`

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
    add(key: string, more: number) {
      if (counts.size >= maxStored) counts.delete(counts.keys().next().value ?? '')
      counts.set(key, { count: Math.max(0, of(key) + more), since: counts.get(key)?.since ?? clock.ms() })
    },
  }
}
