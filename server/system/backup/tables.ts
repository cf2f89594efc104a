// What of the store a backup takes: read from the store's own catalogue, so that a new table is in it without a word.
import type pg from 'pg'
import type { Manifest } from './archive.ts'

export type Table = Manifest['tables'][number]

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly fallback: string | null
}

type Querier = Pick<pg.ClientBase, 'query'>

/** Tables that hold rows themselves: partitions, and those that have none. */
export const tablesOf = async (client: Querier): Promise<Table[]> =>
  (
    await client.query<Table>(`
      select c.relname as name, p.relname as "partitionOf", pg_get_expr(c.relpartbound, c.oid) as bound,
        array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns
      from pg_class c
        left join pg_inherits i on i.inhrelid = c.oid
        left join pg_class p on p.oid = i.inhparent
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      order by c.relname`)
  ).rows

export const sequencesOf = async (client: Querier): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const found: Manifest['sequences'] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    found.push(...values.map((value) => ({ name, ...value })))
  }
  return found
}

/**
 * Transactions are counted by each PostgreSQL for itself, and what is stored says by which it was stored: a place before or
 * after positions up to which something was done. A backup carries small numbers that lie as those did.
 */
export interface Positions {
  /** How many there are. */
  readonly count: number
  /** The SQL of a column's value in a backup. */
  readonly of: (column: Pick<Column, 'table' | 'name'>) => string
}

/** The first numbers of transactions are PostgreSQL's own. */
const reserved = 3

export const positionsOf = async (client: Querier): Promise<Positions> => {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'xid8'::regtype`)
  // What a row is stored by comes from the column's default; whatever else there is counts as a position.
  const lists = columns
    .filter(({ fallback }) => !fallback?.includes('pg_current_xact_id'))
    .map(({ table, name }) => `select ${quoted(name)}::text::bigint as place from ${quoted(table)}`)
  const { rows } = await client.query<{ place: string }>(
    `select p.place::text as place from (${[`select null::bigint as place`, ...lists].join(' union ')}) p
     where p.place > 0 order by p.place`,
  )
  const places = `array[${rows.map(({ place }) => place).join(', ')}]::bigint[]`
  const isPosition = new Set(columns.map(({ table, name }) => `${table} ${name}`))
  const count = rows.length + reserved + 1
  return {
    count,
    of({ table, name }) {
      const column = quoted(name)
      if (!isPosition.has(`${table} ${name}`)) return column
      return `case when ${column}::text = '0' then '0' else (width_bucket(${column}::text::bigint, ${places}) + ${reserved})::text end`
    },
  }
}

/** A name of the catalogue in a statement. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
