// Our server with a thousand detectors, and the proof after each round that every acknowledged reading is stored once.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, count } from './cluster.ts'
import { type Gatehouse, startInWorld } from './gatehouse.ts'
import { launch } from './load.ts'
import { type Job, type Report, report } from './mqtt-job.ts'
import type { Device } from './world.ts'

// Unacknowledged messages per device: a building that comes back after a cut and empties its buffers.
const windowPerDevice = 20

export interface IngestGatehouse extends Gatehouse {
  readonly url: string
  readonly detectors: readonly Device[]
}

export const startIngestGatehouse = async (cluster: Cluster, name = 'gatehouse_ingest'): Promise<IngestGatehouse> => {
  const size = { role: 'guard', companies: 20, doors: 2, detectors: 50, people: 5 } as const
  const { url, gatehouse, companies } = await startInWorld(cluster, name, size)
  // The server hears of new devices and credentials by itself.
  await sleep(1000)
  const detectors = companies.flatMap((company) => company.detectors)
  return { ...gatehouse, url, detectors }
}

/** Sends for a while and checks what is stored; throws when that is not exactly what was acknowledged. */
export const sendTo = async (
  gatehouse: IngestGatehouse,
  how: Partial<Job>,
): Promise<{ perSecond: number; p99: number; loader: number }> => {
  const loader = await launch('mqtt-loader.ts', jobFor(gatehouse.mqttPort, gatehouse.detectors, how), report)
  try {
    const measured = await loader.go()
    await checkStored(gatehouse, measured)
    return {
      perSecond: measured.acknowledged / measured.seconds,
      p99: measured.latency.p99,
      loader: measured.loaderCpu,
    }
  } finally {
    await loader.stop()
  }
}

export const jobFor = (port: number, devices: readonly Device[], how: Partial<Job>): Job => ({
  port,
  devices: devices.map(({ key, username, password }) => ({ key, username, password })),
  window: windowPerDevice,
  ...how,
})

/** Throws with what is wrong; resolves when ids, readings, latest values and rollups are all exactly right. */
const checkStored = async ({ url, detectors }: IngestGatehouse, measured: Report): Promise<void> => {
  if (measured.acknowledged !== measured.sent)
    throw new Error(`${measured.sent - measured.acknowledged} were never acknowledged`)
  const keys = detectors.map((d) => d.key)
  const missing = await count(
    url,
    `${expected} select count(*) from expected e where not exists (
      select from message m where m.device_id = e.device_id and m.message_id = e.message_id)`,
    [keys, measured.perDevice, measured.tag],
  )
  if (missing > 0) throw new Error(`${missing} acknowledged messages are not stored`)
  const readings = await count(
    url,
    'select count(distinct (device_id, value)) * 2 - count(*) from gas_reading where received_at >= $1',
    [new Date(measured.startedAt)],
  )
  if (readings !== measured.sent) throw new Error(`${measured.sent} sent, ${readings} readings stored once`)
  const stale = await count(
    url,
    `select count(*) from unnest($1::text[], $2::int[]) e (key, n) join device d using (key)
     left join gas_latest l on l.device_id = d.id where e.n > 0 and l.value is distinct from e.n - 1`,
    [keys, measured.perDevice],
  )
  if (stale > 0) throw new Error(`${stale} devices do not show their latest value`)
  for (let tries = 0; tries < 300; tries++) {
    const behind = await count(
      url,
      'select (select count(*) from gas_reading) - (select coalesce(sum(count + faults), 0) from gas_minute)',
    )
    if (behind === 0) return
    await sleep(100)
  }
  throw new Error('the rollups do not add up to the readings')
}

const expected = `with expected as (
  select d.id as device_id, $3 || '-' || i as message_id
  from unnest($1::text[], $2::int[]) e (key, n) join device d using (key), generate_series(0, e.n - 1) i)`
