// The history of gas channels: buckets out of rollups, and what is drawn beside them.
import type { Output } from '@gatehouse/contract/operation'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as gas from '@gatehouse/contract/safety/gas'
import { sql } from 'kysely'
import type { Directory, KnownDevice } from '../../building/devices/devices.ts'
import { type Db, isoRowsOf } from '../../db/pool.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { notFound } from '../../kit/errors.ts'
import { readAlarms, readOutOfService, readService } from './annotations.sql.ts'

type Stretches = Output<typeof gas.annotations>['setPoints']

export interface Span {
  readonly from: string
  readonly to: string
}

export interface HistoryParts {
  readonly db: Db
  readonly directory: Pick<Directory, 'byId'>
  /** What the set points of a channel were, from one moment to another. */
  setPointsAt(device: KnownDevice, channel: GasChannel, span: Span): Promise<Stretches>
}

export const serveHistory = (serve: Serve, { db, directory, setPointsAt }: HistoryParts) => {
  serve(gas.history, ({ deviceId, channel, ...span }) => readHistory(db, deviceId, channel, span))

  serve(gas.annotations, async ({ deviceId, channel, from, to }) => {
    const device = directory.byId(deviceId)
    if (device?.kind !== 'gas') throw notFound('This detector')
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const ids = [deviceId]
    const isOfChannel = (one: { readonly channel: string | null }) => one.channel === null || one.channel === channel
    const alarms = await readAlarms(db, ids, { ...span, channel, most: gas.mostAlarmsMarked + 1 })
    return {
      setPoints: span.from < span.to ? await setPointsAt(device, channel, span) : [],
      alarms: alarms.slice(0, gas.mostAlarmsMarked).map(({ fact }) => fact),
      hasMoreAlarms: alarms.length > gas.mostAlarmsMarked,
      service: (await readService(db, ids, span)).filter(isOfChannel).map(({ fact }) => fact),
      outOfService: (await readOutOfService(db, device.companyId, ids, span)).map(({ fact }) => fact),
    }
  })
}

/** In the buckets that suit the span. */
export const readHistory = async (
  db: Db,
  deviceId: string,
  channel: GasChannel,
  { from, to }: Span,
): Promise<Output<typeof gas.history>> => {
  const step = stepFor(Date.parse(to) - Date.parse(from))
  const table = sql.table(`gas_${step}`)
  const buckets = await isoRowsOf<gas.Bucket>(db)`
    select at, min, max, count, faults, case when count > 0 then round(sum / count, 4)::float8 end as avg
    from ${table}
    where device_id = ${deviceId} and channel = ${channel} and at >= ${from} and at < ${to}
    order by at
  `
  return { step, buckets }
}

const hourMs = 3_600_000

// At most some 1,500 buckets, which is more than a screen has columns.
const stepFor = (spanMs: number): Output<typeof gas.history>['step'] =>
  spanMs <= 25 * hourMs ? 'minute' : spanMs <= 62 * 24 * hourMs ? 'hour' : 'day'
