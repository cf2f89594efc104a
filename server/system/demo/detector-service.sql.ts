// The service ledger of a demo building.
import { contractor, detectorServiceOf } from '@gatehouse/demo/detector-service'
import type { World } from '@gatehouse/demo/world'
import type pg from 'pg'
import { idAt } from './copy-text.ts'
import { insert } from './insert.sql.ts'
import type { Ids } from './world.sql.ts'

export const insertDetectorService = async (
  tx: pg.Client,
  world: World,
  ids: Ids,
  { seed, to }: { readonly seed: number; readonly to: number },
): Promise<void> => {
  const manager = world.people.find(({ account }) => account?.role === 'manager')
  if (!manager) return
  const recordedBy = [ids.people.get(manager.credential), `${manager.firstName} ${manager.lastName}`]
  const service = detectorServiceOf(world, seed, to)
  await insert(
    tx,
    'gas_sensor',
    ['device_id', 'channel', 'type', 'serial', 'installed_on', 'life_months', 'range_low', 'range_high', 'resolution'],
    service.map(({ detector, channel, sensor, serial, installedOn }) => [
      ids.devices.get(detector),
      channel,
      sensor.type,
      serial,
      installedOn,
      sensor.lifeMonths,
      ...sensor.range,
      sensor.resolution,
    ]),
  )
  await insert(
    tx,
    'gas_service_entry',
    [
      'id',
      'company_id',
      'device_id',
      'channel',
      'kind',
      'at',
      'contractor',
      'recorded_by',
      'recorded_by_name',
      'recorded_at',
      'concentration',
      'lot',
      'lot_expires_on',
      'zero_before',
      'zero_after',
      'span_before',
      'span_after',
      'band_percent',
      'result',
    ],
    service.flatMap(({ detector, channel, sensor, tests }) =>
      tests.map(({ kind, at, lot, lotExpiresOn, zero, span }) => [
        idAt(at),
        ids.company,
        ids.devices.get(detector),
        channel,
        kind,
        new Date(at),
        contractor,
        ...recordedBy,
        new Date(at + recordedAfterMs),
        sensor.testGas,
        lot,
        lotExpiresOn,
        zero?.before ?? null,
        zero?.after ?? null,
        span.before,
        span.after,
        bandPercent,
        'pass',
      ]),
    ),
  )
}

const recordedAfterMs = 2 * 3_600_000
/** As companies have it that have set nothing. */
const bandPercent = 10
