// Scenario: 3,000 dashboards on one node, from a detector's publish to the last of their sockets; beside Socket.IO with
// nothing before it and nothing behind it, in turns.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, createField, takeTurns } from './context.ts'
import { launch } from './load.ts'
import { bareSource, gatehouseSource, type Source } from './pixel-sources.ts'
import { atMost, type Outcome, type Row, voided } from './kit/results.ts'
import { type Job, report, type Report } from './socket-job.ts'
import { median } from './kit/stats.ts'

// Five readings a second: at fifty the loader, which has one core, would measure itself.
const everyMs = 200

export const sockets = async (context: Context): Promise<Outcome> => {
  const field = createField<Source>(context, 'sockets')
  const crowd = context.quick ? 300 : 3000
  await field.add('Gatehouse', async () => [await gatehouseSource(context.cluster, undefined, everyMs)])
  await field.add('bare Socket.IO', async () => [await bareSource(everyMs)])
  context.log(`sockets: ${crowd} at a time, taking turns`)
  const turns = await takeTurns(field.subjects, context.rounds, (one) => turn(one, crowd, context.seconds), 1)
  const rows = turns.map(({ subject, results }) => rowOf(subject, crowd, results))
  const p99Of = (who: string) => {
    const all = rows.find((row) => row.who.startsWith(who))?.p99 ?? []
    return all.length > 0 ? median(all) : Number.NaN
  }
  const times = p99Of('Gatehouse') / p99Of('bare')
  const goal = `sockets: p99 with ${crowd.toLocaleString('en-US')} at most 3 times that of bare Socket.IO`
  return { rows: [...rows, ...field.failed], reach: [atMost(goal, times, 3, 'times')] }
}

const turn = async (source: Source, crowd: number, seconds: number): Promise<Report> => {
  const { address, base, token, strangerToken } = source
  const job: Job = { address, sockets: crowd, seconds: seconds + 1, base, token, strangerToken }
  source.talk()
  const loader = await launch('socket-loader.ts', job, report)
  try {
    const hush = async () => {
      await sleep(seconds * 1000)
      await source.hush()
    }
    const [measured] = await Promise.all([loader.go(), hush()])
    if (measured.deliveries === 0) throw new Error('nothing was heard')
    if (measured.leaked) throw new Error(`${measured.leaked} readings reached another company`)
    if (measured.behind) throw new Error(`${measured.behind} sockets did not hear the last values`)
    return measured
  } finally {
    await source.hush()
    await loader.stop()
  }
}

const rowOf = ({ who, note }: Source, crowd: number, results: Report[] | Error): Row => {
  const named = `${who}, ${crowd.toLocaleString('en-US')} sockets`
  if (!Array.isArray(results)) return voided('sockets', named, results)
  return {
    scenario: 'sockets',
    who: named,
    unit: 'ms',
    rounds: results.map(({ latency }) => latency.p50),
    better: 'less',
    p99: results.map(({ latency }) => latency.p99),
    loader: results.map(({ loaderCpu }) => loaderCpu),
    note: note.replace(', two frames', ''),
  }
}
