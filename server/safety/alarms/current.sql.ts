// What is so at this moment, as devices last reported it: what a rule is judged by that is new, or was changed. Read locked,
// so that whoever is about to store another report judges after it.
import { isOfPlace, type MeasureName } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import { lockDoors, observationsOf as observationsOfDoor } from '../../access/doors/doors.ts'
import type { Observation } from '../../kit/recorders.ts'
import { overdueNow } from '../detector-service/detector-service.ts'
import { type ChannelReading, observationsOf as observationsOfGas, suspectNow } from '../gas/gas.ts'

type Querier = Pick<pg.ClientBase, 'query'>

export interface Current extends Observation {
  /** When it was received, of what can be stale. */
  readonly receivedAt?: Date
}

/** Where it is stored how devices stand, or how many people are inside. */
export type Source = 'gas' | 'suspects' | 'service' | 'doors' | 'statuses' | 'occupancy'

export const sourceOf = (measure: MeasureName): Source | null => {
  if (isOfPlace(measure)) return 'occupancy'
  if (measure === 'gas.calibration-overdue') return 'service'
  if (measure === 'gas.suspect') return 'suspects'
  if (measure.startsWith('gas.')) return 'gas'
  if (measure.startsWith('door.') || measure === 'device.tamper') return 'doors'
  return measure.startsWith('device.') ? 'statuses' : null
}

/** Of one source in a transaction: whoever reports locks what it stores in an order of its own. */
export const readCurrent = (
  tx: Querier,
  source: Exclude<Source, 'occupancy'>,
  deviceIds: readonly string[],
): Promise<Current[]> => {
  switch (source) {
    case 'gas':
      return ofChannels(tx, deviceIds)
    case 'suspects':
      return suspectNow(tx, deviceIds)
    case 'service':
      return overdueNow(tx, deviceIds)
    case 'doors':
      return ofDoors(tx, deviceIds)
    default:
      return ofStatuses(tx, deviceIds)
  }
}

const ofChannels = async (tx: Querier, deviceIds: readonly string[]): Promise<Current[]> => {
  const { rows } = await tx.query<ChannelReading & { receivedAt: Date }>({
    name: 'alarm-current-gas',
    text: `select device_id as "deviceId", channel, value, unit, quality, at, received_at as "receivedAt" from gas_latest
      where device_id = any ($1::uuid[]) order by device_id, channel for share`,
    values: [deviceIds],
  })
  return rows.flatMap(({ receivedAt, ...reading }) =>
    observationsOfGas(reading).map((observation) => ({ ...observation, receivedAt })),
  )
}

const ofDoors = async (tx: Querier, deviceIds: readonly string[]): Promise<Current[]> =>
  [...(await lockDoors(tx, deviceIds))].flatMap(([id, { life }]) => (life ? observationsOfDoor(id, life, life.at) : []))

const ofStatuses = async (tx: Querier, deviceIds: readonly string[]): Promise<Current[]> => {
  const { rows } = await tx.query<{
    deviceId: string
    online: boolean
    at: Date
    battery: number | null
    signal: number | null
  }>({
    name: 'alarm-current-statuses',
    text: `select device_id as "deviceId", online, last_seen_at as at, battery, signal from device_status
      where device_id = any ($1::uuid[]) order by device_id for share`,
    values: [deviceIds],
  })
  return rows.flatMap(({ deviceId, at, online, battery, signal }): Current[] => [
    { deviceId, at, measure: 'device.offline', value: !online },
    { deviceId, at, measure: 'device.battery', value: battery, unit: '%' },
    { deviceId, at, measure: 'device.signal', value: signal },
  ])
}
