// Scenario: the newest 20 of a million entries and exits, as a signed-in guard of one of 20 companies.
import { type Context, createField, takeTurns } from '../context.ts'
import { startDirectus } from '../peers/directus.ts'
import { type Job, report } from '../http-job.ts'
import { type Data, dataOf } from './list-data.ts'
import { startListGatehouse } from './list-gatehouse.ts'
import { checkLists, type ListServer } from './list-server.ts'
import { launch } from '../load.ts'
import { startParseServer } from '../peers/parse-server.ts'
import { hasPgbench, runPgbench } from '../peers/pgbench.ts'
import { atLeast, atMost, figure, medianOf, type Outcome, type Reach, type Row, voided } from '../kit/results.ts'
import { median } from '../kit/stats.ts'

const connections = 16
// Six hundred people who each look every second; less where the peer could not keep that up.
const steadyRate = 600
const share = 0.7

interface Answered {
  readonly perSecond: number
  readonly p99: number
  /** Absent where the load is part of what is measured. */
  readonly loader?: number
}

interface Subject {
  readonly who: string
  readonly note: string
  /** As fast as answered, or so many per second: then lateness counts from the moment a request was due. */
  ask(rate?: number): Promise<Answered>
}

export const list = async (context: Context): Promise<Outcome> => {
  const { subjects, failed } = await prepare(context)
  context.log('list: as fast as answered')
  const closed = await takeTurns(subjects, context.rounds, (subject) => subject.ask())
  context.log(`list: at ${steadyRate} requests a second`)
  const ready = closed.filter(({ results }) => Array.isArray(results))
  const open = await takeTurns(ready, context.rounds, ({ subject, results }) =>
    subject.ask(Math.min(steadyRate, share * (Array.isArray(results) ? median(results.map((r) => r.perSecond)) : 0))),
  )
  const rows = closed.map((most): Row => {
    const { who, note } = most.subject
    const steady = open.find(({ subject }) => subject === most)?.results ?? []
    if (!Array.isArray(most.results)) return voided('list', who, most.results)
    if (!Array.isArray(steady)) return voided('list', who, steady)
    const rounds = most.results.map((r) => r.perSecond)
    const loader = most.results.flatMap((r) => r.loader ?? [])
    const p99 = steady.map((r) => r.p99)
    const busy = `p99 as fast as answered ${figure(median(most.results.map((r) => r.p99)))} ms`
    return { scenario: 'list', who, unit: 'requests/s', rounds, better: 'more', p99, loader, note: `${note}; ${busy}` }
  })
  return { rows: [...rows, ...failed], reach: reachOf(rows, sizes(context)) }
}

const sizes = ({ quick }: Context): readonly [number, number] =>
  quick ? [100_000, 1_000_000] : [1_000_000, 10_000_000]

const ours = (rows: number) => `Gatehouse, ${rows / 1_000_000}M rows`
const limit = (rows: number) => `PostgreSQL alone, ${rows / 1_000_000}M rows`

const prepare = async (context: Context) => {
  const { cluster, seconds } = context
  const field = createField<Subject>(context, 'list')
  const served = async (server: ListServer, url: string, data: Data, who: string): Promise<Subject> => {
    const callers = await checkLists(server, url, data)
    const size = callers.reduce((sum, caller) => sum + caller.expected.length, 0) / callers.length
    return {
      who,
      note: `${figure(size / 1000)} kB; only own company's rows; every answer compared`,
      ask: (rate) => askOverHttp(server.port, callers, seconds, rate),
    }
  }
  const [small, large] = sizes(context)
  const data = dataOf(small)
  for (const rows of [small, large]) {
    await field.add(ours(rows), async () => {
      const own = rows === small ? data : dataOf(rows)
      const server = await startListGatehouse(cluster, own, `gatehouse_list_${rows}`)
      const subject = await served(server, server.url, own, ours(rows))
      if (!hasPgbench()) {
        field.failed.push(voided('list', limit(rows), new Error('pgbench is not on this machine')))
        return [subject]
      }
      return [subject, bare(limit(rows), server.url, server.companyIds, seconds)]
    })
  }
  await field.add('Parse Server', async () => {
    const server = await startParseServer(cluster, data)
    return [await served(server, cluster.url('parse'), data, server.name)]
  })
  await field.add('Directus', async () => {
    const servers = await startDirectus(cluster, data)
    const both: Subject[] = []
    for (const server of servers) both.push(await served(server, cluster.url('directus'), data, server.name))
    return both
  })
  return field
}

const askOverHttp = async (
  port: number,
  callers: Job['callers'],
  seconds: number,
  rate?: number,
): Promise<Answered> => {
  // At a rate, more connections than the server can be busy with: a slow answer must not hold back the next question.
  const job: Job = { port, callers, connections: rate === undefined ? connections : 4 * connections, seconds, rate }
  const loader = await launch('http-loader.ts', job, report)
  try {
    const { answered, wrong, firstWrong, seconds: took, latency, loaderCpu } = await loader.go()
    if (wrong > 0) throw new Error(`${wrong} of ${answered} answers were wrong: ${firstWrong}`)
    return { perSecond: answered / took, p99: latency.p99, loader: loaderCpu }
  } finally {
    await loader.stop()
  }
}

const bare = (who: string, url: string, companyIds: readonly string[], seconds: number): Subject => ({
  who,
  note: 'the same statement, prepared, by pgbench: the limit',
  ask: async (rate) => {
    const { perSecond, latency } = await runPgbench(url, companyIds, connections, seconds, rate)
    return { perSecond, p99: latency.p99 }
  },
})

const reachOf = (rows: readonly Row[], [small, large]: readonly [number, number]): Reach[] => {
  const rate = (who: string) => medianOf(rows.find((row) => row.who.startsWith(who)))
  const mine = rows.find((row) => row.who === ours(small))
  const p99 = mine?.p99?.length ? median(mine.p99) : Number.NaN
  return [
    atLeast('list: at least 3 x Parse Server', rate(ours(small)) / rate('parse-server'), 3, 'x'),
    atLeast('list: at least 15 x Directus', rate(ours(small)) / rate('directus'), 15, 'x'),
    atMost(`list: p99 at ${steadyRate} requests a second at most 10 ms`, p99, 10, 'ms'),
    atMost('list: ten times the rows cost at most 1.1 x', rate(ours(small)) / rate(ours(large)), 1.1, 'x'),
    atLeast('list: share of what PostgreSQL alone answers', rate(ours(small)) / rate(limit(small)), 0.1, 'x'),
  ]
}
