// Places and plans: a company builds its sites, draws its floors and places what stands there; labels hide what they hide.
import * as devices from '@gatehouse/contract/building/devices'
import type { Permission } from '@gatehouse/contract/permissions'
import * as plans from '@gatehouse/contract/building/plans'
import * as sites from '@gatehouse/contract/building/sites'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aDevice, aLabel } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aDrawing, aPdf } from './sheets.testing.ts'

let server: TestServer
let company: ACompany
let manager: ApiClient

const managing: readonly Permission[] = [
  'read_dashboard',
  'read_doors',
  'view_gas_detection',
  'manage_doors',
  'manage_sites',
]

const somebody = (can: readonly Permission[], labels: readonly string[] = [], of = company) =>
  server.signedIn(of, { can, labels })

const aFile = (bytes: Buffer, type: string) => {
  const form = new FormData()
  form.append('plan', new Blob([Uint8Array.from(bytes)], { type }), 'floor')
  return form
}

/** Calls that carry a file say the rest in their path. */
const sends = (
  op: typeof plans.look | typeof plans.setPicture,
  at: object,
  bytes: Buffer,
  type: string,
  by = manager,
) => {
  const path = Object.entries(at).reduce((so, [name, value]) => so.replace(`{${name}}`, String(value)), op.path)
  return by.try({ ...op, path }, aFile(bytes, type))
}

const aFloor = async (name = `Floor ${uuid()}`, level = 1) => {
  const { site } = await manager.call(sites.addFloor, { siteId: company.siteId, name, level })
  const floor = site.floors.find((one) => one.name === name)
  if (!floor) throw new Error(`${name} is not there`)
  return floor.id
}

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  manager = await somebody(managing)
})

const recorded = async (action: string, of = company) => {
  const { rows } = await server.store.pool.query(
    `select subject, before, after from activity where action = $1 and company_id = $2 and status < 400
     order by at desc limit 1`,
    [action, of.id],
  )
  return rows[0]
}

describe('places', () => {
  test('a new company builds its first site, floor and zone', async () => {
    const fresh = await aCompany(server.store.pool)
    await server.store.pool.query('delete from site where company_id = $1', [fresh.id])
    const owner = await somebody(managing, [], fresh)
    expect((await owner.call(sites.list)).sites).toEqual([])
    const { site } = await owner.call(sites.create, { name: 'Mill Lane', timeZone: 'Europe/London' })
    expect(site).toMatchObject({ name: 'Mill Lane', timeZone: 'Europe/London', floors: [], zones: [] })
    const level = await owner.call(sites.addFloor, { siteId: site.id, name: 'Ground', level: 0 })
    const [floor] = level.site.floors
    const { site: built } = await owner.call(sites.addZone, {
      siteId: site.id,
      name: 'Lobby',
      floorId: floor?.id ?? null,
      use: 'standing',
    })
    expect(built.zones).toMatchObject([{ name: 'Lobby', floorId: floor?.id, use: 'standing' }])
    expect(await recorded('sites.addZone', fresh)).toEqual({
      subject: 'Lobby',
      before: null,
      after: { site: 'Mill Lane', name: 'Lobby', floor: 'Ground', use: 'standing' },
    })
    expect((await owner.try(sites.create, { name: 'Moon', timeZone: 'Moon/Base' })).status).toBe(422)
    expect((await owner.try(sites.create, { name: 'mill lane', timeZone: 'UTC' })).status).toBe(422)
    await owner.call(sites.update, { siteId: site.id, timeZone: 'Europe/Oslo' })
    expect(await recorded('sites.update', fresh)).toEqual({
      subject: 'Mill Lane',
      before: { timeZone: 'Europe/London' },
      after: { timeZone: 'Europe/Oslo' },
    })
    expect((await manager.try(sites.update, { siteId: site.id, name: 'Ours' })).status).toBe(404)
    await owner.call(sites.remove, { siteId: site.id })
    expect((await owner.call(sites.list)).sites).toEqual([])
  })

  test('what something stands in, or the record names, stays; what is empty goes', async () => {
    const { pool } = server.store
    const floorId = await aFloor('Archive floor')
    const { site } = await manager.call(sites.addZone, { siteId: company.siteId, name: 'Archive', floorId })
    const zoneId = site.zones.find(({ name }) => name === 'Archive')?.id ?? ''
    const door = await aDevice(pool, company, 'door', { leadsTo: zoneId })
    await server.knows(manager, door)
    expect(await manager.try(sites.removeFloor, { floorId })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Archive would be left without a place') },
    })
    expect(await manager.try(sites.removeZone, { zoneId })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(door.key) },
    })
    expect((await manager.try(sites.remove, { siteId: company.siteId })).status).toBe(409)
    await pool.query('update device set retired_at = now() where id = $1', [door.id])
    expect(await manager.try(sites.removeZone, { zoneId })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('the record') },
    })
    await manager.call(sites.updateZone, { zoneId, name: 'Old archive', floorId: null })
    expect(await recorded('sites.updateZone')).toEqual({
      subject: 'Archive',
      before: { name: 'Archive', floor: 'Archive floor' },
      after: { name: 'Old archive', floor: null },
    })
    await manager.call(sites.removeFloor, { floorId })
    await pool.query('update door set to_zone_id = null where device_id = $1', [door.id])
    await manager.call(sites.removeZone, { zoneId })
    expect((await manager.try(sites.removeZone, { zoneId })).status).toBe(404)
  })

  test('what labels hide is not there, and says nothing of what it holds', async () => {
    const { pool } = server.store
    const [open, closed] = [await aFloor('Open floor', 2), await aFloor('Closed floor', 3)]
    await manager.call(sites.addZone, { siteId: company.siteId, name: 'Desk', floorId: open })
    const { site } = await manager.call(sites.addZone, { siteId: company.siteId, name: 'Vault', floorId: closed })
    const zone = site.zones.find(({ name }) => name === 'Vault')?.id ?? ''
    const label = await aLabel(pool, company, { zone })
    const holder = await somebody(managing, [label])
    const floorsOf = async (who: ApiClient) =>
      (await who.call(sites.list)).sites.flatMap(({ floors }) => floors.map(({ name }) => name))
    expect(await floorsOf(manager)).not.toContain('Closed floor')
    expect(await floorsOf(holder)).toContain('Closed floor')
    expect((await manager.try(sites.updateZone, { zoneId: zone, name: 'Mine' })).status).toBe(404)
    expect((await manager.try(sites.updateFloor, { floorId: closed, name: 'Mine' })).status).toBe(404)
    expect((await manager.try(sites.remove, { siteId: company.siteId })).status).toBe(403)
    expect((await manager.try(plans.byFloor, { floorId: closed })).status).toBe(404)
    const shown = (await manager.call(plans.list)).plans.map(({ floor }) => floor)
    expect(shown).toContain('Open floor')
    expect(shown).not.toContain('Closed floor')
    const plain = await somebody(['read_dashboard'])
    expect((await plain.try(sites.create, { name: 'Annex', timeZone: 'UTC' })).status).toBe(403)
  })
})

describe('the picture of a floor', () => {
  test('is made of one page of a document, a drawing or a picture, and is never what was sent', async () => {
    const floorId = await aFloor()
    const looked = await sends(plans.look, { page: 2 }, aPdf(3), 'application/pdf')
    expect(looked).toMatchObject({ status: 200, body: { pages: 3 } })
    expect(looked.body).toMatchObject({ preview: expect.stringMatching(/^data:image\/webp;base64,/) })
    const set = await sends(plans.setPicture, { floorId, page: 2 }, aPdf(3), 'application/pdf')
    expect(set.body).toMatchObject({ plan: { floorId, picture: { source: 'PDF, page 2 of 3', width: 4096 } } })
    const { plan } = await manager.call(plans.byFloor, { floorId })
    const wanted = { floorId, pictureId: plan.picture?.id ?? '', size: 'small' as const }
    const { body, headers } = await manager.try(plans.pictureOf, wanted)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(body instanceof Uint8Array && Buffer.from(body).subarray(8, 12).toString()).toBe('WEBP')
    await sends(plans.setPicture, { floorId, page: 1 }, aDrawing(), 'image/svg+xml')
    const { plan: redrawn } = await manager.call(plans.byFloor, { floorId })
    expect(redrawn.picture).toMatchObject({ source: 'SVG drawing', width: 4096, height: 2048 })
    expect((await manager.try(plans.pictureOf, wanted)).status).toBe(404)
    expect(await recorded('plans.setPicture')).toMatchObject({
      before: { source: 'PDF, page 2 of 3' },
      after: { source: 'SVG drawing' },
    })
    await manager.call(plans.removePicture, { floorId })
    expect((await manager.call(plans.byFloor, { floorId })).plan.picture).toBeNull()
  }, 60_000)

  test('is not made of what cannot be drawn, and each time it is said why', async () => {
    const at = { page: 1 }
    const webp = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
      .webp()
      .toBuffer()
    expect((await sends(plans.look, at, webp, 'image/webp')).body).toMatchObject({ pages: 1 })
    const outward = aDrawing('<image href="file:///etc/hosts" width="9" height="9"/><script>alert(1)</script>')
    expect((await sends(plans.look, at, outward, 'image/svg+xml')).status).toBe(200)
    const entity = Buffer.from(
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hosts">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    )
    // Some four gigabytes, asked for in few words.
    const greedy = aDrawing(
      `<defs><pattern id="p" width="9000" height="9000" patternUnits="userSpaceOnUse"><rect width="9000" height="9000"/>
       </pattern><mask id="m"><rect width="30000" height="30000" fill="white"/></mask></defs>
       <g mask="url(#m)"><rect width="9000" height="9000" fill="url(#p)"/></g>`,
    )
    const refused: [Buffer, string, number, string][] = [
      [Buffer.from('hello'), 'image/png', 1, plans.messages.type],
      [webp, 'text/html', 1, plans.messages.type],
      [aPdf(1).subarray(0, 60), 'application/pdf', 1, plans.messages.unreadable],
      [entity, 'image/svg+xml', 1, plans.messages.unreadable],
      [greedy, 'image/svg+xml', 1, plans.messages.slow],
      [aPdf(2), 'application/pdf', 3, plans.messages.page],
    ]
    for (const [bytes, type, page, message] of refused)
      expect(await sends(plans.look, { page }, bytes, type)).toMatchObject({
        status: 422,
        body: { details: [{ field: 'plan', message }] },
      })
  }, 60_000)
})

describe('what is placed', () => {
  test('is moved, turned, taken off, and seen by whoever may see it', async () => {
    const { pool } = server.store
    const floorId = await aFloor()
    const [door, hidden, detector] = [
      await aDevice(pool, company, 'door'),
      await aDevice(pool, company, 'door'),
      await aDevice(pool, company, 'gas'),
    ]
    const label = await aLabel(pool, company, { device: hidden.id })
    const boss = await somebody(['admin_access', ...managing])
    await server.knows(boss, detector)
    const spots = [door, hidden, detector].map(({ id }, n) => ({ deviceId: id, x: n / 4, y: 0.5, rotation: 90 * n }))
    const { devices: placed } = await boss.call(plans.arrange, { floorId, placed: spots })
    expect(placed.map(({ id, x, rotation }) => ({ id, x, rotation }))).toEqual(
      expect.arrayContaining([{ id: detector.id, x: 0.5, rotation: 180 }]),
    )
    const guard = await somebody(['read_dashboard', 'read_doors'])
    const idsSeen = async () => (await guard.call(plans.byFloor, { floorId })).devices.map(({ id }) => id)
    await expect.poll(idsSeen).toEqual([door.id])
    const seen = await guard.call(plans.byFloor, { floorId })
    expect(seen.plan.devices).toBe(1)
    expect(seen.devices).toMatchObject([{ outOfService: null }])
    await pool.query(
      `update device set out_of_service_since = now(), out_of_service_reason = 'x', out_of_service_by = 'y' where id = $1`,
      [door.id],
    )
    expect((await guard.call(plans.byFloor, { floorId })).devices).toMatchObject([{ outOfService: { reason: 'x' } }])
    const one = (await guard.call(plans.list)).plans.find((plan) => plan.floorId === floorId)
    expect(one?.devices).toBe(1)
    const holder = await somebody(['read_dashboard', 'read_doors'], [label])
    expect((await holder.call(plans.byFloor, { floorId })).plan.devices).toBe(2)
    expect((await manager.try(plans.arrange, { floorId, removed: [hidden.id] })).status).toBe(404)
    expect((await guard.try(plans.arrange, { floorId, removed: [door.id] })).status).toBe(403)
    await manager.call(plans.arrange, { floorId, placed: [{ deviceId: door.id, x: 0.125, y: 1, rotation: 359 }] })
    expect(await recorded('plans.arrange')).toMatchObject({
      before: { [door.key]: expect.stringContaining('0.0 % from the left, 50.0 % from the top, 0°') },
      after: { [door.key]: expect.stringContaining('12.5 % from the left, 100.0 % from the top, 359°') },
    })
    const left = await manager.call(plans.arrange, { floorId, removed: [door.id] })
    expect(left.devices.map(({ id }) => id)).toEqual([detector.id])
    const wrong = { deviceId: door.id, x: 1.01, y: 0, rotation: 0 }
    expect(await manager.try(plans.arrange, { floorId, placed: [wrong] })).toMatchObject({
      status: 422,
      body: { details: [{ field: 'placed.0.x' }] },
    })
  })

  test('stands on one plan of its own site, and stays when the picture is another', async () => {
    const { pool } = server.store
    const [here, there] = [await aFloor(), await aFloor()]
    const door = await server.knows(manager, await aDevice(pool, company, 'door'))
    const spot = { deviceId: door.id, x: 0.2, y: 0.3, rotation: 0 }
    await manager.call(plans.arrange, { floorId: here, placed: [spot] })
    await sends(plans.setPicture, { floorId: here, page: 1 }, aDrawing(), 'image/svg+xml')
    expect((await manager.call(plans.byFloor, { floorId: here })).devices).toMatchObject([{ id: door.id, x: 0.2 }])
    await manager.call(plans.arrange, { floorId: there, placed: [spot] })
    expect((await manager.call(plans.byFloor, { floorId: here })).devices).toEqual([])
    const { site } = await manager.call(sites.create, { name: 'Annex', timeZone: 'UTC' })
    const annex = (await manager.call(sites.addFloor, { siteId: site.id, name: 'Ground', level: 0 })).site.floors[0]
    expect((await manager.try(plans.arrange, { floorId: annex?.id, placed: [spot] })).status).toBe(409)
    await pool.query('update device set site_id = $1 where id = $2', [site.id, door.id])
    expect((await manager.call(plans.byFloor, { floorId: there })).devices).toEqual([])
    expect((await manager.call(devices.list)).devices.some(({ id }) => id === door.id)).toBe(true)
  })
})
