// Whether each device is online: by what it reports of itself, by its last will, by anything it sends, and by silence.
import { statusChanged } from '@gatehouse/contract/building/devices'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { type Directory, type KnownDevice, silenceMs } from '../devices/devices.ts'
import { type NewEvent, store as storeEvents } from '../../insight/events/events.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import type { Judge, Observation, Observe, Observed, Recorder } from '../../kit/recorders.ts'

export interface DeviceHealth {
  readonly recordStatuses: Recorder<'status'>
  /** Anything a device says proves that it is there; written down once a second. */
  seen(deviceId: string, at: Date): void
  /** A device's connection ended. */
  gone(deviceId: string, at: Date): Promise<void>
  stop(): Promise<void>
}

interface StatusReport {
  readonly deviceId: string
  readonly online: boolean
  readonly at: Date
  readonly battery?: number | null | undefined
  readonly signal?: number | null | undefined
  readonly firmware?: string | null | undefined
}

const writeEveryMs = 1000
// A run that takes or comes later than this says that the store, or this machine, stood still meanwhile.
const stillMs = 5000
// How soon a store that is away is noticed, at the latest; and how long it takes to answer everyone once it is back.
const noticedMs = 2000
const catchUpMs = 15_000
// What is polled once a minute is seen no more often; whoever polls it says sooner that it does not answer.
const polledSilenceMs = 2 * silenceMs

export const createDeviceHealth = (
  store: Store,
  bus: Bus,
  directory: Directory,
  judge: Judge,
  log: Logger,
): DeviceHealth => {
  const lastSeen = new Map<string, Date>()
  /** When each last said itself how it is: that is written down and told already, and as it said. */
  const statedAt = new Map<string, Date>()
  const started = clock.ms()
  let deafFrom = Infinity
  let deafUntil = started
  let lastTick = started

  // Whoever is not answered hangs up, and a last will says so; but it is we who were not there. Silence will tell.
  const isNews = ({ online, at }: StatusReport) =>
    online || at.getTime() < deafFrom || at.getTime() > deafUntil + catchUpMs

  // One statement for all the ways of knowing: upsert, and an event for each device that came or went.
  const write = async (
    tx: Pick<pg.Client, 'query'>,
    reports: readonly StatusReport[],
    observe: Observe,
  ): Promise<() => void> => {
    const newest = [
      ...new Map([...reports].sort((a, b) => a.at.getTime() - b.at.getTime()).map((s) => [s.deviceId, s])).values(),
    ]
    const was = await lockBefore(tx, newest)
    const { rows } = await tx.query<StatusRow>({ name: 'device-status', text: upsert, values: columnsOf(newest) })
    const known = rows.flatMap((row) => {
      const device = directory.byId(row.id)
      return device ? [{ row, device }] : []
    })
    const comings = known.filter(({ row }) => row.online !== was.get(row.id))
    const publishEvents = await storeEvents(
      tx,
      bus,
      comings.map(({ row, device }) => comingOrGoing(row, device)),
    )
    observe(
      comings.map(({ row, device }) => ({
        deviceId: device.id,
        measure: 'device.offline',
        value: !row.online,
        at: row.last_seen_at,
      })),
    )
    return () => {
      for (const { row, device } of known) {
        const { id, online, battery, signal, firmware } = row
        const lastSeenAt = row.last_seen_at.toISOString()
        bus.publish(statusChanged, device.companyId, {
          id,
          key: device.key,
          kind: device.kind,
          online,
          lastSeenAt,
          battery,
          signal,
          firmware,
        })
      }
      publishEvents()
    }
  }

  const writeDown = async (reports: readonly StatusReport[]) => {
    if (reports.length === 0) return
    const { publish, publishAlarms } = await inPoolTransaction(store.pool, async (tx) => {
      const observed: Observed[] = []
      return {
        publish: await write(tx, reports, (list) => observed.push(...list)),
        publishAlarms: await judge(tx, observed),
      }
    })
    publish()
    publishAlarms()
  }

  const silent = async (): Promise<StatusReport[]> => {
    if (clock.ms() - started < silenceMs) return []
    const { rows } = await store.pool.query<{ device_id: string; last_seen_at: Date }>(
      `select s.device_id, s.last_seen_at from device_status s join device d on d.id = s.device_id
       where s.online and s.last_seen_at < $1 and (d.driver not in ('modbus', 'bacnet') or s.last_seen_at < $2)`,
      [new Date(clock.ms() - silenceMs), new Date(clock.ms() - polledSilenceMs)],
    )
    // Going silent is not being seen: the time of the last word stays.
    return rows.map((row) => ({ deviceId: row.device_id, online: false, at: row.last_seen_at }))
  }

  const writeSeen = async () => {
    const seen = [...lastSeen].filter(([deviceId, at]) => isLater(at, statedAt.get(deviceId)))
    lastSeen.clear()
    try {
      await writeDown(seen.map(([deviceId, at]) => ({ deviceId, online: true, at })))
    } catch (error) {
      for (const [deviceId, at] of seen) if (!lastSeen.has(deviceId)) lastSeen.set(deviceId, at)
      throw error
    }
  }

  const tick = async () => {
    const now = clock.ms()
    if (now - lastTick > stillMs || !store.ready()) {
      if (now - deafUntil > catchUpMs || deafFrom === Infinity) deafFrom = lastTick - noticedMs
      deafUntil = now
    }
    lastTick = now
    if (!store.ready()) return
    await writeSeen()
    if (clock.ms() - now > stillMs) return
    // While the store was away nobody was heard: everyone gets the time to be heard again.
    if (now - deafUntil <= silenceMs) return
    await writeDown(await silent())
  }
  const loop = clock.every(writeEveryMs, tick, { log, failure: 'device health waits for the store' })

  return {
    async recordStatuses(tx, batch, observe) {
      const news = batch
        .map(({ device, message, receivedAt }) => ({ ...message, deviceId: device.id, at: receivedAt }))
        .filter(isNews)
      const publish = await write(tx, news, observe)
      observe(news.flatMap(measuredIn))
      return () => {
        for (const { deviceId, at } of news) statedAt.set(deviceId, at)
        publish()
      }
    },
    seen(deviceId, at) {
      if (isLater(at, statedAt.get(deviceId))) lastSeen.set(deviceId, at)
    },
    async gone(deviceId, at) {
      const reports = { deviceId, online: false, at }
      if (!isNews(reports)) return
      lastSeen.delete(deviceId)
      await writeDown([reports])
    },
    stop: loop.stop,
  }
}

/** What else a device reports of itself. */
const measuredIn = ({ deviceId, at, battery, signal }: StatusReport): Observation[] => [
  ...(typeof battery === 'number'
    ? [{ deviceId, measure: 'device.battery' as const, value: battery, unit: '%', at }]
    : []),
  ...(typeof signal === 'number' ? [{ deviceId, measure: 'device.signal' as const, value: signal, at }] : []),
]

const isLater = (at: Date, than: Date | undefined) => than === undefined || at.getTime() > than.getTime()

interface StatusRow {
  id: string
  online: boolean
  last_seen_at: Date
  battery: number | null
  signal: number | null
  firmware: string | null
}

const columnsOf = (reports: readonly StatusReport[]) => [
  reports.map((s) => s.deviceId),
  reports.map((s) => s.online),
  reports.map((s) => s.at),
  reports.map((s) => s.battery ?? null),
  reports.map((s) => s.signal ?? null),
  reports.map((s) => s.firmware ?? null),
]

// First and by itself: whoever else writes of these devices waits here, so that each change is noticed exactly once.
const lockBefore = async (
  tx: Pick<pg.Client, 'query'>,
  reports: readonly StatusReport[],
): Promise<Map<string, boolean>> => {
  const { rows } = await tx.query<{ device_id: string; online: boolean }>({
    name: 'device-status-before',
    text: 'select device_id, online from device_status where device_id = any ($1::uuid[]) order by device_id for update',
    values: [reports.map((s) => s.deviceId)],
  })
  return new Map(rows.map((row) => [row.device_id, row.online]))
}

const upsert = `
  insert into device_status as k (device_id, online, last_seen_at, battery, signal, firmware)
  select * from unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::float8[], $5::float8[], $6::text[])
    as t (device_id, online, at, battery, signal, firmware)
  order by device_id
  on conflict (device_id) do update set online = excluded.online,
    last_seen_at = excluded.last_seen_at, battery = coalesce(excluded.battery, k.battery),
    signal = coalesce(excluded.signal, k.signal), firmware = coalesce(excluded.firmware, k.firmware)
  where k.last_seen_at <= excluded.last_seen_at
  returning device_id as id, online, last_seen_at, battery, signal, firmware`

const comingOrGoing = (row: StatusRow, device: KnownDevice): NewEvent => ({
  device,
  type: row.online ? 'device.online' : 'device.offline',
  severity: row.online ? 'information' : 'warning',
  at: row.last_seen_at,
  receivedAt: clock.now(),
  data: {},
})
