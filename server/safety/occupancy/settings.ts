// When sites are reset at night, and how long counts are stored.
import * as contract from '@gatehouse/contract/safety/occupancy'
import { type Db, execute, firstOf, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { existing } from '../../kit/errors.ts'
import { companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { quietHoursByDefault, resetByDefault } from './nightly.ts'
import type { ServeOccupancyParts } from './occupancy.ts'
import { sightOf } from './sight.ts'

interface Row {
  readonly siteId: string
  readonly site: string
  readonly resetAt: string | null
  readonly quietHours: number
}

const readSettings = (db: Db, companyId: string | null) =>
  rowsOf<Row>(db)`
    select s.id as "siteId", s.name as site, case when t.site_id is null then ${resetByDefault} else t.reset_at end as "resetAt",
      coalesce(t.quiet_hours, ${quietHoursByDefault})::int as "quietHours"
    from site s left join occupancy_setting t on t.site_id = s.id
    where s.company_id = ${companyId} order by sort_key_of(s.name) collate "C", s.id
  `

const readKeepDays = async (db: Db, companyId: string | null): Promise<number | null> =>
  (
    await firstOf<{ keepDays: number }>(db)`
      select keep_days as "keepDays" from count_retention where company_id = ${companyId}
    `
  )?.keepDays ?? null

export const serveSettings = (serve: Serve, { store, directory }: ServeOccupancyParts) => {
  const { db } = store

  serve(contract.settings, async (_input, caller) => {
    const { places } = sightOf(directory, caller)
    const sites = await readSettings(db, caller.companyId)
    return {
      sites: sites.filter(({ siteId }) => places.has(siteId)),
      keepDays: await readKeepDays(db, caller.companyId),
    }
  })

  serve(contract.setReset, async ({ siteId, resetAt, quietHours }, caller, call) => {
    const companyId = companyOf(caller)
    const { name } = existing(sightOf(directory, caller).places.get(siteId), 'This site')
    call.annotate({ subject: name })
    const of = async (tx: Db) =>
      existing(
        (await readSettings(tx, companyId)).find((one) => one.siteId === siteId),
        'This site',
      )
    return inTransaction(db, async (tx) => {
      const before = await of(tx)
      await execute(tx)`
        insert into occupancy_setting (site_id, company_id, reset_at, quiet_hours)
        values (${siteId}, ${companyId}, ${resetAt}, ${quietHours})
        on conflict (site_id) do update set reset_at = excluded.reset_at, quiet_hours = excluded.quiet_hours
      `
      const settings = await of(tx)
      await call.record(tx, changes({ ...before }, { ...settings }))
      return { settings }
    })
  })

  serve(contract.setRetention, async ({ keepDays }, caller, call) => {
    const companyId = companyOf(caller)
    return inTransaction(db, async (tx) => {
      const before = await readKeepDays(tx, companyId)
      await execute(tx)`delete from count_retention where company_id = ${companyId}`
      if (keepDays !== null)
        await execute(tx)`insert into count_retention (company_id, keep_days) values (${companyId}, ${keepDays})`
      await call.record(tx, changes({ keepDays: before }, { keepDays }))
      return { keepDays }
    })
  })
}
