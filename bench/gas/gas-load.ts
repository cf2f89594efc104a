// Scenario: gas load. Ten thousand channels, each with a reading a second, offered evenly and with one unacknowledged message
// per device: how late they are acknowledged, and that none is lost, while alarm rules and averages are kept up with them.
import { setTimeout as sleep } from 'node:timers/promises'
import { exposureChannels } from '@gatehouse/contract/building/wire'
import { count } from '../cluster.ts'
import type { Context } from '../context.ts'
import { startInWorld } from '../gatehouse.ts'
import { atLeast, atMost, type Outcome, type Reach, type Row, voided } from '../kit/results.ts'
import { median } from '../kit/stats.ts'
import { launch } from '../load.ts'
import { type Report, report } from '../mqtt-job.ts'
import type { Device } from '../world.ts'

const channels = [
  { channel: 'CO', unit: 'ppm', about: 2 },
  { channel: 'H2S', unit: 'ppm', about: 0.5 },
  { channel: 'O2', unit: '%vol', about: 20.9 },
  { channel: 'LEL', unit: '%LEL', about: 0.5 },
  { channel: 'CO2', unit: '%vol', about: 0.06 },
  { channel: 'NO2', unit: 'ppm', about: 0.1 },
  { channel: 'SO2', unit: 'ppm', about: 0.1 },
  { channel: 'NH3', unit: 'ppm', about: 1 },
  { channel: 'temperature', unit: 'degC', about: 21 },
  { channel: 'humidity', unit: '%RH', about: 45 },
] as const
const size = { role: 'guard', companies: 20, doors: 2, detectors: 50, people: 5 } as const
const perSecond = 10_000
const who = '10,000 channels, one reading a second each'

export const gasLoad = async (context: Context): Promise<Outcome> => {
  const { cluster, quick, log } = context
  log('gas load: preparing')
  const { url, gatehouse, companies } = await startInWorld(cluster, 'gatehouse_gas_load', size)
  await rulesThere(url, companies.length)
  // The server learns of new devices and credentials by itself.
  await sleep(1000)
  const devices = companies.flatMap(({ detectors }) => detectors)
  const roundSeconds = quick ? 10 : context.seconds
  const loaderFor = (length: number) =>
    launch(
      'mqtt-loader.ts',
      {
        port: gatehouse.mqttPort,
        devices: devices.map(({ key, username, password }) => ({ key, username, password })),
        window: 1,
        rate: perSecond,
        seconds: length,
        channels,
      },
      report,
    )
  const warmUp = await loaderFor(Math.min(roundSeconds, 10))
  await warmUp.go()
  await warmUp.stop()
  const loader = await loaderFor(roundSeconds)
  const rows: Row[] = []
  const reach: Reach[] = []
  try {
    const measured = await turns(quick ? 1 : context.rounds, async () => {
      const one = await loader.go()
      await checkStored(url, devices, one)
      return one
    })
    const p99 = measured.map(({ latency }) => latency.p99)
    const rounds = measured.map(({ acknowledged, seconds }) => acknowledged / seconds)
    rows.push({
      scenario: 'gas-load',
      who,
      unit: 'rows/s',
      rounds,
      better: 'more',
      p99,
      loader: measured.map(({ loaderCpu }) => loaderCpu),
      note: 'every acknowledged reading stored once, rollups and averages right; 23 rules in force in each company; p99 of the acknowledgement since it was due',
    })
    reach.push(
      atMost('gas load: p99 of the acknowledgement, at most 250 ms', median(p99), 250, 'ms'),
      atLeast('gas load: readings a second, at least 9,900', median(rounds), 9900, 'rows/s'),
    )
  } catch (error) {
    rows.push(voided('gas-load', who, error))
  } finally {
    await loader.stop()
  }
  return { rows, reach }
}

const turns = async <T>(rounds: number, turn: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  while (all.length < rounds) all.push(await turn())
  return all
}

/** The server gives every company its rules. */
const rulesThere = async (url: string, companies: number): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if ((await count(url, 'select count(distinct company_id) from alarm_rule', [])) >= companies) return
    await sleep(100)
  }
  throw new Error('the companies have no alarm rules')
}

const checkStored = async (url: string, devices: readonly Device[], measured: Report): Promise<void> => {
  if (measured.acknowledged !== measured.sent)
    throw new Error(`${measured.sent - measured.acknowledged} were never acknowledged`)
  const keys = devices.map(({ key }) => key)
  const missing = await count(
    url,
    `with expected as (
       select d.id as device_id, $3 || '-' || i as message_id
       from unnest($1::text[], $2::int[]) e (key, n) join device d using (key), generate_series(0, e.n - 1) i)
     select count(*) from expected e where not exists (
       select from message m where m.device_id = e.device_id and m.message_id = e.message_id)`,
    [keys, measured.perDevice, measured.tag],
  )
  if (missing > 0) throw new Error(`${missing} acknowledged messages are not stored`)
  const stored = await count(url, 'select count(*) from gas_reading where received_at >= $1', [
    new Date(measured.startedAt),
  ])
  if (stored !== measured.sent) throw new Error(`${measured.sent} sent, ${stored} readings stored`)
  const alarms = await count(url, 'select count(*) from alarm where severity <> $1', ['none'])
  if (alarms > 0) throw new Error(`${alarms} alarms, though every value is normal`)
  await becomes(0, 'the rollups do not add up to the readings', () =>
    count(url, 'select (select count(*) from gas_reading) - (select coalesce(sum(count + faults), 0) from gas_minute)'),
  )
  // Of all that people breathe in, and with no gap where a reading came each second.
  const end = new Date(measured.startedAt + measured.seconds * 1000)
  await becomes(0, 'the averages do not reach the last full minute', () =>
    count(
      url,
      `select (select count(*) from gas_latest where channel = any ($1))
         - (select count(*) from gas_exposure where until >= date_trunc('minute', $2::timestamptz))`,
      [[...exposureChannels], end],
    ),
  )
  const gaps = await count(
    url,
    `select count(*) from gas_exposure_minute
     where at >= $1::timestamptz and at + interval '1 min' <= $2::timestamptz and measured <> 60000`,
    [new Date(measured.startedAt + 1000), end],
  )
  if (gaps > 0) throw new Error(`${gaps} minutes were measured with gaps`)
}

const becomes = async (wanted: number, otherwise: string, counted: () => Promise<number>): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if ((await counted()) === wanted) return
    await sleep(100)
  }
  throw new Error(otherwise)
}
