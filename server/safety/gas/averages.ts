// Keeps the averages of gas channels up: each minute what was measured is calculated out of the readings that came since, the
// windows move on, and what they are now is judged by the alarm rules and published.
import * as gas from '@gatehouse/contract/safety/gas'
import { judgedExposure } from '@gatehouse/contract/safety/gas-state'
import { measureOfAverage, unitOfGas } from '@gatehouse/contract/safety/measures'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Directory } from '../../building/devices/devices.ts'
import { ensurePartitions } from '../../db/partitions.ts'
import { everyOnConnection } from '../../db/connection-loop.ts'
import type { Store } from '../../db/pool.ts'
import type { Since } from '../../db/rollups.ts'
import { inSlices, slicesOf, takeTurn } from '../../db/slices.ts'
import type { StoreLoop } from '../../db/store-loop.ts'
import { inClientTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock, type Loop } from '../../kit/clock.ts'
import type { Judge, Observation } from '../../kit/recorders.ts'
import { exposureOfSums, type exposureWindows, minuteMs } from './exposure.ts'
import { collectFresh, estimateHolds, measureMinutes, moveWindows, type Windows } from './exposure.sql.ts'

const everyMs = 1000
const lockKey = 88_217
const position = 'gas_exposure'
/** So long after the end of a minute its last readings are on their way here; what comes later is made up for. */
const settledMs = 5000

/** So many channels are brought up in one transaction: a tenth of a second under full load. */
const channelsAtOnce = 250

export interface AveragesParts {
  readonly store: Pick<Store, 'connect' | 'ready'>
  readonly directory: Pick<Directory, 'byId'>
  readonly bus: Bus
  readonly judge: Judge
  readonly log: Logger
}

export const createAverages = ({ store, directory, bus, judge, log }: AveragesParts): StoreLoop => {
  let loop: Pick<Loop, 'stop'> | undefined
  let lastEnd = -Infinity
  const tick = async (client: pg.Client) => {
    const now = clock.now()
    const end = Math.floor((now.getTime() - settledMs) / minuteMs) * minuteMs
    if (end === lastEnd) return
    const isBehind = await bringUp(client, now, new Date(end), channelsAtOnce, async (windows) => {
      const publishAlarms = await judge(client, windows.flatMap(observationsOf(new Date(end))))
      return () => {
        publishAlarms()
        for (const one of windows) {
          const device = directory.byId(one.deviceId)
          if (device) bus.publish(gas.averaged, device.companyId, averagesOf(one, end))
        }
      }
    })
    // A long transaction of whomever holds up what was stored since it began: looked for again until it is here.
    if (!isBehind) lastEnd = end
  }
  return {
    begin() {
      loop = everyOnConnection(store, everyMs, tick, {
        log,
        failure: 'averages of gas wait for the store',
        when: () => store.ready(),
      })
    },
    async stop() {
      await loop?.stop()
    },
  }
}

/**
 * Brings all averages up to `end`, after whoever else is at it, in slices of `atOnce` channels: `judged` is called with the
 * windows of a slice that moved, in the transaction that moved them, and what it answers after COMMIT. Readings are found by the
 * transactions that stored them, so that late ones count in their own minute, and nothing is missed by a node that ends: one
 * that ends midway has counted nothing twice, as a minute is calculated out of all of its readings. Answers whether there is
 * more from before `end`, which an older transaction holds up.
 */
export const bringUp = async (
  client: pg.ClientBase,
  now: Date,
  end: Date,
  atOnce: number,
  judged: (windows: readonly Windows[]) => Promise<() => void>,
): Promise<boolean> => {
  await client.query('select pg_advisory_lock($1)', [lockKey])
  try {
    await client.query(`insert into rollup_position (series, tx) values ($1, '0') on conflict do nothing`, [position])
    const fresh = await inClientTransaction(client, async () => {
      await takeTurn(client)
      const { rows } = await client.query<Since>(
        `select tx::text as done, pg_snapshot_xmin(pg_current_snapshot())::text as upto from rollup_position where series = $1`,
        [position],
      )
      return rows[0] && { upto: rows[0].upto, ...(await collectFresh(client, rows[0], end)) }
    })
    if (!fresh) return true
    await ensurePartitions(client, end, new Date(end.getTime() + minuteMs), 'gas_exposure_minute')
    await inSlices(
      slicesOf(fresh.devices, atOnce, ({ channels }) => channels),
      async (slice) => {
        const ids = slice.map(({ deviceId }) => deviceId)
        const publish = await inClientTransaction(client, async () => {
          await takeTurn(client)
          await estimateHolds(client, ids, now)
          return judged(await moveWindows(client, end, ids, await measureMinutes(client, ids)))
        })
        publish()
      },
    )
    await client.query('update rollup_position set tx = $2::xid8 where series = $1', [position, fresh.upto])
    return fresh.isBehind
  } finally {
    // With the connection it ends too.
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => undefined)
  }
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
