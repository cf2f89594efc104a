// The activity log: who did what, when, from where, and how it ended. Appended to, sealed, never changed.
import type { Logger } from 'pino'
import { instant } from '../../db/instant.ts'
import { execute, rowsOf, type Store, whileStarting } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { keysOf, type Keys } from './chain.ts'
import { closeYears } from './close-years.ts'
import { type Heads, openHeads } from './heads.ts'
import { createSealer, type Sealer } from './sealer.ts'
import { createAuditLog, type AuditLog } from './write.ts'

export { keysOf } from './chain.ts'
export { digestOfLogs, sealedAction } from './sealed-logs.ts'
export { readHeads } from './heads.ts'
export { type Verdict, verifyRecord } from './verify.ts'
export { readFrom } from './verify.sql.ts'
export { createAuditLog, type AuditLog } from './write.ts'
export { watchRecord } from './watch-record.ts'
export { checkRecord, serveActivity } from './serve-activity.ts'

export interface OpenAuditLog {
  readonly record: AuditLog
  readonly sealer: Sealer
  readonly heads: Heads
  readonly keys: Keys
  /** Everything that was recorded is sealed. */
  stop(): Promise<void>
}

const hourMs = 3_600_000

/** Opens the record of this installation: what is recorded from now on is sealed soon after. */
export const openAuditLog = async (
  store: Store,
  options: { readonly dataDir: string; readonly vaultKey: Uint8Array },
  log: Logger,
): Promise<OpenAuditLog> => {
  const keys = keysOf(options.vaultKey)
  const heads = await openHeads(options.dataDir, log)
  const sealer = createSealer({ store, keys, heads, log })
  await whileStarting(() => makeYears(store))
  await adopt(store, heads, sealer)
  const record = createAuditLog(store.db, keys, sealer.wake)
  const tend = async () => {
    await makeYears(store)
    await closeYears({ store, keys, heads, sealer, record, dataDir: options.dataDir, log }, clock.now())
  }
  const yearly = clock.every(hourMs, tend, {
    log,
    level: 'error',
    failure: 'the years of the record could not be tended',
  })
  return {
    record,
    sealer,
    heads,
    keys,
    async stop() {
      await yearly.stop()
      await sealer.stop()
    },
  }
}

const makeYears = async (store: Store): Promise<void> => {
  await execute(store.db)`
    select make_record_year(extract(year from ${instant()} at time zone 'UTC')::integer + n) from generate_series(0, 1) n
  `
}

// What was recorded before there were chains is taken over as it is, by the first start only: nobody can bring that
// moment back who has the store alone.
const adopt = async (store: Store, heads: Heads, sealer: Sealer): Promise<void> => {
  if (heads.adopting === undefined) {
    const rows = await rowsOf<{ linked: boolean }>(store.db)`select exists (select from activity_link) as linked`
    heads.adopt(rows[0]?.linked === false)
    await heads.written()
  }
  if (!heads.adopting) return
  while (!(await sealer.seal())) await clock.sleep(100)
  heads.adopt(false)
  await heads.written()
}
