// How well each device counts, in the store: as its maker says until somebody or an empty night knows better.
import { instant } from '../../db/instant.ts'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { type Accuracy, defaultAccuracy } from './accuracy.ts'

interface Row extends Accuracy {
  readonly deviceId: string
  readonly kind: 'counter' | 'door'
  readonly isStored: boolean
  readonly learntAt: Date | null
  readonly online: boolean
}

export interface KnownAccuracy {
  of(deviceId: string): Accuracy
  learntAt(deviceId: string): Date | null
  /** Received, and not gone since. */
  isOnline(deviceId: string): boolean
  /** Every device that counts for a place of the company. */
  readonly ids: readonly string[]
  kindOf(deviceId: string): 'counter' | 'door'
}

/** Of all devices that count, or of some of them alone. */
export const readAccuracies = async (
  db: Db,
  companyIds: readonly string[],
  deviceIds: readonly string[] | null = null,
): Promise<KnownAccuracy> => {
  const rows = await rowsOf<Row>(db)`
    select m.device_id as "deviceId", m.source as kind, a.device_id is not null as "isStored", a.missed,
      a.missed_variance as "missedVariance", a.difference, a.difference_variance as "differenceVariance", a.lessons,
      a.surprise, a.learnt_at as "learntAt", coalesce(s.online, false) as online
    from counted_movement m left join counter_accuracy a on a.device_id = m.device_id
      left join device_status s on s.device_id = m.device_id
    where m.company_id = any (${[...companyIds]}::uuid[])
      and (${deviceIds && [...deviceIds]}::uuid[] is null or m.device_id = any (${deviceIds && [...deviceIds]}::uuid[]))
    order by m.device_id
  `
  const known = new Map(rows.map((row) => [row.deviceId, row]))
  return {
    of(deviceId) {
      const row = known.get(deviceId)
      return row?.isStored ? row : defaultAccuracy(row?.kind ?? 'counter')
    },
    learntAt: (deviceId) => known.get(deviceId)?.learntAt ?? null,
    isOnline: (deviceId) => known.get(deviceId)?.online ?? false,
    kindOf: (deviceId) => known.get(deviceId)?.kind ?? 'counter',
    ids: [...known.keys()],
  }
}

export const writeAccuracies = async (
  tx: Db,
  companyId: string,
  learnt: ReadonlyMap<string, Accuracy>,
): Promise<void> => {
  for (const [deviceId, { missed, missedVariance, difference, differenceVariance, lessons, surprise }] of learnt)
    await execute(tx)`
      insert into counter_accuracy (device_id, company_id, missed, missed_variance, difference, difference_variance, lessons,
        surprise, learnt_at)
      values (${deviceId}, ${companyId}, ${missed}, ${missedVariance}, ${difference}, ${differenceVariance}, ${lessons},
        ${surprise}, ${instant()})
      on conflict (device_id) do update set missed = excluded.missed, missed_variance = excluded.missed_variance,
        difference = excluded.difference, difference_variance = excluded.difference_variance, lessons = excluded.lessons,
        surprise = excluded.surprise, learnt_at = excluded.learnt_at
    `
}

/** As somebody says; what was learnt before is forgotten. */
export const setAccuracyOf = async (tx: Db, companyId: string, deviceId: string, accuracy: Accuracy): Promise<void> => {
  await execute(tx)`delete from counter_accuracy where device_id = ${deviceId}`
  await execute(tx)`
    insert into counter_accuracy (device_id, company_id, missed, missed_variance, difference, difference_variance, lessons, set_at)
    values (${deviceId}, ${companyId}, ${accuracy.missed}, ${accuracy.missedVariance}, ${accuracy.difference},
      ${accuracy.differenceVariance}, 0, ${instant()})
  `
}
