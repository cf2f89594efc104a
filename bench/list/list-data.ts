// The same entries and exits for everybody: row `i` has the same company, person, door, type and time in every store.
import { run } from '../cluster.ts'

export const companies = 20
export const peoplePerCompany = 100
export const doorsPerCompany = 50
const days = 360

export interface Data {
  readonly rows: number
  /** The time of row 1; the rows lie evenly between it and a day ago. */
  readonly from: Date
  readonly stepSeconds: number
}

export const dataOf = (rows: number): Data => {
  const dayMs = 86_400_000
  return { rows, from: new Date(Date.now() - (days + 1) * dayMs), stepSeconds: (days * 86_400) / rows }
}

/** Columns `i`, `company`, `person` and `door` (from 0, within the company), `type`, `result` and `at`. */
export const rowsOf = (data: Data) => `(
  select i, (h % ${companies}) as company, (h / 20) % ${peoplePerCompany} as person, (h / 2000) % ${doorsPerCompany} as door,
    case when h & 131072 = 0 then 'entry' else 'exit' end as type,
    case when h % 97 = 0 then 'denied' else 'granted' end as result,
    timestamptz '${data.from.toISOString()}' + i * interval '${data.stepSeconds} seconds' as at
  from (select i, hashint4(i::int) & 2147483647 as h from generate_series(1, ${data.rows}) i) s
) as made`

/** What a page of 20 must hold, by the definition of the rows: checked against every peer's answer. */
export const newestOf = async (url: string, data: Data, company: number): Promise<string[]> => {
  const rows = await run(
    url,
    `select at from ${rowsOf({ ...data })} where company = $1 and i > $2 order by at desc limit 20`,
    [company, data.rows - 5000],
  )
  return rows.map(({ at }) => (at instanceof Date ? at.toISOString() : ''))
}
