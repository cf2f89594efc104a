// Builders of the tests of gas detector service.
import type * as service from '@gatehouse/contract/safety/detector-service'
import type { Input } from '@gatehouse/contract/operation'
import type pg from 'pg'
import type { ADevice } from '../../testing/building.testing.ts'

/** The latest reading of a channel, so that the detector has it. */
export const aChannel = (db: Pick<pg.Pool, 'query'>, { id }: Pick<ADevice, 'id'>, channel: service.ServicedChannel) =>
  db.query(
    `insert into gas_latest (device_id, channel, value, unit, quality, at, received_at)
     values ($1, $2, 0, 'ppm', 'good', now(), now())`,
    [id, channel],
  )

/** A moment so many days from now. */
export const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** The day of a moment, in UTC. */
export const dayOf = (at: string): string => at.slice(0, 10)

/** A sensor of which nothing but this is known. */
export const aSensor = (
  { id: deviceId }: Pick<ADevice, 'id'>,
  more: Partial<Input<typeof service.setSensor>> = {},
): Input<typeof service.setSensor> => ({
  deviceId,
  channel: 'CO',
  type: 'Electrochemical',
  serial: 'A1',
  installedOn: null,
  lifeMonths: null,
  rangeLow: null,
  rangeHigh: null,
  resolution: null,
  bumpDays: null,
  calibrationDays: null,
  ...more,
})

/** A test that is passed with 100 ppm, done so many days ago. */
export const aTest = (
  { id: deviceId }: Pick<ADevice, 'id'>,
  kind: 'calibration' | 'bump-test',
  daysAgo = 0,
): Input<typeof service.recordEntry> => ({
  deviceId,
  channel: 'CO',
  kind,
  at: inDays(-daysAgo),
  gas: { concentration: 100, lot: 'L-7', expiresOn: dayOf(inDays(400)) },
  span: { before: 93, after: 100 },
})
