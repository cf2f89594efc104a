// Scenario: how long after the command the product answers that it is ready, with the demo building in its store.
import { existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, takeTurns } from './context.ts'
import { asStarted, freshDataDir, repository } from './gatehouse.ts'
import { answers, freePort, start, until } from './processes.ts'
import { atMost, medianOf, type Outcome, type Row, voided } from './results.ts'

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
  context.say('cold start: taking turns')
  const turns = await takeTurns(subjects, context.rounds, once, 1)
  const rows = turns.map(
    ({ subject: { who, note }, results }): Row =>
      Array.isArray(results)
        ? { scenario: 'cold start', who, unit: 's', rounds: results, better: 'less', note }
        : voided('cold start', who, results),
  )
  const of = (who: string) => medianOf(rows.find((row) => row.who === who))
  return {
    rows,
    reach: [
      atMost('cold start: second npm start at most 2 s', of(whole), 2, 's'),
      atMost('cold start: the server alone at most 1 s (aim)', of(again), 1, 's'),
      atMost('cold start: first start with demo history at most 3 s', of(first), 3, 's'),
    ],
  }
}

/** Seconds from the command to the first 200 of /api/health. */
const once = async ({ command: [program, ...args], dataDir, fresh }: Subject): Promise<number> => {
  if (fresh) rmSync(dataDir, { recursive: true, force: true })
  const port = await freePort()
  const ports = { PORT: String(port), MQTT_PORT: String(await freePort()) }
  const env = { ...asStarted.env, ...ports, DATA_DIR: dataDir, DEMO: 'on', NODE_ENV: '' }
  const healthy = answers(`http://127.0.0.1:${port}/api/health`)
  const started = performance.now()
  const running = start(program, args, { name: 'cold', cwd: repository, env })
  try {
    await until(running, 300, healthy, 5)
    return (performance.now() - started) / 1000
  } finally {
    await running.stop()
    // npm is gone before what it started: the next start must not find PostgreSQL still running.
    while (globSync('postgres/**/postmaster.pid', { cwd: dataDir }).some((path) => existsSync(join(dataDir, path))))
      await sleep(50)
  }
}
