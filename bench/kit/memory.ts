// Scenario: what the server's process holds in memory, quiet and under load; PostgreSQL beside it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { freshDataDir, startGatehouse } from '../gatehouse.ts'
import { sendTo, startIngestGatehouse } from '../ingest-gatehouse.ts'
import { ownMb, residentMb } from './processes.ts'
import { atMost, medianOf, type Outcome, type Row } from './results.ts'

const row = (who: string, rounds: number[], note: string): Row => ({
  scenario: 'memory',
  who,
  unit: 'MB',
  rounds,
  better: 'less',
  note,
})

export const memory = async (context: Context): Promise<Outcome> => {
  context.log('memory: quiet')
  const rows = [...(await idle(context)), ...(await loaded(context))]
  const quiet = rows.find(({ who }) => who === 'the server, idle')
  return { rows, reach: [atMost('memory: the server idle at most 150 MB', medianOf(quiet), 150, 'MB')] }
}

const idle = async ({ quick }: Context): Promise<Row[]> => {
  const dataDir = freshDataDir('memory')
  const gatehouse = await startGatehouse({ demo: true, dataDir, name: 'memory' })
  const seconds = quick ? 10 : 60
  await sleep(seconds * 1000)
  const server: number[] = []
  const database: number[] = []
  for (let i = 0; i < 5; i++) {
    server.push(residentMb(gatehouse.running.pid))
    database.push(ownMb(postmasterOf(dataDir)))
    await sleep(1000)
  }
  await gatehouse.running.stop()
  return [
    row('the server, idle', server, `demo building running, ${seconds} s after the start; resident`),
    row('PostgreSQL beside it', database, 'all of its processes, shared pages counted once'),
  ]
}

const loaded = async (context: Context): Promise<Row[]> => {
  const { cluster, seconds, rounds } = context
  context.log('memory: under load')
  const gatehouse = await startIngestGatehouse(cluster)
  const peaks: number[] = []
  for (let round = 0; round < rounds; round++) {
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, residentMb(gatehouse.running.pid))
    }, 250)
    await sendTo(gatehouse, { seconds }).finally(() => clearInterval(watch))
    peaks.push(peak)
  }
  const database = ownMb(cluster.running.pid)
  return [
    row('the server, loaded', peaks, 'peak while 1,000 devices publish as fast as they are acknowledged'),
    row('PostgreSQL beside it, loaded', [database], 'all of its processes, shared pages counted once'),
  ]
}

const postmasterOf = (dataDir: string): number => {
  const [path] = globSync('postgres/**/postmaster.pid', { cwd: dataDir })
  if (path === undefined) throw new Error('PostgreSQL has left no postmaster.pid')
  return Number(readFileSync(join(dataDir, path), 'utf8').split('\n')[0])
}
