// What of the log becomes clear only afterwards: who went through, what does not match, and the hash over each hour.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type pg from 'pg'
import type { Logger } from 'pino'
import { everyOnConnection } from '../../db/connection-loop.ts'
import type { Store } from '../../db/pool.ts'
import { inClientTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import type { Names } from '../../kit/names.ts'
import type { Judge, PlaceObservation } from '../../kit/recorders.ts'
import type { AuditLog } from '../../record/activity/activity.ts'
import { publishLogged } from './passage.ts'
import { lastSealed, sealLogs } from './seals.ts'
import { type Settled, settlePassages } from './passages.sql.ts'
import { findStillInside, findUnmatched } from './unmatched.sql.ts'

const everyMs = 1000
const insideEveryMs = 60_000
const sealEveryMs = 3_600_000

export interface EntryExitParts {
  readonly store: Store
  readonly bus: Bus
  readonly names: Names
  readonly record: AuditLog
  /** By what alarm rules are judged. */
  readonly judge: Judge
}

/** Tells what has become clear by `now`, once. */
export const clearUp = async (
  { bus, names, judge }: EntryExitParts,
  client: pg.ClientBase,
  now: Date,
): Promise<void> => {
  const { settled, publish } = await inClientTransaction(client, async () => {
    const found = await settlePassages(client, names, now)
    return {
      settled: found,
      publish: await judge(
        client,
        found.flatMap((one) => movedBack(one, now)),
      ),
    }
  })
  for (const { companyId, log } of settled) publishLogged(bus, companyId, log)
  publish()
  publishQueue(bus, await inClientTransaction(client, () => findUnmatched(client, now)))
}

// Who did not go through is where they were before.
const movedBack = ({ companyId, log: { taken, correlationId } }: Settled, at: Date): PlaceObservation[] =>
  taken === false ? [{ companyId, measure: 'occupancy', value: null, at, correlationId }] : []

/** Asks about those who are inside for too long by `now`. */
export const askWhoStays = async ({ bus }: EntryExitParts, client: pg.ClientBase, now: Date): Promise<void> =>
  publishQueue(bus, await findStillInside(client, now))

/** Runs until stopped; a store that is away is waited for. */
export const keepEntryExit = (parts: EntryExitParts, log: Logger) => {
  let asked = 0
  let sealed: number | undefined
  const work = async (client: pg.Client) => {
    const now = clock.now()
    await clearUp(parts, client, now)
    if (now.getTime() - asked >= insideEveryMs) {
      await askWhoStays(parts, client, now)
      asked = now.getTime()
    }
    // An hour counts on across restarts.
    sealed ??= (await lastSealed(client)) ?? now.getTime()
    if (now.getTime() - sealed >= sealEveryMs) {
      await sealLogs(parts.store, parts.record, now)
      sealed = now.getTime()
    }
  }
  return everyOnConnection(parts.store, everyMs, work, { log, failure: 'entries and exits wait for the store' })
}

const publishQueue = (bus: Bus, companies: readonly string[]) => {
  const at = clock.iso()
  for (const companyId of companies) bus.publish(entryExit.unmatchedChanged, companyId, { at })
}
