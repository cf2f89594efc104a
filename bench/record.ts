// Scenario: the record. How fast entries are added and sealed by the server's own code, and the log of a million
// entries as CSV by HTTP, against the store's own COPY of the same rows.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { to } from 'pg-copy-streams'
import { z } from 'zod'
import { count, run } from './cluster.ts'
import { type Context, takeTurns } from './context.ts'
import { freshDataDir, type Gatehouse, repository, signIn, startGatehouse, startInWorld } from './gatehouse.ts'
import { pinnedTo, residentMb, serverCpu } from './kit/processes.ts'
import { atLeast, atMost, medianOf, type Outcome, type Row, voided } from './kit/results.ts'
import { writeWorld } from './world.ts'

export const record = async (context: Context): Promise<Outcome> => {
  const added = await append(context)
  const files = await csv(context)
  return { rows: [...added.rows, ...files.rows], reach: [...added.reach, ...files.reach] }
}

const appended = z.object({
  recordedPerSecond: z.number(),
  sealedPerSecond: z.number(),
  p99: z.number(),
  ok: z.literal(true),
  checked: z.int(),
  verifiedPerSecond: z.number(),
})

const append = async ({ cluster, rounds, quick, log }: Context): Promise<Outcome> => {
  log('record: adding and sealing')
  const entries = quick ? 20_000 : 200_000
  const results: z.output<typeof appended>[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const url = await cluster.create('gatehouse_record')
      // Once for the schema and the companies; the server is not what is measured.
      const gatehouse = await startGatehouse({ url, name: 'gatehouse_record' })
      await gatehouse.running.stop()
      await writeWorld(url, { companies: 20, doors: 0, detectors: 0, people: 0, role: 'guard' })
      const [command = '', ...args] = pinnedTo(serverCpu, [
        process.execPath,
        join(repository, 'server/record/activity/append.testing.ts'),
        String(entries),
      ])
      const env = { ...process.env, DATABASE_URL: url, DATA_DIR: freshDataDir('record') }
      const { stdout } = await promisify(execFile)(command, args, { env, cwd: repository })
      const result = appended.parse(JSON.parse(stdout))
      if (result.checked < entries) throw new Error(`${result.checked} of ${entries} entries were in the chains`)
      results.push(result)
    }
  } catch (error) {
    return { rows: [voided('record', 'entries added and sealed', error)], reach: [] }
  }
  const row = (who: string, per: (result: z.output<typeof appended>) => number, note: string): Row => ({
    scenario: 'record',
    who,
    unit: 'entries/s',
    rounds: results.map(per),
    better: 'more',
    ...(who.includes('sealed') ? { p99: results.map(({ p99 }) => p99) } : {}),
    note,
  })
  const rows = [
    row(
      'entries added and sealed',
      (r) => r.sealedPerSecond,
      `${entries} of 20 companies, 1,000 under way at once, each durable before it is answered; then every link was verified`,
    ),
    row('entries verified', (r) => r.verifiedPerSecond, 'contents, links, signatures and lone entries'),
  ]
  return { rows, reach: [atLeast('record: entries added and sealed', medianOf(rows[0]), 10_000, 'entries/s')] }
}

interface Download {
  readonly seconds: number
  readonly firstMs: number
  readonly moreMb: number
}

const csv = async (context: Context): Promise<Outcome> => {
  const { cluster, rounds, quick, log } = context
  const rows = quick ? 100_000 : 1_000_000
  log('record: preparing the log')
  const world = { companies: 2, doors: 0, detectors: 0, people: 0, role: 'auditor' } as const
  const { url, gatehouse, companies, password } = await startInWorld(cluster, 'gatehouse_csv', world)
  const [mine, others] = companies
  if (!mine || !others) throw new Error('there are no companies')
  const token = await signIn(gatehouse.address, mine.email, password)
  await writeLog(url, mine.id, rows)
  await writeLog(url, others.id, rows / 10)
  await run(url, 'vacuum analyze activity')
  log('record: as CSV')
  let expected = ''
  const [ours, alone] = await takeTurns(
    [
      {
        who: 'Gatehouse',
        async go(): Promise<Download> {
          // What was asked for before is on the record as well.
          await allEnded(url)
          const held = await count(url, `select count(*) from activity where company_id = '${mine.id}'`)
          const before = await hashOf(copied(url, mine.id))
          expected = before.hash
          const measured = await download(gatehouse, token)
          if (measured.hash !== expected) throw new Error('the file is not what the store holds')
          if (measured.rows !== held) throw new Error('the file has not as many rows as the store')
          return measured
        },
      },
      {
        who: 'COPY alone',
        async go(): Promise<Download> {
          const began = performance.now()
          await hashOf(copied(url, mine.id))
          return { seconds: (performance.now() - began) / 1000, firstMs: 0, moreMb: 0 }
        },
      },
    ],
    rounds,
    ({ go }) => go(),
    1,
  )
  const made = (
    who: string,
    results: Download[] | Error | undefined,
    unit: string,
    value: (measured: Download) => number,
    note: string,
  ): Row =>
    Array.isArray(results)
      ? { scenario: 'record', who, unit, rounds: results.map(value), better: 'less', note }
      : voided('record', who, results)
  const name = `${rows / 1_000_000}M entries as CSV`
  const table = [
    made(name, ours?.results, 's', (t) => t.seconds, 'row count and SHA-256 equal to the store’s own COPY'),
    made(`${name}, first byte`, ours?.results, 'ms', (t) => t.firstMs, ''),
    made(`${name}, memory`, ours?.results, 'MB', (t) => t.moreMb, 'resident at its highest, more than before'),
    made(
      `${name}, COPY alone`,
      alone?.results,
      's',
      (t) => t.seconds,
      'the same rows to the same kind of client, hashed: the limit',
    ),
  ]
  return {
    rows: table,
    reach: [
      atMost(`record: ${name}`, medianOf(table[0]), 3, 's'),
      atMost('record: first byte', medianOf(table[1]), 100, 'ms'),
      atMost('record: more memory', medianOf(table[2]), 64, 'MB'),
    ],
  }
}

/** That a file went out is on record a moment after its end. */
const allEnded = async (url: string) => {
  const under = `select count(*) filter (where action = 'activity.exportCsv') -
    count(*) filter (where action = 'activity.exportCsv.ended') from activity where starts_with(action, 'activity.exportCsv')`
  for (const until = Date.now() + 5000; (await count(url, under)) > 0; await sleep(20))
    if (Date.now() > until) throw new Error('the end of a file is not on record')
}

const writeLog = (url: string, companyId: string, rows: number) =>
  run(
    url,
    `insert into activity (id, company_id, at, user_id, actor, action, subject, input, before, after, status, address, correlation_id)
     select gen_random_uuid(), $1, date_trunc('milliseconds', now() - n * interval '1 second' / 40), gen_random_uuid(),
       'person' || n % 500 || '@bench.example', 'doors.unlock', case when n % 100 = 0 then '=1+"1"' else 'Door ' || n % 50 end,
       '{"seconds": 5}', '{"state": "locked"}', '{"state": "unlocked"}', 200, '192.0.2.1', gen_random_uuid()
     from generate_series(1, $2::int) n`,
    [companyId, rows],
  )

const download = async (
  { address, running }: Gatehouse,
  token: string,
): Promise<Download & { hash: string; rows: number }> => {
  const before = residentMb(running.pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMb(running.pid))), 100)
  const hash = createHash('sha256')
  const began = performance.now()
  let [firstMs, lines] = [0, 0]
  try {
    const answer = await fetch(`${address}/api/activity-logs.csv`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
    for await (const chunk of answer.body) {
      firstMs ||= performance.now() - began
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    }
  } finally {
    clearInterval(watch)
  }
  const seconds = (performance.now() - began) / 1000
  return { seconds, firstMs, moreMb: most - before, hash: hash.digest('hex'), rows: lines - 1 }
}

// Written down here once more, so that a fault of the server's statement is not a fault of this one.
const copied = (url: string, companyId: string) => ({
  url,
  statement: `copy (select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor, on_behalf_of as "onBehalfOf",
      action, case when subject like '=%' then '''' || subject else subject end as subject,
      case when status < 400 then 'done' when status < 500 then 'refused' else 'failed' end as outcome, status, reason,
      before, after, input, address, user_id as "userId", correlation_id as "correlationId", id
    from activity where company_id = '${companyId}' order by at desc, id desc) to stdout with (format csv, header)`,
})

const hashOf = async ({ url, statement }: ReturnType<typeof copied>) => {
  const client = new Client(url)
  await client.connect()
  try {
    const hash = createHash('sha256')
    for await (const chunk of client.query(to(statement))) hash.update(chunk)
    return { hash: hash.digest('hex') }
  } finally {
    await client.end()
  }
}
