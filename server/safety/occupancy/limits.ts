// Limits: seen, and set as a whole for one place.
import * as contract from '@gatehouse/contract/safety/occupancy'
import type { Limits } from '@gatehouse/contract/safety/occupancy'
import { v7 as uuid } from 'uuid'
import { type Db, execute, insertRow, isAny } from '../../db/pool.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid } from '../../kit/errors.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { limitThatHolds, readLimits } from './limits.sql.ts'
import { publishFigures } from './live.ts'
import type { ServeOccupancyParts } from './occupancy.ts'
import { type Sight, sightOf } from './sight.ts'

export const serveLimits = (serve: Serve, parts: ServeOccupancyParts) => {
  const { store, directory, judge } = parts
  const { db } = store

  serve(contract.limitsList, async (_input, caller) => ({
    places: await limitsFor(db, caller, sightOf(directory, caller)),
  }))

  serve(contract.setLimits, async ({ placeId, limits }, caller, call) => {
    const companyId = companyOf(caller)
    const sight = sightOf(directory, caller)
    const place = existing(sight.places.get(placeId), 'This site, floor or zone')
    const { name, siteId, zoneId } = place
    call.annotate({ subject: name })
    const of = async (tx: Db) => (await limitsFor(tx, caller, sight)).find((one) => one.place.id === placeId)
    const none: Limits = { place: { id: placeId, name, kind: place.kind }, siteId, limits: [] }
    const publish = await inPoolTransaction(store.pool, async (client, tx) => {
      for (const [n, { scheduleId }] of limits.entries())
        if (
          scheduleId !== null &&
          !(await isAny(tx)`select from schedule where id = ${scheduleId} and company_id = ${companyId}`)
        )
          throw invalid([{ field: `limits.${n}.scheduleId`, message: 'Choose a schedule of your company' }])
      const before = await of(tx)
      await execute(tx)`delete from occupancy_limit where place_id = ${placeId} and company_id = ${companyId}`
      for (const { people, scheduleId, basis } of limits)
        await insertRow(tx, 'occupancy_limit', {
          id: uuid(),
          company_id: companyId,
          place_id: placeId,
          site_id: siteId,
          floor_id: place.kind === 'floor' ? placeId : null,
          zone_id: zoneId,
          schedule_id: scheduleId,
          people,
          basis: JSON.stringify(basis),
        })
      await call.record(tx, { before: factsOf(before), after: factsOf(await of(tx)) })
      return judge(client, [{ companyId, zoneId, measure: 'occupancy', value: null, at: clock.now() }])
    })
    publish()
    await publishFigures(parts, companyId, [placeId])
    return { limits: (await of(db)) ?? none }
  })
}

const factsOf = (of: Limits | undefined) => ({
  limits: (of?.limits ?? []).map(({ people, schedule }) => `${people}${schedule ? ` (${schedule.name})` : ''}`),
})

const limitsFor = async (db: Db, caller: Caller, { places }: Sight): Promise<Limits[]> => {
  const now = clock.now()
  const rows = await readLimits(db, [caller.companyId ?? ''])
  return [...Map.groupBy(rows, ({ placeId }) => placeId)].flatMap(([placeId, ofPlace]) => {
    const known = places.get(placeId)
    if (!known) return []
    const holding = limitThatHolds(ofPlace, now)
    return [
      {
        place: { id: placeId, name: known.name, kind: known.kind },
        siteId: known.siteId,
        limits: ofPlace.map((row) => ({
          people: row.people,
          schedule: row.schedule,
          basis: row.basis,
          holds: row === holding,
        })),
      },
    ]
  })
}
