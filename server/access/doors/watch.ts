// The watch over doors whose controllers do not watch themselves: forced open, and open for too long, each once per
// opening, whichever process looks and however often it is restarted; and into the stream of events what a controller
// reports with its state alone.
import type { DoorState } from '@gatehouse/contract/access/doors'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Store } from '../../db/pool.ts'
import { storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Bus } from '../../kit/bus.ts'
import type { Judge } from '../../kit/recorders.ts'
import { afterForcedAndShut, afterReport, type Life } from './door-life.ts'
import { lockDoors, writeLives } from './states.sql.ts'
import { type Moved, observationsOf, publishAltered, publishStates } from './states.ts'
import { claimForced, claimForcedAndShut, claimHeld, claimUnreported, type Opening } from './watch.sql.ts'

type Querier = Pick<pg.ClientBase, 'query'>

/** What the stream of events is told; it keeps it in the transaction. */
export interface Raised {
  readonly deviceId: string
  readonly type: 'door.forced-open' | 'door.held-open'
  readonly at: Date
  readonly correlationId: string
}

export interface WatchParts {
  readonly store: Store
  readonly bus: Bus
  readonly directory: Pick<Directory, 'byId'>
  readonly log: Logger
  /** By the alarm rules. */
  readonly judge: Judge
  readonly raise: (tx: Querier, raised: readonly Raised[]) => Promise<() => void>
}

export interface Watch {
  /** One look at everything, as of a moment. */
  tick(now: Date): Promise<void>
  start(): void
  stop(): Promise<void>
}

const everyMs = 1000

const typeOf = (alarm: string): Raised['type'] => (alarm === 'DoorForcedOpen' ? 'door.forced-open' : 'door.held-open')

export const createWatch = ({ store, bus, directory, log, judge, raise }: WatchParts): Watch => {
  const storeThenPublish = async (work: (tx: Querier) => Promise<() => void>) => {
    const publish = await inPoolTransaction(store.pool, work)
    publish()
  }

  const raiseAll = async (
    tx: Querier,
    openings: readonly Opening[],
    alarm: Exclude<DoorState['alarm'], 'Normal'>,
    now: Date,
  ) => {
    const known = await lockDoors(
      tx,
      openings.map(({ deviceId }) => deviceId),
    )
    const moved = openings.flatMap(({ deviceId, contactSince }): Moved[] => {
      const device = directory.byId(deviceId)
      const before = known.get(deviceId)?.life
      // Shut, or opened anew, between the look and the lock.
      if (!device || before?.contact !== 'Open' || before.contactSince?.getTime() !== contactSince.getTime()) return []
      const life = raised(before, alarm, now)
      return life ? [{ device, life }] : []
    })
    if (moved.length === 0) return () => undefined
    await writeLives(tx, moved)
    const publishAlarms = await judge(
      tx,
      moved.flatMap(({ device, life }) => observationsOf(device.id, life, now)),
    )
    const type = typeOf(alarm)
    const publishEvents = await raise(
      tx,
      moved.flatMap(({ device, life }) =>
        life.correlationId === null ? [] : [{ deviceId: device.id, type, at: now, correlationId: life.correlationId }],
      ),
    )
    return () => {
      publishStates(bus, moved)
      publishAltered(bus, moved)
      publishEvents()
      publishAlarms()
    }
  }

  const raiseShut = async (tx: Querier, openings: readonly Opening[], now: Date) => {
    if (openings.length === 0) return () => undefined
    const known = await lockDoors(
      tx,
      openings.map(({ deviceId }) => deviceId),
    )
    const lives = new Map([...known].map(([id, { life }]) => [id, life]))
    // A door may have been opened more than once meanwhile.
    const forced = openings.flatMap(({ deviceId }) => {
      const device = directory.byId(deviceId)
      const before = lives.get(deviceId)
      if (!device || !before) return []
      const life = afterForcedAndShut(before, now)
      lives.set(deviceId, life)
      return [{ device, life }]
    })
    const moved = [...new Map(forced.map((one) => [one.device.id, one])).values()]
    await writeLives(tx, moved)
    // Forced, and over already.
    const publishAlarms = await judge(
      tx,
      forced.flatMap(({ device, life: { correlationId } }) =>
        [true, false].map((value) => ({
          deviceId: device.id,
          measure: 'door.forced-open' as const,
          value,
          at: now,
          correlationId,
        })),
      ),
    )
    const publishEvents = await raise(
      tx,
      forced.map(({ device, life: { correlationId } }) => ({
        deviceId: device.id,
        type: 'door.forced-open',
        at: now,
        correlationId,
      })),
    )
    return () => {
      publishAltered(bus, moved)
      publishEvents()
      publishAlarms()
    }
  }

  // Its alarm was raised as it was reported; the stream has an event of each, however the door reports it.
  const raiseUnreported = async (tx: Querier, now: Date) =>
    raise(
      tx,
      (await claimUnreported(tx, now)).map(({ deviceId, alarm, at, correlationId }) => ({
        deviceId,
        type: typeOf(alarm),
        at,
        correlationId,
      })),
    )

  const tick = async (now: Date) => {
    await storeThenPublish((tx) => raiseUnreported(tx, now))
    await storeThenPublish(async (tx) => raiseShut(tx, await claimForcedAndShut(tx, now), now))
    await storeThenPublish(async (tx) => raiseAll(tx, await claimForced(tx, now), 'DoorForcedOpen', now))
    await storeThenPublish(async (tx) => raiseAll(tx, await claimHeld(tx, now), 'DoorOpenTooLong', now))
  }

  const { begin, stop } = storeLoop(store, everyMs, tick, { log, failure: 'the watch over doors waits for the store' })
  return { tick, start: begin, stop }
}

// The door has said nothing new: how old its word is stays as it was.
const raised = (before: Life, alarm: Exclude<DoorState['alarm'], 'Normal'>, now: Date): Life | null => {
  const at = now < before.at ? before.at : now
  const after = afterReport(before, { parts: { alarm }, at, receivedAt: now, by: 'server' })
  return after === before || after === null ? null : { ...after, at: before.at, receivedAt: before.receivedAt }
}
