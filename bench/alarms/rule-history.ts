// Scenario: rule history. How long it takes to try a rule of every kind against 90 days of the demo building, and to read
// what is shown of its alarms.
import { csrfToken } from '@gatehouse/contract/identity/auth'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { signIn, startGatehouse } from '../gatehouse.ts'
import { atMost, type Outcome, type Reach, type Row, voided } from '../kit/results.ts'
import { percentile } from '../kit/stats.ts'

const email = 'admin@gatehouse.example'
const password = 'Gatehouse#2026'
const runs = 20
const days = 90

const none = { onDelaySeconds: 0, offDelaySeconds: 0 }
const ofGas = { measure: 'gas.CO', comparison: 'above' } as const

const combined = ['door-held-open', 'door-forced-open', 'camera-offline', 'counter-offline']

const kinds = (scheduleId: string, ruleIds: readonly string[]) =>
  [
    [
      'threshold, CO at 35 ppm',
      { kind: 'threshold', ...ofGas, value: 35, hysteresis: 1.75, ...none, offDelaySeconds: 30 },
    ],
    [
      'threshold that is passed thousands of times',
      { kind: 'threshold', ...ofGas, value: 1.5, hysteresis: 0.1, ...none },
    ],
    ['rate, CO by 10 ppm within 5 min', { kind: 'rate', ...ofGas, change: 10, withinSeconds: 300, ...none }],
    ['rate, CO by 5 ppm within a day', { kind: 'rate', ...ofGas, change: 5, withinSeconds: 86_400, ...none }],
    ['state, door forced open', { kind: 'state', measure: 'door.forced-open', ...none }],
    ['state, door held open', { kind: 'state', measure: 'door.held-open', ...none }],
    ['state, offline', { kind: 'state', measure: 'device.offline', onDelaySeconds: 30, offDelaySeconds: 300 }],
    ['state, detector fault', { kind: 'state', measure: 'gas.fault', onDelaySeconds: 10, offDelaySeconds: 30 }],
    ['stale, no CO for 20 min', { kind: 'stale', measure: 'gas.CO', seconds: 1200 }],
    ['outside a schedule, refused', { kind: 'outside-schedule', measure: 'door.refused', scheduleId }],
    ['repeated, refused 5 times in 5 min', { kind: 'repeated', measure: 'door.refused', times: 5, withinSeconds: 300 }],
    [
      'combination, two of four rules in one zone',
      { kind: 'combination', ruleIds, atLeast: 2, within: 'zone', ...none },
    ],
  ] as const

type Headers = Readonly<Record<string, string>>

const tried = z.object({ count: z.int(), without: z.null() })

export const ruleHistory = async ({ cluster, log }: Context): Promise<Outcome> => {
  log('rule history: writing 90 days of the demo building')
  const url = await cluster.create('gatehouse_rules')
  const { address } = await startGatehouse({ url, name: 'gatehouse_rules', demo: true })
  const token = await signIn(address, email, password)
  const bearer = { authorization: `Bearer ${token}` }
  const ask = async (path: string, change?: { readonly headers: Headers; readonly body: string }): Promise<unknown> => {
    const headers = { ...bearer, ...change?.headers }
    const answer = await fetch(`${address}/api${path}`, {
      ...(change && { method: 'POST', body: change.body }),
      headers,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
    return answer.json()
  }
  const changing = await headersOfChange(address, bearer)
  const { schedules } = z
    .object({ schedules: z.array(z.object({ id: z.string() })).min(1) })
    .parse(await ask('/schedules'))
  const { rules: known } = z
    .object({ rules: z.array(z.object({ id: z.string(), preset: z.string().nullable() })) })
    .parse(await ask('/alarm-rules'))
  const ruleIds = known.flatMap(({ id, preset }) => (combined.some((one) => one === preset) ? id : []))
  const scope = { siteIds: [], zoneIds: [], labelIds: [], kinds: [], deviceIds: [] }
  const rules: Row[] = []
  for (const [who, condition] of kinds(schedules[0]?.id ?? '', ruleIds)) {
    log(`rule history: ${who}`)
    rules.push(
      await timed(`test against ${days} days: ${who}`, async () => {
        const { count } = tried.parse(
          await ask('/alarm-rules/test', {
            headers: changing,
            body: JSON.stringify({ condition, scope, days }),
          }),
        )
        return `would have raised ${count.toLocaleString('en-US')}`
      }),
    )
  }
  const pages: Row[] = []
  const ago = (n: number) => new Date(Date.now() - n * 86_400_000).toISOString()
  for (const [who, path] of [
    ['first page of the open alarms', '/alarms?limit=50'],
    ['first page of all alarms', '/alarms?state=any&limit=50'],
    ['counts of the desk', '/alarms/counts'],
    ['alarm health of 7 days', `/alarm-health?from=${ago(7)}&to=${ago(0)}`],
    ['alarm health of 30 days', `/alarm-health?from=${ago(30)}&to=${ago(0)}`],
    ['alarm health of 90 days', `/alarm-health?from=${ago(90)}&to=${ago(0)}`],
    ['shift log', '/shift-notes'],
    ['who is on call', `/on-call/shifts?from=${ago(7)}&to=${ago(-7)}`],
  ] as const)
    pages.push(
      await timed(who, async () => {
        await ask(path)
        return '90 days of the demo building'
      }),
    )
  return {
    rows: [...rules, ...pages],
    reach: [
      worstOf('rule history: a rule of any kind tried against 90 days, p95 at most 2 s', rules, 2000),
      worstOf('rule history: what is shown of alarms, p95 at most 150 ms', pages, 150),
    ],
  }
}

const headersOfChange = async (address: string, bearer: Headers): Promise<Headers> => {
  const answer = await fetch(`${address}/api/auth/csrf-token`, { headers: bearer })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { csrfToken: token } = csrfToken.output.parse(await answer.json())
  return { 'content-type': 'application/json', 'x-csrf-token': token, cookie }
}

/** After one run to warm up, not counted. */
const timed = async (who: string, once: () => Promise<string>): Promise<Row> => {
  try {
    const rounds: number[] = []
    let note = ''
    for (let run = 0; run <= runs; run++) {
      const began = performance.now()
      note = await once()
      if (run > 0) rounds.push(performance.now() - began)
    }
    return {
      scenario: 'rule history',
      who,
      unit: 'ms',
      rounds,
      better: 'less',
      note: `p95 of ${runs} runs ${p95(rounds).toFixed(0)} ms; ${note}`,
    }
  } catch (error) {
    return voided('rule history', who, error)
  }
}

const p95 = (rounds: readonly number[]) => percentile(rounds, 0.95)

const worstOf = (goal: string, rows: readonly Row[], most: number): Reach =>
  atMost(
    goal,
    rows.some((row) => row.void) ? Number.NaN : Math.max(...rows.map(({ rounds }) => p95(rounds))),
    most,
    'ms',
  )
