// Scenario: the entry/exit report of one company with ten million logs. The first page by person and door, and a month of
// a million rows as CSV.
import { z } from 'zod'
import { count, run } from './cluster.ts'
import type { Context } from './context.ts'
import { signIn, startGatehouse } from './gatehouse.ts'
import type { Job } from './http-job.ts'
import { takeRounds } from './http-rounds.ts'
import { coverYear } from './list/list-gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row, voided } from './kit/results.ts'
import { median } from './kit/stats.ts'
import { type Company, writeWorld } from './world.ts'

const days = 360
const pageSize = 20
/** Requests a second. */
const rate = 50

/** As long as nobody has chosen others. */
const columnsOfTheScreen = 'time,person,door,zone,type,result,reason,method'

interface Prepared {
  readonly url: string
  readonly address: string
  readonly port: number
  readonly token: string
  readonly company: Company
  readonly rows: number
}

export const entryExitReport = async (context: Context): Promise<Outcome> => {
  const prepared = await prepare(context)
  const rows: Row[] = []
  for (const [who, measure] of [
    [`first page of ${prepared.rows / 1_000_000}M logs, by person and door`, firstPage],
    ['a tenth of them as CSV, the columns of the screen', asCsv(columnsOfTheScreen)],
    ['a tenth of them as CSV, all fourteen columns', asCsv(null)],
  ] as const) {
    context.log(`report: ${who}`)
    try {
      rows.push(await measure(prepared, context, who))
    } catch (error) {
      rows.push(voided('report', who, error))
    }
  }
  const [page, csv, all] = rows
  return {
    rows,
    reach: [
      atMost('report: first page p99 at most 50 ms', page?.p99?.length ? median(page.p99) : Number.NaN, 50, 'ms'),
      atMost('report: a million rows as CSV within 3 s', medianOf(csv), 3, 's'),
      atMost('report: the same with all columns', medianOf(all), 3, 's'),
    ],
  }
}

const prepare = async ({ cluster, quick, log }: Context): Promise<Prepared> => {
  const rows = quick ? 1_000_000 : 10_000_000
  log(`report: writing ${rows / 1_000_000}M logs`)
  const url = await cluster.create('gatehouse_report')
  const first = await startGatehouse({ url, name: 'gatehouse_report' })
  const { companies, password } = await writeWorld(url, {
    companies: 2,
    doors: 1000,
    detectors: 0,
    people: 10_000,
    role: 'admin',
  })
  await first.running.stop()
  const [company, stranger] = companies
  if (!company || !stranger) throw new Error('no companies')
  await coverYear(url, 'entry_exit_log')
  const indices = await run(
    url,
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as make from pg_index i
     where indrelid = 'entry_exit_log'::regclass
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
  )
  for (const { name } of indices) await run(url, `drop index ${String(name)}`)
  await writeLogs(url, company, rows)
  await writeLogs(url, stranger, rows / 100)
  for (const { make } of indices) await run(url, String(make).replace(' ON ONLY ', ' ON '))
  await run(url, 'vacuum analyze entry_exit_log')
  // The report does not read the rollups: begin them after these rows.
  await run(
    url,
    `insert into rollup_position (series, tx) values ('entry_exit_log', pg_current_xact_id())
     on conflict (series) do update set tx = excluded.tx`,
  )
  await run(
    url,
    `update rollup_position set tx = pg_snapshot_xmin(pg_current_snapshot()) where series = 'entry_exit_seal'`,
  )
  const gatehouse = await startGatehouse({ url, name: 'gatehouse_report' })
  const token = await signIn(gatehouse.address, company.email, password)
  return { url, address: gatehouse.address, port: gatehouse.port, token, company, rows }
}

/** Evenly over the year; each of a hundred people goes through ten doors often, so that a page of both has its rows. */
const writeLogs = (url: string, { id, people, doors }: Company, rows: number) =>
  run(
    url,
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, reason, method, taken, source,
       device_at, received_at, correlation_id)
     select gen_random_uuid(), $1, ($2::uuid[])[1 + person], ($3::uuid[])[1 + door], type, at, result,
       case when result = 'denied' then 'outside schedule' end, 'card', result = 'granted', 'device', at, at,
       gen_random_uuid()
     from (
       select (h / 7) % ${people.length} as person,
         ((h / 7) % ${people.length} + (h / 100000) % 10 * 101) % ${doors.length} as door,
         case when h & 1 = 0 then 'entry' else 'exit' end as type,
         case when h % 97 = 0 then 'denied' else 'granted' end as result,
         now() - interval '1 day' - (${rows} - i) * interval '${(days * 86_400) / rows} seconds' as at
       from (select i, hashint4(i::int) & 2147483647 as h from generate_series(1, ${rows}) i) s
     ) made`,
    [id, people, doors.map((d) => d.id)],
  )

const listed = z.object({
  logs: z.array(z.object({ id: z.string(), userId: z.string().nullable(), doorId: z.string() })),
})

const firstPage = async (prepared: Prepared, context: Context, who: string): Promise<Row> => {
  const { url, address, port, token, company } = prepared
  const headers = { Authorization: `Bearer ${token}` }
  const callers: Job['callers'] = []
  for (let n = 0; n < 16; n++) {
    const userId = company.people[(n * 613) % company.people.length] ?? ''
    const [often] = await run(
      url,
      `select door_id, count(*) from entry_exit_log where user_id = $1 group by door_id order by 2 desc limit 1`,
      [userId],
    )
    const doorId = String(often?.door_id)
    const path = `/api/entry-exit/logs?userId=${userId}&doorId=${doorId}&limit=${pageSize}`
    const answer = await fetch(address + path, { headers })
    const expected = await answer.text()
    const truth = await run(
      url,
      `select id from entry_exit_log where company_id = $1 and user_id = $2 and door_id = $3
       order by at desc, id desc limit ${pageSize}`,
      [company.id, userId, doorId],
    )
    const { logs } = listed.parse(JSON.parse(expected))
    if (logs.length === 0 || logs.some((log, i) => log.id !== truth[i]?.id) || logs.length !== truth.length)
      throw new Error(`the wrong logs of ${userId} at ${doorId}`)
    callers.push({ path, headers, expected })
  }
  return {
    scenario: 'report',
    who,
    unit: 'ms',
    ...(await takeRounds(context, { port, callers, rate })),
    better: 'less',
    note: `every answer compared with the rows that SQL finds; ${rate} requests a second`,
  }
}

const asCsv =
  (columns: string | null) =>
  async (prepared: Prepared, { rounds }: Context, who: string): Promise<Row> => {
    const { url, address, token, company } = prepared
    const from = new Date(Date.now() - (days / 10 + 1) * 86_400_000).toISOString()
    const held = await count(
      url,
      `select count(*) from entry_exit_log where company_id = '${company.id}' and at >= '${from}'`,
    )
    const measured: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now()
      const answer = await fetch(
        `${address}/api/entry-exit/logs.csv?from=${from}${columns === null ? '' : `&columns=${columns}`}`,
        {
          headers: { Authorization: `Bearer ${token}` },
        },
      )
      if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`)
      let lines = 0
      for await (const chunk of answer.body)
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      const seconds = (performance.now() - began) / 1000
      // A row more is the head; what the file says of itself stands in lines that are no rows.
      if (lines < held + 1 || lines > held + 20) throw new Error(`${lines} lines of ${held} rows`)
      if (round > 0) measured.push(seconds)
    }
    return {
      scenario: 'report',
      who,
      unit: 's',
      rounds: measured,
      better: 'less',
      note: `${held.toLocaleString('en-US')} rows, counted in the file`,
    }
  }
