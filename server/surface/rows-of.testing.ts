// All that is kept of a company, for tests that hold that nothing of it changes.
import type pg from 'pg'
import type { ACompany } from '../testing/building.testing.ts'

/** Every row of every table that carries the company or one of its devices, as text, by table. */
export const rowsOf = async (db: Pick<pg.Pool, 'query'>, company: ACompany): Promise<Record<string, string[]>> => {
  const { rows: tables } = await db.query<{ name: string; by: string }>(
    `select c.relname as name, min(a.attname) as by from pg_class c join pg_attribute a on a.attrelid = c.oid
     where a.attname in ('company_id', 'device_id') and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence <> 't'
     group by 1 order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name, by } of tables) {
    const whose = by === 'company_id' ? '= $1' : 'in (select id from device where company_id = $1)'
    const { rows } = await db.query<{ row: string }>(
      `select t::text as row from "${name}" t where ${by} ${whose} order by 1`,
      [company.id],
    )
    all[name] = rows.map(({ row }) => row)
  }
  const { rows } = await db.query<{ row: string }>('select c::text as row from company c where id = $1', [company.id])
  return { ...all, itself: rows.map(({ row }) => row) }
}

/** In how many tables something is different. */
export const tablesChanged = (before: Record<string, string[]>, after: Record<string, string[]>): string[] =>
  Object.keys(before).filter((table) => before[table]?.join('\n') !== after[table]?.join('\n'))
