// How long counts are stored: as long as the installation does, or shorter where a company wants it.
import { sql } from 'kysely'
import { type Db, execute, rowsOf } from '../../db/pool.ts'

/** The counts of its counters, and their sums by minute, hour and day. */
const series = ['people_count', 'count_minute', 'count_hour', 'count_day'] as const

export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  const companies = await rowsOf<{ companyId: string; keepDays: number }>(db)`
    select company_id as "companyId", keep_days as "keepDays" from count_retention
  `
  for (const { companyId, keepDays } of companies) {
    const before = new Date(now.getTime() - keepDays * 86_400_000)
    for (const table of series)
      await execute(db)`
        delete from ${sql.table(table)} where at < ${before}
          and device_id in (select id from device where company_id = ${companyId} and kind = 'counter')
      `
  }
}
