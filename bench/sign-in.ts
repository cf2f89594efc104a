// Scenario: signing in. Against argon2id alone on the same core; beside it, what a flood of sign-ins does to everybody
// else, and whether the time of a refusal tells which addresses have an account.
import { hash } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { run } from './cluster.ts'
import { type Context, takeTurns } from './context.ts'
import { signIn, startGatehouse } from './gatehouse.ts'
import { type Job as ListJob, report as listReport } from './http-job.ts'
import { launch } from './load.ts'
import { loaderCpu, serverCpu } from './kit/processes.ts'
import { atLeast, atMost, figure, medianOf, type Outcome, type Row, voided } from './kit/results.ts'
import { report, type Job } from './sign-in-job.ts'
import { median } from './kit/stats.ts'
import { writeWorld } from './world.ts'

const password = 'Correct horse 7!'
const people = 200
/** As the server does on one core. */
const atOnce = 1
const connections = 8
/** Calls of other people per second beside the flood. */
const othersRate = 100

export const signInScenario = async (context: Context): Promise<Outcome> => {
  const { cluster, rounds, seconds, log } = context
  log('sign-in: preparing')
  const url = await cluster.create('gatehouse_sign_in')
  const gatehouse = await startGatehouse({ url, name: 'gatehouse_sign_in' })
  const emails = await writePeople(url)
  const accounts = emails.map((email) => ({ email, password, right: true }))
  const flood = (time: number): Job => ({ address: gatehouse.address, accounts, connections, seconds: time })
  const others = await listJob(url, gatehouse.address, gatehouse.port, seconds)

  log('sign-in: as many as it takes')
  const subjects = [
    { who: 'Gatehouse', go: async () => perSecond(await sign(flood(seconds))) },
    { who: 'argon2id alone', go: () => hashAlone(seconds) },
  ]
  const [ours, alone] = await takeTurns(subjects, rounds, ({ go }) => go())
  log('sign-in: everybody else meanwhile')
  const calls = await takeTurns(
    [
      { who: 'calm', go: () => ask(others) },
      {
        who: 'flood',
        go: async () => {
          const flooding = sign(flood(seconds + 2))
          const p99 = await ask(others)
          await flooding
          return p99
        },
      },
    ],
    rounds,
    ({ go }) => go(),
  )
  log('sign-in: known and unknown addresses')
  const measured = await timingDifference(gatehouse.address, emails, context.quick ? 200 : 2000)

  const rateRow = (who: string, results: number[] | Error | undefined, note: string): Row =>
    Array.isArray(results)
      ? { scenario: 'sign-in', who, unit: 'per second', rounds: results, better: 'more', note }
      : voided('sign-in', who, results)
  const p99Row = (who: string, results: number[] | Error | undefined, note: string): Row =>
    Array.isArray(results)
      ? { scenario: 'sign-in', who, unit: 'ms', rounds: results, better: 'less', note }
      : voided('sign-in', who, results)
  const [calm, flooded] = calls
  const rows = [
    rateRow('Gatehouse', ours?.results, 'token and user of every answer checked; hashing, session and user included'),
    rateRow('argon2id alone', alone?.results, '19 MiB, t=2, p=1, one after another on the same core: the limit'),
    p99Row('others’ calls, calm', calm?.results, `p99 of ${othersRate} lists a second, every answer compared`),
    p99Row(
      'others’ calls, in a flood',
      flooded?.results,
      `the same while ${connections} connections sign in without a pause`,
    ),
    {
      scenario: 'sign-in',
      who: 'known or unknown?',
      unit: 'of 1',
      rounds: [measured.advantage],
      better: 'less' as const,
      note: `${measured.samples} refusals: how much better than a coin their time tells which address has an account; medians ${figure(measured.known)} and ${figure(measured.unknown)} ms`,
    },
  ]
  const p99 = (row: Row | undefined) => medianOf(row)
  return {
    rows,
    reach: [
      atLeast('sign-in: share of argon2id alone', medianOf(rows[0]) / medianOf(rows[1]), 0.8, 'x'),
      atMost('sign-in: others’ p99 during a flood, against calm', p99(rows[3]) / p99(rows[2]), 2, 'x'),
      // Three times the spread of chance with so many samples.
      atMost('sign-in: time tells nothing of an address', measured.advantage, measured.chance, ''),
    ],
  }
}

const writePeople = async (url: string): Promise<string[]> => {
  const companyId = randomUUID()
  await run(url, `insert into company (id, name, time_zone) values ($1, 'Bench sign-in', 'UTC')`, [companyId])
  const emails = Array.from({ length: people }, (_, n) => `person${n}@bench.example`)
  await run(
    url,
    `insert into users (id, company_id, email, first_name, last_name, password_hash, verified, permissions)
     select gen_random_uuid(), $1, email, 'Ada', 'Okafor', $2, true, '{read_profile}' from unnest($3::text[]) email`,
    [companyId, await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }), emails],
  )
  return emails
}

const sign = async (job: Job) => {
  const loader = await launch('sign-in-loader.ts', job, report, loaderCpu)
  try {
    const results = await loader.go()
    if (results.wrong > 0)
      throw new Error(`${results.wrong} of ${results.answered} answers were wrong: ${results.firstWrong}`)
    return results
  } finally {
    await loader.stop()
  }
}

const perSecond = ({ answered, seconds }: { answered: number; seconds: number }) => answered / seconds

const hashAlone = async (seconds: number): Promise<number> => {
  const shape = z.object({ checks: z.int(), seconds: z.number() })
  const loader = await launch('argon2-alone.ts', { seconds, atOnce }, shape, serverCpu)
  try {
    const { checks, seconds: took } = await loader.go()
    return checks / took
  } finally {
    await loader.stop()
  }
}

const listJob = async (url: string, address: string, port: number, seconds: number): Promise<ListJob> => {
  const world = await writeWorld(url, { role: 'guard', companies: 1, doors: 5, people: 5, detectors: 0 })
  const token = await signIn(address, world.companies[0]?.email ?? '', world.password)
  const path = '/api/sites'
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await fetch(address + path, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return {
    port,
    callers: [{ path, headers, expected: await answer.text() }],
    connections: 32,
    seconds,
    rate: othersRate,
  }
}

const ask = async (job: ListJob): Promise<number> => {
  const loader = await launch('http-loader.ts', job, listReport)
  try {
    const { wrong, answered, firstWrong, latency } = await loader.go()
    if (wrong > 0) throw new Error(`${wrong} of ${answered} answers were wrong: ${firstWrong}`)
    return latency.p99
  } finally {
    await loader.stop()
  }
}

/** Half of the samples of addresses that have an account, in an order of chance, one at a time; wrong passwords all. */
const timingDifference = async (address: string, emails: readonly string[], samples: number) => {
  // Fewer failures each than lock an account.
  const tries = Math.ceil(samples / 2 / emails.length)
  if (tries > 9) throw new Error('too few accounts for so many samples')
  const mixed = emails
    .flatMap((email) => Array.from({ length: tries }, () => [email, `no-${email}`]).flat())
    .slice(0, samples)
    .map((email) => ({ email, password: 'wrong', right: false, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
  const { took } = await sign({
    address,
    accounts: mixed.map(({ email, right }) => ({ email, password: 'wrong', right })),
    connections: 1,
  })
  const known = took.filter((_, n) => !mixed[n]?.email.startsWith('no-'))
  const unknown = took.filter((_, n) => mixed[n]?.email.startsWith('no-'))
  // The chance that a refusal of a known address takes longer than one of an unknown: a half when time tells nothing.
  let longer = 0
  for (const a of known) for (const b of unknown) longer += a > b ? 1 : a === b ? 0.5 : 0
  const auc = longer / (known.length * unknown.length)
  const spread = Math.sqrt((known.length + unknown.length + 1) / (12 * known.length * unknown.length))
  return {
    samples: took.length,
    advantage: 2 * Math.abs(auc - 0.5),
    chance: 2 * 3 * spread,
    known: median(known),
    unknown: median(unknown),
  }
}
