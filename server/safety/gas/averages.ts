// Keeps the averages of gas channels up: each minute what was measured is calculated out of the readings that came since, the
// windows move on, and what they are now is judged by the alarm rules and published.
import * as gas from '@gatehouse/contract/safety/gas'
import { judgedExposure } from '@gatehouse/contract/safety/gas-state'
import { measureOfAverage, unitOfGas } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Directory } from '../../building/devices/devices.ts'
import { ensurePartitions } from '../../db/partitions.ts'
import type { Store } from '../../db/pool.ts'
import { sinceLast } from '../../db/rollups.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Judge, Observation } from '../../kit/recorders.ts'
import { exposureOfSums, type exposureWindows, minuteMs } from './exposure.ts'
import { estimateHolds, isBehindAt, measureMinutes, moveWindows, type Windows } from './exposure.sql.ts'

const everyMs = 1000
/** So long after the end of a minute its last readings are on their way here; what comes later is made up for. */
const settledMs = 5000

export interface AveragesParts {
  readonly store: Store
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly judge: Judge
  readonly log: Logger
}

export interface Averages extends StoreLoop {
  /** Brings all averages up to the last minute that is over, whoever else is at it. */
  tick(now: Date): Promise<void>
}

export const createAverages = (parts: AveragesParts): Averages => {
  const { store, directory, bus, log } = parts
  let lastEnd = -Infinity
  const tick = async (now: Date) => {
    const end = Math.floor((now.getTime() - settledMs) / minuteMs) * minuteMs
    if (end === lastEnd) return
    const { windows, isBehind, publishAlarms } = await inPoolTransaction(store.pool, async (tx) => {
      const moved = await bringUp(tx, now, new Date(end))
      return {
        windows: moved,
        isBehind: await isBehindAt(tx, new Date(end)),
        publishAlarms: await parts.judge(tx, moved.flatMap(observationsOf(new Date(end)))),
      }
    })
    // A long transaction of whomever holds up what was stored since it began: looked for again until it is here.
    if (!isBehind) lastEnd = end
    publishAlarms()
    for (const one of windows) {
      const device = directory.byId(one.deviceId)
      if (device) bus.publish(gas.averaged, device.companyId, averagesOf(one, end))
    }
  }
  return { tick, ...storeLoop(store, everyMs, tick, { log, failure: 'averages of gas wait for the store' }) }
}

/**
 * Within a transaction, after whoever else is at it. Found by the transactions that stored the readings, so that late ones
 * count in their own minute, and nothing is missed by a node that ends.
 */
export const bringUp = async (tx: pg.ClientBase, now: Date, end: Date): Promise<Windows[]> => {
  const touched = await sinceLast(tx, 'gas_exposure', 'wait', async (since) => {
    await estimateHolds(tx, since, now)
    await ensurePartitions(tx, end, new Date(end.getTime() + minuteMs), 'gas_exposure_minute')
    return measureMinutes(tx, since)
  })
  return moveWindows(tx, end, touched ?? [])
}

const observationsOf =
  (at: Date) =>
  ({ deviceId, channel, ...sums }: Windows): Observation[] =>
    windows.map((window) => ({
      deviceId,
      measure: measureOfAverage(channel, window),
      unit: unitOfGas[channel],
      at,
      ...judgedExposure(exposureOfSums(window, sums[window])),
    }))

const windows = ['stel', 'twa'] as const satisfies readonly (keyof typeof exposureWindows)[]

/** As the contract has it. */
export const averagesOf = ({ deviceId, channel, stel, twa }: Windows, end: number): gas.Averages => ({
  deviceId,
  channel,
  until: new Date(end).toISOString(),
  stel: exposureOfSums('stel', stel),
  twa: exposureOfSums('twa', twa),
})
