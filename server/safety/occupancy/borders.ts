// Where counters stand, and which doors count beside them.
import * as contract from '@gatehouse/contract/safety/occupancy'
import type { Border } from '@gatehouse/contract/safety/occupancy'
import { v7 as uuid } from 'uuid'
import { type Db, execute, firstOf, rowsOf } from '../../db/pool.ts'
import { instant } from '../../db/instant.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { changes, withChanges } from '../../kit/changes.ts'
import { existing, invalid, notFound } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { followBorders } from './anchors.ts'
import { publishFigures } from './live.ts'
import type { ServeOccupancyParts } from './occupancy.ts'
import { lockOccupancy } from './occupancy.sql.ts'
import { sightOf } from './sight.ts'

export const serveBorders = (serve: Serve, parts: ServeOccupancyParts) => {
  const { store, directory, judge } = parts
  const { db } = store

  serve(contract.borders, async (_input, caller) => ({ borders: await readBorders(db, caller) }))

  /** Changes what counts where; every place is added up by it before anybody reads it. */
  const changing = async (companyId: string, change: (tx: Db) => Promise<void>) => {
    const publish = await inPoolTransaction(store.pool, async (client, tx) => {
      const done = await lockOccupancy(tx)
      await change(tx)
      await followBorders(tx, companyId, done, clock.now())
      return judge(client, [{ companyId, measure: 'occupancy', value: null, at: clock.now() }])
    })
    publish()
    await publishFigures(parts, companyId, [])
  }

  serve(contract.placeCounter, async ({ deviceId, ...given }, caller, call) => {
    const companyId = companyOf(caller)
    const device = existing(directory.byId(deviceId), 'This device')
    if (device.kind !== 'counter' && device.kind !== 'door')
      throw invalid([{ field: 'deviceId', message: 'Choose a people counter or a door' }])
    const isDoor = device.kind === 'door'
    const { places } = sightOf(directory, caller)
    const known = await firstOf<Placed>(db)`
      select from_zone_id as "fromZoneId", to_zone_id as "toZoneId", inverted, counts from count_border where device_id = ${deviceId}
    `
    const { fromZoneId, toZoneId, inverted, counts } = withChanges(known ?? unplaced, given)
    if (!isDoor) {
      for (const [field, zoneId] of [
        ['fromZoneId', fromZoneId],
        ['toZoneId', toZoneId],
      ] as const)
        if (zoneId !== null && (places.get(zoneId)?.zoneId ?? null) === null)
          throw invalid([{ field, message: 'Choose a zone of your company, or outside' }])
      if (fromZoneId === toZoneId)
        throw invalid([{ field: 'toZoneId', message: 'Choose another zone than the one it counts people out of' }])
    }
    const before = await borderOf(db, caller, deviceId)
    await changing(companyId, async (tx) => {
      await execute(tx)`
        insert into count_border (id, company_id, device_id, from_zone_id, to_zone_id, inverted, counts, created_at)
        values (${uuid()}, ${companyId}, ${deviceId}, ${isDoor ? null : fromZoneId}, ${isDoor ? null : toZoneId},
          ${!isDoor && inverted}, ${isDoor ? counts : true}, ${instant()})
        on conflict (device_id) do update set from_zone_id = excluded.from_zone_id, to_zone_id = excluded.to_zone_id,
          inverted = excluded.inverted, counts = excluded.counts
      `
      const after = await borderOf(tx, caller, deviceId)
      await call.record(tx, { subject: device.name, ...changes(factsOf(before), factsOf(after)) })
    })
    return { border: await borderOf(db, caller, deviceId) }
  })

  serve(contract.removeCounter, async ({ deviceId }, caller, call) => {
    const device = existing(directory.byId(deviceId), 'This device')
    call.annotate({ subject: device.name })
    const before = await borderOf(db, caller, deviceId)
    await changing(companyOf(caller), async (tx) => {
      const removed = await execute(tx)`delete from count_border where device_id = ${deviceId}`
      if (removed === 0) throw notFound('A border at which this device counts')
      await call.record(tx, { before: factsOf(before) })
    })
  })
}

interface Placed {
  readonly fromZoneId: string | null
  readonly toZoneId: string | null
  readonly inverted: boolean
  readonly counts: boolean
}

const unplaced: Placed = { fromZoneId: null, toZoneId: null, inverted: false, counts: true }

const factsOf = ({ from, to, inverted, counts }: Border) => ({
  from: from?.name ?? 'outside',
  to: to?.name ?? 'outside',
  inverted,
  counts,
})

const borderOf = async (db: Db, caller: Caller, deviceId: string): Promise<Border> =>
  existing((await readBorders(db, caller, deviceId))[0], 'This device')

const readBorders = async (db: Db, caller: Caller, deviceId: string | null = null): Promise<Border[]> => {
  const scope = labelScope(caller)
  const rows = await rowsOf<
    Omit<Border, 'device' | 'because'> & {
      readonly deviceId: string
      readonly name: string
      readonly isChosen: boolean
      readonly isPlaced: boolean
    }
  >(db)`
    select b.id, d.id as "deviceId", d.name, d.kind, coalesce(b.inverted, false) as inverted,
      exists (select from counted_movement m where m.device_id = d.id) as counts,
      b.id is not null as "isChosen", b.id is not null or o.device_id is not null as "isPlaced",
      case when f.id is not null and ${scope.places('f.id', 'f.site_id')} then jsonb_build_object('id', f.id, 'name', f.name) end as "from",
      case when t.id is not null and ${scope.places('t.id', 't.site_id')} then jsonb_build_object('id', t.id, 'name', t.name) end as "to"
    from device d left join count_border b on b.device_id = d.id left join door o on o.device_id = d.id
      left join zone f on f.id = case d.kind when 'door' then o.from_zone_id else b.from_zone_id end
      left join zone t on t.id = case d.kind when 'door' then o.to_zone_id else b.to_zone_id end
    where d.company_id = ${caller.companyId} and d.retired_at is null and d.kind in ('counter', 'door')
      and (${deviceId}::uuid is null or d.id = ${deviceId}) and ${scope.sees('d.id')}
    order by d.kind, sort_key_of(d.name) collate "C", d.id
  `
  return rows.map(({ deviceId: id, name, isChosen, isPlaced, ...row }) => ({
    ...row,
    device: { id, name },
    because: !isPlaced ? 'not-placed' : isChosen ? 'chosen' : row.counts ? 'no-counter' : 'counter-here',
  }))
}
