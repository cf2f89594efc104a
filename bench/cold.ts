// Scenario: how long after the command the product answers that it is ready, with the demo building in its store.
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../scripts/free-port.ts'
import { type Context, takeTurns } from './context.ts'
import { asStarted, freshDataDir, repository } from './gatehouse.ts'
import { answers, start, until } from './kit/processes.ts'
import { atMost, medianOf, type Outcome, type Row, voided } from './kit/results.ts'

interface Subject {
  readonly who: string
  readonly note: string
  readonly command: readonly [string, ...string[]]
  readonly dataDir: string
  /** Begins with nothing stored. */
  readonly fresh?: boolean
}

const again = 'the server alone, second start'
const whole = 'npm start, second time'
const first = 'the server alone, first start'
const seeding = 'of it, from the empty store to 90 days of history'

export const cold = async (context: Context): Promise<Outcome> => {
  const dataDir = freshDataDir('cold')
  const subjects: Subject[] = [
    { who: again, note: 'embedded PostgreSQL, 90 days of the demo building', command: asStarted.command, dataDir },
    { who: whole, note: 'the same, with its checks that nothing has changed', command: ['npm', 'start'], dataDir },
    {
      who: first,
      note: 'makes the cluster, migrates, writes 90 days of history',
      command: asStarted.command,
      dataDir: freshDataDir('cold-first'),
      fresh: true,
    },
  ]
  context.log('cold start: taking turns')
  const seeded: number[] = []
  const timed = async (subject: Subject) => {
    const { seconds, log } = await once(subject)
    const ms = /"seededInMs":(\d+)/.exec(log)?.[1]
    if (ms !== undefined) seeded.push(Number(ms) / 1000)
    return seconds
  }
  const turns = await takeTurns(subjects, context.rounds, timed, 1)
  const rows = turns.map(
    ({ subject: { who, note }, results }): Row =>
      Array.isArray(results)
        ? { scenario: 'cold start', who, unit: 's', rounds: results, better: 'less', note }
        : voided('cold start', who, results),
  )
  const of = (who: string) => medianOf(rows.find((row) => row.who === who))
  // Without the warm-up round, which is uncounted everywhere.
  const rounds = seeded.slice(1)
  rows.push({
    scenario: 'cold start',
    who: seeding,
    unit: 's',
    rounds,
    better: 'less',
    note: 'as the server says; the past is told while the store is being made, and rolled up',
  })
  return {
    rows,
    reach: [
      atMost('cold start: second npm start at most 2 s', of(whole), 2, 's'),
      atMost('cold start: the server alone at most 1 s (aim)', of(again), 1, 's'),
      atMost('cold start: 90 days of demo history seeded in at most 3 s', of(seeding), 3, 's'),
    ],
  }
}

/** Seconds from the command to the first 200 of /api/health, and what was logged meanwhile. */
const once = async ({ command: [program, ...args], dataDir, fresh }: Subject) => {
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  const ports = { PORT: String(port), MQTT_PORT: String(await freePort()) }
  const env = { ...asStarted.env, ...ports, DATA_DIR: dataDir, DEMO: 'on', NODE_ENV: '', LOG_LEVEL: 'info' }
  const healthy = answers(`http://127.0.0.1:${port}/api/health`)
  const started = performance.now()
  const running = start(program, args, { name: 'cold', cwd: repository, env })
  const before = statSync(running.log).size
  try {
    await until(running, 300, healthy, 5)
    return { seconds: (performance.now() - started) / 1000, log: readFileSync(running.log, 'utf8').slice(before) }
  } finally {
    await running.stop()
    // npm is gone before what it started: the next start must not find PostgreSQL still running.
    while (globSync('postgres/**/postmaster.pid', { cwd: dataDir }).some((path) => existsSync(join(dataDir, path))))
      await sleep(50)
  }
}
