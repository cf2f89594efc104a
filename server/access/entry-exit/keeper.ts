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
import type { AuditLog } from '../../record/activity/activity.ts'
import { tellLogged } from './passage.ts'
import { lastSealed, sealLogs } from './seals.ts'
import { settleTaken } from './taken.sql.ts'
import { findStillInside, findUnmatched } from './unmatched.sql.ts'

const everyMs = 1000
const insideEveryMs = 60_000
const sealEveryMs = 3_600_000

export interface Kept {
  readonly store: Store
  readonly bus: Bus
  readonly names: Names
  readonly record: AuditLog
}

/** Tells what has become clear by `now`, once. */
export const clearUp = async ({ bus, names }: Kept, client: pg.ClientBase, now: Date): Promise<void> => {
  const settled = await inClientTransaction(client, () => settleTaken(client, names, now))
  for (const { companyId, log } of settled) tellLogged(bus, companyId, log)
  tellQueue(bus, await inClientTransaction(client, () => findUnmatched(client, now)))
}

/** Asks about those who are inside for too long by `now`. */
export const askWhoStays = async ({ bus }: Kept, client: pg.ClientBase, now: Date): Promise<void> =>
  tellQueue(bus, await findStillInside(client, now))

/** Runs until stopped; a store that is away is waited for. */
export const keepEntryExit = (kept: Kept, log: Logger) => {
  let asked = 0
  let sealed: number | undefined
  const work = async (client: pg.Client) => {
    const now = clock.now()
    await clearUp(kept, client, now)
    if (now.getTime() - asked >= insideEveryMs) {
      await askWhoStays(kept, client, now)
      asked = now.getTime()
    }
    // An hour counts on across restarts.
    sealed ??= (await lastSealed(client)) ?? now.getTime()
    if (now.getTime() - sealed >= sealEveryMs) {
      await sealLogs(kept.store, kept.record, now)
      sealed = now.getTime()
    }
  }
  return everyOnConnection(kept.store, everyMs, work, { log, failure: 'entries and exits wait for the store' })
}

const tellQueue = (bus: Bus, companies: readonly string[]) => {
  const at = clock.iso()
  for (const companyId of companies) bus.publish(entryExit.unmatchedChanged, companyId, { at })
}
