// Adds up what counters and doors report, as it is stored: on whichever node, each message once, and alarms are judged by it in
// the same transaction.
import { altered, changed } from '@gatehouse/contract/safety/occupancy'
import type { Logger } from 'pino'
import type { Directory } from '../../building/devices/devices.ts'
import type { Db, Store } from '../../db/pool.ts'
import { hasRowsSince, sinceLast } from '../../db/rollups.ts'
import { type StoreLoop, storeLoop } from '../../db/store-loop.ts'
import { inPoolTransaction, kyselyOn } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { clock } from '../../kit/clock.ts'
import type { Judge } from '../../kit/recorders.ts'
import type { AuditLog } from '../../record/activity/activity.ts'
import { figureOf, readOccupied } from './figures.ts'
import { addUpAnew, readMovements, readStored, writeTallies } from './occupancy.sql.ts'
import { add, type Tally } from './tally.ts'
import { upkeepOf } from './upkeep.ts'

export interface OccupancyParts {
  readonly store: Pick<Store, 'db' | 'pool' | 'ready'>
  readonly bus: Bus
  readonly directory: Directory
  /** By what alarm rules are judged. */
  readonly judge: Judge
  readonly record: AuditLog
  readonly log: Logger
}

const everyMs = 500
const upkeepEveryMs = 60_000

/** What has moved, by place; in the caller's transaction. */
export const addUpNew = async (tx: Db, done: string, upto: string): Promise<Map<string, Tally>> => {
  const moved = await readMovements(tx, { done, upto })
  if (moved.size === 0) return new Map()
  const stored = new Map((await readStored(tx, { placeIds: [...moved.keys()] })).map((one) => [one.placeId, one]))
  const tallies = new Map<string, Tally>()
  const late: Parameters<typeof addUpAnew>[1][number][] = []
  for (const [placeId, movements] of moved) {
    const before = stored.get(placeId)
    if (!before) continue
    const after = add(before, movements)
    if (after) tallies.set(placeId, after)
    else late.push({ placeId, people: before.base, since: before.anchoredAt })
  }
  for (const [placeId, tally] of await addUpAnew(tx, late, upto)) tallies.set(placeId, tally)
  await writeTallies(tx, tallies)
  return tallies
}

export const createOccupancy = (parts: OccupancyParts): StoreLoop & { tick(now: Date): Promise<void> } => {
  const { store, judge, log } = parts
  let upkeptAt = -Infinity
  const addUp = async (now: Date) => {
    const { pool } = store
    const isNew =
      (await hasRowsSince(pool, 'people_count', 'occupancy')) ||
      (await hasRowsSince(pool, 'entry_exit_log', 'occupancy'))
    if (!isNew) return
    const { publish, companies } = await inPoolTransaction(pool, async (client) => {
      const tx = kyselyOn(client)
      const tallies =
        (await sinceLast(client, 'occupancy', 'skip', ({ done, upto }) => addUpNew(tx, done, upto))) ?? new Map()
      const places = await readStored(tx, { placeIds: [...tallies.keys()] })
      const byCompany = Map.groupBy(places, ({ companyId }) => companyId)
      return {
        companies: byCompany,
        publish: await judge(
          client,
          [...byCompany.keys()].map((companyId) => ({ companyId, measure: 'occupancy', value: null, at: now })),
        ),
      }
    })
    publish()
    for (const [companyId, places] of companies)
      await publishFigures(
        parts,
        companyId,
        places.map(({ placeId }) => placeId),
      )
  }
  const tick = async (now: Date) => {
    if (now.getTime() - upkeptAt >= upkeepEveryMs) {
      upkeptAt = now.getTime()
      await upkeepOf(parts, now)
    }
    await addUp(now)
  }
  return { ...storeLoop(store, everyMs, tick, { log, failure: 'occupancy waits for the store', firstMs: 0 }), tick }
}

/**
 * Sends the figures of zones to those who may see single persons; everybody else reads them anew. Of a site the zones that
 * labels hide from somebody are part, so that its figure is only ever read.
 */
export const publishFigures = async (
  { store, bus }: Pick<OccupancyParts, 'bus'> & { readonly store: Pick<Store, 'db'> },
  companyId: string,
  placeIds: readonly string[],
): Promise<void> => {
  const moved = placeIds.length === 0 ? [] : await readOccupied(store.db, companyId, clock.now(), placeIds)
  for (const place of moved)
    if (place.kind === 'zone')
      bus.publish(changed, companyId, figureOf(place, moved, { isExact: true, nameOf: () => undefined }))
  bus.publish(altered, companyId, { at: clock.iso() })
}
