// Scenario: a detector goes above its set point. From its publish to the alarm on the screen of a desk, and to the push
// service of a guard's browser; one alarm after the other, by the rules that every company begins with.
import { setTimeout as sleep } from 'node:timers/promises'
import { count, run } from '../cluster.ts'
import type { Context } from '../context.ts'
import { post, signIn, startInWorld } from '../gatehouse.ts'
import { launchChromium, signInByForm } from '../kit/chromium.ts'
import { connectDetectors, type Detectors } from '../kit/detectors.ts'
import { atMost, type Outcome, type Reach, type Row, voided } from '../kit/results.ts'
import { createHistogram, median, type Spread } from '../kit/stats.ts'
import { openPushService, type PushService } from './push-service.ts'
import { watchAlarms, type WatchedAlarms } from './watched-alarms.ts'

const detectors = 100
/** Above the high set point of carbon monoxide, below the one that is critical: one alarm each. */
const high = { channel: 'CO', unit: 'ppm', value: 50, quality: 'good' } as const
/** Much longer than any goal. */
const patienceMs = 10_000
const pauseMs = 50

interface Round {
  readonly pixel: Spread
  readonly push: Spread
}

export const alarmDelivery = async (context: Context): Promise<Outcome> => {
  try {
    const rounds = await measure(context)
    const rows = [
      rowOf(
        'reading to the alarm on the screen',
        rounds.map(({ pixel }) => pixel),
      ),
      rowOf(
        'reading to the push service',
        rounds.map(({ push }) => push),
      ),
    ]
    return { rows, reach: reachOf(rows) }
  } catch (error) {
    return { rows: [voided('alarm-delivery', 'Gatehouse', error)], reach: reachOf([]) }
  }
}

const measure = async ({ cluster, rounds, quick, log }: Context): Promise<Round[]> => {
  log('alarm-delivery: preparing Gatehouse')
  const size = { role: 'admin', companies: 1, doors: 14, detectors, people: 60 } as const
  const { url, gatehouse, companies, password } = await startInWorld(cluster, 'gatehouse_delivery', size, {
    env: { OUTBOUND_ALLOW: '127.0.0.1/32' },
  })
  const [company] = companies
  if (!company) throw new Error('no company')
  await sleep(1000)
  const push = await openPushService()
  const browser = await launchChromium()
  const wires = await connectDetectors(gatehouse.mqttPort, company.detectors)
  try {
    const token = await signIn(gatehouse.address, company.email, password)
    await post(gatehouse.address, token, '/api/push/subscriptions', push.subscription)
    const storageState = await signInByForm(browser, gatehouse, company.email, password)
    const page = await browser.newPage({ storageState, viewport: { width: 1600, height: 1200 } })
    const watched = await watchAlarms(page)
    const measured: Round[] = []
    log('alarm-delivery: raising alarms')
    // The first round warms up and is not counted.
    for (let round = 0; round <= rounds; round++) {
      await clear(url)
      await page.goto(`${gatehouse.address}/alarms`)
      await page.getByText('Nothing is in alarm').waitFor()
      await sleep(1000)
      const one = await takeRound({ wires, watched, push }, quick ? 20 : detectors)
      const stored = await count(url, 'select count(*) from alarm', [])
      if (stored !== (quick ? 20 : detectors)) throw new Error(`${stored} alarms are stored`)
      if (round > 0) measured.push(one)
    }
    return measured
  } finally {
    await wires.close()
    await browser.close()
    push.close()
  }
}

interface Ends {
  readonly wires: Detectors
  readonly watched: WatchedAlarms
  readonly push: PushService
}

const takeRound = async ({ wires, watched, push }: Ends, alarms: number): Promise<Round> => {
  const [pixel, handed] = [createHistogram(), createHistogram()]
  for (let n = 0; n < alarms; n++) {
    const both = Promise.all([watched.next(patienceMs), push.next(patienceMs)])
    const since = Date.now()
    await wires.publish(n, high)
    const [shownAt, pushedAt] = await both
    pixel.add(shownAt - since)
    handed.add(pushedAt - since)
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return { pixel: pixel.spread(), push: handed.spread() }
}

const clear = async (url: string) => {
  await run(url, 'delete from alarm', [])
  await run(url, 'delete from alarm_condition', [])
}

const rowOf = (who: string, spreads: readonly Spread[]): Row => ({
  scenario: 'alarm-delivery',
  who,
  unit: 'ms',
  rounds: spreads.map(({ p50 }) => p50),
  better: 'less',
  p99: spreads.map(({ p99 }) => p99),
  note: 'MQTT publish, COMMIT with the alarm, permission; each alarm stored once, shown and pushed',
})

const reachOf = ([pixel, push]: readonly Row[]): Reach[] => {
  const p99 = (row: Row | undefined) => (row?.p99 ? median(row.p99) : Number.NaN)
  return [
    atMost('alarm-delivery: reading to the alarm on the screen, p99 at most 100 ms', p99(pixel), 100, 'ms'),
    atMost('alarm-delivery: reading to the push service, p99 at most 500 ms', p99(push), 500, 'ms'),
  ]
}
