// How well each counter counts, as corrections and empty nights have shown.
import * as contract from '@gatehouse/contract/safety/occupancy'
import type { CounterHealth } from '@gatehouse/contract/safety/occupancy'
import type { Directory } from '../../building/devices/devices.ts'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { existing, Refusal } from '../../kit/errors.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { accuracyOf, driftParts, healthOf, inPercent } from './accuracy.ts'
import { readAccuracies, setAccuracyOf } from './accuracy.sql.ts'
import type { ServeOccupancyParts } from './occupancy.ts'
import { readStored } from './occupancy.sql.ts'

/** Two deviations are the 95 % that people are asked for. */
const deviations = 1.96

export const serveCounters = (serve: Serve, { store, directory, bus }: ServeOccupancyParts) => {
  const { db } = store

  serve(contract.counters, async (_input, caller) => ({ counters: await readCounters(db, directory, caller) }))

  serve(contract.setAccuracy, async ({ deviceId, accuracy, uncertainty }, caller, call) => {
    const companyId = companyOf(caller)
    const { name } = existing(directory.byId(deviceId), 'This device')
    call.annotate({ subject: name })
    const one = async (tx: Db) =>
      (await readCounters(tx, directory, caller)).find(({ device }) => device.id === deviceId)
    const before = await one(db)
    if (!before)
      throw new Refusal(409, 'NOT_COUNTED', `${name} does not stand at the borders of any zone. Place it there first.`)
    await inTransaction(db, async (tx) => {
      await setAccuracyOf(tx, companyId, deviceId, accuracyOf(accuracy / 100, uncertainty / 100 / deviations))
      await call.record(tx, {
        before: { accuracyIn: before.accuracyIn, accuracyOut: before.accuracyOut, uncertainty: before.uncertainty },
        after: { accuracy, uncertainty },
      })
    })
    bus.publish(contract.altered, companyId, { at: clock.iso() })
    return { counter: existing(await one(db)) }
  })
}

const readCounters = async (db: Db, directory: Directory, caller: Caller): Promise<CounterHealth[]> => {
  const companyId = caller.companyId ?? ''
  const accuracies = await readAccuracies(db, [companyId])
  const stored = await readStored(db, { companyIds: [companyId] })
  const drift = new Map<string, number>()
  const counted = new Map<string, number>()
  for (const place of stored) {
    for (const [id, part] of driftParts(place, accuracies.of)) drift.set(id, (drift.get(id) ?? 0) + part)
    for (const [id, { entries, exits }] of Object.entries(place.flows))
      counted.set(id, Math.max(counted.get(id) ?? 0, entries + exits))
  }
  const isExact = can(caller, 'view_people_count_detail')
  return accuracies.ids
    .filter((id) => directory.sees(caller, id))
    .map((id) => {
      const accuracy = accuracies.of(id)
      const online = accuracies.isOnline(id)
      const drifted = (drift.get(id) ?? 0) / Math.max(leastCounted, counted.get(id) ?? 0)
      return {
        device: { id, name: directory.byId(id)?.name ?? '' },
        kind: accuracies.kindOf(id),
        ...inPercent(accuracy),
        lessons: accuracy.lessons,
        learntAt: accuracies.learntAt(id)?.toISOString() ?? null,
        online,
        drift: isExact ? Math.round((drift.get(id) ?? 0) * 10) / 10 : null,
        ...healthOf(accuracy, { online, drifted }),
      }
    })
    .toSorted((a, b) => a.device.name.localeCompare(b.device.name, 'en'))
}

/** One who goes out uncounted in the first minutes after an anchor says nothing of a counter. */
const leastCounted = 100
