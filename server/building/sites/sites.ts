// Places: seen as far as labels let, added, changed, and removed while nothing needs them.
import * as plans from '@gatehouse/contract/building/plans'
import * as sites from '@gatehouse/contract/building/sites'
import type { Site } from '@gatehouse/contract/building/sites'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, Refusal, unlessInUse } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { hidesZones, lockSites, standingIn, visibleFloor, visibleSites, visibleZone } from './sites.sql.ts'

export { floorSeen, visibleSites } from './sites.sql.ts'

export const serveSites = (serve: Serve, db: Db, bus: Bus) => {
  /** One after another within a company, and told to whoever looks. */
  const changing = async <T>(caller: Caller, change: (tx: Db, companyId: string) => Promise<T>): Promise<T> => {
    const companyId = companyOf(caller, 'A company to have places')
    const answer = await inTransaction(db, async (tx) => {
      await lockSites(tx, companyId)
      return change(tx, companyId)
    })
    bus.publish(plans.changed, companyId, { at: clock.iso() })
    return answer
  }

  serve(sites.list, async (_input, caller) => ({ sites: await visibleSites(db, caller) }))

  serve(sites.create, ({ name, timeZone }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      await demandFreeName(tx, 'site', { company_id: companyId }, name, 'site')
      const id = uuid()
      await insertRow(tx, 'site', { id, company_id: companyId, name, time_zone: timeZone })
      await call.record(tx, { subject: name, after: { name, timeZone } })
      return { site: await seen(tx, caller, id) }
    }),
  )

  serve(sites.update, ({ siteId, name, timeZone }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      const before = await seen(tx, caller, siteId)
      call.annotate({ subject: before.name })
      const after = { name: name ?? before.name, timeZone: timeZone ?? before.timeZone }
      await demandFreeName(tx, 'site', { company_id: companyId }, after.name, 'site', siteId)
      await updateRow(tx, 'site', siteId, { name: after.name, time_zone: after.timeZone })
      await call.record(tx, changes({ name: before.name, timeZone: before.timeZone }, after))
      return { site: await seen(tx, caller, siteId) }
    }),
  )

  serve(sites.remove, ({ siteId }, caller, call) =>
    changing(caller, async (tx) => {
      const before = await seen(tx, caller, siteId)
      call.annotate({ subject: before.name })
      if (await hidesZones(tx, caller, siteId)) throw hidden()
      await demandEmpty(tx, caller, before.name, { site: siteId })
      const removed = async () => {
        await tx.deleteFrom('zone').where('site_id', '=', siteId).execute()
        await tx.deleteFrom('floor').where('site_id', '=', siteId).execute()
        await tx.deleteFrom('site').where('id', '=', siteId).execute()
      }
      await unlessInUse(removed(), stillNamed(before.name))
      const names = (list: readonly { name: string }[]) => list.map((one) => one.name)
      await call.record(tx, {
        before: {
          name: before.name,
          timeZone: before.timeZone,
          floors: names(before.floors),
          zones: names(before.zones),
        },
      })
    }),
  )

  serve(sites.addFloor, ({ siteId, name, level }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      const site = await seen(tx, caller, siteId)
      call.annotate({ subject: name })
      await demandFreeName(tx, 'floor', { site_id: siteId }, name, 'floor')
      const id = uuid()
      await insertRow(tx, 'floor', { id, company_id: companyId, site_id: siteId, name, level })
      await call.record(tx, { after: { site: site.name, name, level } })
      return { site: await seen(tx, caller, siteId) }
    }),
  )

  serve(sites.updateFloor, ({ floorId, name, level }, caller, call) =>
    changing(caller, async (tx) => {
      const before = await seenFloor(tx, caller, floorId)
      call.annotate({ subject: before.name })
      const after = { name: name ?? before.name, level: level ?? before.level }
      await demandFreeName(tx, 'floor', { site_id: before.siteId }, after.name, 'floor', floorId)
      await updateRow(tx, 'floor', floorId, after)
      await call.record(tx, changes({ name: before.name, level: before.level }, after))
      return { site: await seen(tx, caller, before.siteId) }
    }),
  )

  serve(sites.removeFloor, ({ floorId }, caller, call) =>
    changing(caller, async (tx) => {
      const before = await seenFloor(tx, caller, floorId)
      call.annotate({ subject: before.name })
      const site = await seen(tx, caller, before.siteId)
      const zones = site.zones.filter((zone) => zone.floorId === floorId)
      if (zones.length > 0) throw stillThere(before.name, zones)
      await unlessInUse(tx.deleteFrom('floor').where('id', '=', floorId).execute(), stillNamed(before.name))
      await call.record(tx, { before: { site: site.name, name: before.name, level: before.level } })
    }),
  )

  serve(sites.addZone, ({ siteId, name, floorId, use }, caller, call) =>
    changing(caller, async (tx, companyId) => {
      const site = await seen(tx, caller, siteId)
      call.annotate({ subject: name })
      await demandFreeName(tx, 'zone', { site_id: siteId }, name, 'zone')
      const floor = floorIn(site, floorId)
      const id = uuid()
      await insertRow(tx, 'zone', { id, company_id: companyId, site_id: siteId, floor_id: floorId, name, use })
      await call.record(tx, { after: { site: site.name, name, floor, use } })
      return { site: await seen(tx, caller, siteId) }
    }),
  )

  serve(sites.updateZone, ({ zoneId, ...wanted }, caller, call) =>
    changing(caller, async (tx) => {
      const before = await seenZone(tx, caller, zoneId)
      call.annotate({ subject: before.name })
      const site = await seen(tx, caller, before.siteId)
      const name = wanted.name ?? before.name
      const floorId = wanted.floorId === undefined ? before.floorId : wanted.floorId
      const use = wanted.use === undefined ? before.use : wanted.use
      await demandFreeName(tx, 'zone', { site_id: before.siteId }, name, 'zone', zoneId)
      const floors = {
        before: site.floors.find(({ id }) => id === before.floorId)?.name ?? null,
        after: floorId === before.floorId ? null : floorIn(site, floorId),
      }
      await updateRow(tx, 'zone', zoneId, { name, floor_id: floorId, use })
      await call.record(
        tx,
        changes(
          { name: before.name, floor: floors.before, use: before.use },
          { name, floor: floorId === before.floorId ? floors.before : floors.after, use },
        ),
      )
      return { site: await seen(tx, caller, before.siteId) }
    }),
  )

  serve(sites.removeZone, ({ zoneId }, caller, call) =>
    changing(caller, async (tx) => {
      const before = await seenZone(tx, caller, zoneId)
      call.annotate({ subject: before.name })
      await demandEmpty(tx, caller, before.name, { zone: zoneId })
      const site = await seen(tx, caller, before.siteId)
      await unlessInUse(tx.deleteFrom('zone').where('id', '=', zoneId).execute(), stillNamed(before.name))
      const floor = site.floors.find(({ id }) => id === before.floorId)?.name ?? null
      await call.record(tx, { before: { site: site.name, name: before.name, floor, use: before.use } })
    }),
  )
}

const seen = async (tx: Db, caller: Caller, siteId: string): Promise<Site> =>
  existing((await visibleSites(tx, caller, siteId))[0], 'This site')

const seenFloor = async (tx: Db, caller: Caller, floorId: string) =>
  existing(await visibleFloor(tx, caller, floorId), 'This floor')

const seenZone = async (tx: Db, caller: Caller, zoneId: string) =>
  existing(await visibleZone(tx, caller, zoneId), 'This zone')

/** The name of a floor of the site. */
const floorIn = (site: Site, floorId: string | null): string | null => {
  if (floorId === null) return null
  const floor = existing(
    site.floors.find(({ id }) => id === floorId),
    'This floor',
  )
  return floor.name
}

const mostNamed = 3

const demandEmpty = async (tx: Db, caller: Caller, name: string, at: { site: string } | { zone: string }) => {
  const there = await standingIn(tx, caller, at)
  if (there.length > 0)
    throw stillThere(
      name,
      there.filter((one) => one.seen),
    )
}

const stillThere = (name: string, what: readonly { readonly name: string }[]) => {
  const named = what.slice(0, mostNamed).map((one) => one.name)
  const more = what.length - named.length
  const notified = named.length === 0 ? 'something that labels hide from you' : named.join(', ')
  return new Refusal(
    409,
    'IN_USE',
    `${name} cannot be removed: ${notified}${more > 0 ? ` and ${more} more` : ''} would be left without a place.`,
  )
}

// Devices that were retired, people who are inside, what others have set: the record would name nothing.
const stillNamed = (name: string) =>
  `${name} cannot be removed: the record or other settings still name it. It can be renamed.`

const hidden = () =>
  new Refusal(403, 'FORBIDDEN', 'This site has zones that labels hide from you. Who sees all of them can remove it.')
