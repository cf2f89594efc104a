// Places, as far as labels let the caller see them.
import * as sites from '@gatehouse/contract/sites'
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { visiblePlace } from '../kit/labels.ts'
import type { Serve } from '../kit/serve.ts'

export const serveSites = (serve: Serve, db: Db) => {
  serve(sites.list, async (_input, caller) => {
    const { rows } = await sql<sites.Site>`
      select s.id, s.name, s.time_zone as "timeZone",
        coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'level', f.level) order by f.level)
          from floor f where f.site_id = s.id), '[]') as floors,
        coalesce((select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name, 'floorId', z.floor_id, 'use', z.use)
          order by z.name) from zone z where z.site_id = s.id and ${visiblePlace(caller, sql`m.zone_id = z.id`)}), '[]') as zones
      from site s
      where s.company_id = ${caller.companyId} and ${visiblePlace(caller, sql`m.site_id = s.id`)}
      order by s.name
    `.execute(db)
    return { sites: rows }
  })
}
