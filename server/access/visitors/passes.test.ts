// Visitor passes: issued for doors that one sees, mailed with a link of their own, used as often as they may be.
import * as access from '@gatehouse/contract/access/access'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as passes from '@gatehouse/contract/access/passes'
import { allPermissions, systemRoles, type Permission } from '@gatehouse/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import pino from 'pino'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { createBus } from '../../kit/bus.ts'
import { recordPassUses } from './visitors.ts'

let server: TestServer
let company: ACompany
let admin: ApiClient
let manager: ApiClient
let guard: ApiClient
let host: AUser
let front: ADevice
let vault: ADevice

const somebody = (can: readonly Permission[]) => server.signedIn(company, { can })

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool, 'Meridian')
  admin = await somebody(allPermissions)
  manager = await somebody(['read_doors', 'manage_doors', 'manage_visitors'])
  guard = await somebody(systemRoles.guard)
  host = await aUser(pool, company, { can: ['read_notifications'] })
  ;[front, vault] = [await aDevice(pool, company, 'door'), await aDevice(pool, company, 'door')]
  await aLabel(pool, company, { device: vault.id })
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const probe = await manager.try(passes.issue, { ...today(), doorIds: [vault.id] })
    if (probe.status === 404) break
  }
  await pool.query('delete from visitor_pass where company_id = $1', [company.id])
})

const today = () => ({
  visitor: 'Kwame Mensah',
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
})
const issued = (more: object) => manager.call(passes.issue, { ...today(), doorIds: [front.id], ...more })
const letIn = async (passId: string, times = 1) => {
  const client = await server.store.connect()
  const use = { passId, at: new Date() }
  const publish = await recordPassUses(
    client,
    createBus(pino({ level: 'silent' })),
    Array.from({ length: times }, () => use),
  )
  await client.end()
  publish()
}
const page = async (link: string) => {
  const answer = await fetch(`${server.gatehouse.address}${new URL(link).pathname}`)
  return { status: answer.status, type: answer.headers.get('content-type'), html: await answer.text() }
}

test('a pass is mailed with a page of its own; a newer letter, or withdrawing it, makes the link void', async () => {
  const email = 'kwame@visitor.example'
  const { pass, code } = await issued({ email, company: '<b>Volta', hostId: host.id, uses: 1 })
  expect(pass).toMatchObject({ state: 'issued', used: 0, uses: 1, doors: [{ id: front.id }], host: { id: host.id } })
  expect(code).toMatch(/^pass:[\w-]{32}$/)
  const linkIn = ({ text }: { readonly text: string }) => /https?:\S+\/passes\/shown\/\S+/.exec(text)?.[0] ?? ''
  const letter = await server.letterTo(email)
  // Scanned straight from the letter, by programs that show no pictures too.
  expect(letter.html).toContain('aria-label="QR code of your pass"')
  const first = linkIn(letter)
  const shown = await page(first)
  expect(shown).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(shown.html).toContain('&lt;b&gt;Volta')
  expect(shown.html).toContain('<svg')
  expect(shown.html).not.toContain(code)
  await manager.call(passes.resend, { passId: pass.id })
  const second = linkIn(await server.letterTo(email))
  expect((await page(first)).html).toContain('No such pass')
  expect((await page(second)).html).toContain('<svg')
  await manager.call(passes.withdraw, { passId: pass.id, reason: 'Ill' })
  expect((await page(second)).html).toContain('No such pass')
  expect((await manager.try(passes.resend, { passId: pass.id })).status).toBe(409)
  expect((await manager.call(passes.byId, { passId: pass.id })).code).toBeNull()
  const { rows } = await server.store.pool.query(
    `select subject, before, after, reason from activity where action = 'passes.withdraw'
     and company_id = $1 and status = 200`,
    [company.id],
  )
  expect(rows).toEqual([
    { subject: 'Kwame Mensah', before: { state: 'issued' }, after: { state: 'withdrawn' }, reason: 'Ill' },
  ])
  const { rows: everything } = await server.store.pool.query<{ text: string }>(
    `select string_agg(to_jsonb(a)::text, ' ') as text from activity a`,
  )
  expect(everything[0]?.text).not.toContain(code)
})

test('it lets in as often as it may, its host hears of the first time, and its time ends it', async () => {
  const { pass } = await issued({ hostId: host.id, uses: 2, company: 'Volta' })
  const now = async () => (await manager.call(passes.byId, { passId: pass.id })).pass
  await letIn(pass.id)
  expect(await now()).toMatchObject({ used: 1, state: 'issued', lastUsedAt: expect.any(String) })
  await letIn(pass.id)
  expect(await now()).toMatchObject({ used: 2, state: 'used' })
  const visitor = await server.signIn(host)
  const notified = (await visitor.call(notifications.list, {})).notifications.filter(({ title }) =>
    title.includes('Kwame'),
  )
  expect(notified).toMatchObject([
    { title: 'Kwame Mensah has arrived', message: 'Your visitor from Volta was let in.' },
  ])
  const late = (await issued({ visitor: 'Late Larry' })).pass
  await server.store.pool.query(`update visitor_pass set valid_to = now() - interval '1 s' where id = $1`, [late.id])
  expect((await manager.call(passes.list, { state: 'expired' })).passes.map(({ id }) => id)).toEqual([late.id])
})

test('guards see today’s visitors and no code; nobody sees a pass for a door that labels hide', async () => {
  const { pass } = await issued({ visitor: 'Zoe Quist' })
  const secret = (await admin.call(passes.issue, { ...today(), visitor: 'Zoe Vault', doorIds: [vault.id] })).pass
  const level = (await admin.call(access.createLevel, { name: 'Cash', doorIds: [vault.id] })).level
  const byLevel = (await admin.call(passes.issue, { ...today(), visitor: 'Zoe Cash', levelId: level.id })).pass
  const seen = await guard.call(passes.list, { q: 'zoe', from: today().from, to: today().to })
  expect(seen.passes.map(({ id }) => id)).toEqual([pass.id])
  expect((await guard.call(passes.byId, { passId: pass.id })).code).toBeNull()
  for (const passId of [secret.id, byLevel.id]) {
    expect((await guard.try(passes.byId, { passId })).status).toBe(404)
    expect((await manager.try(passes.withdraw, { passId })).status).toBe(404)
  }
  expect((await manager.try(passes.issue, { ...today(), levelId: level.id })).status).toBe(404)
  expect((await guard.try(passes.issue, { ...today(), doorIds: [front.id] })).status).toBe(403)
  const refused = [
    [{ to: today().from, from: today().to }, 'to'],
    [{ from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }, 'to'],
    [{ to: new Date(Date.now() + 400 * 86_400_000).toISOString() }, 'to'],
    [{ doorIds: [] }, 'doorIds'],
    [{ email: 'nobody' }, 'email'],
  ] as const
  for (const [wrong, field] of refused)
    expect(await manager.try(passes.issue, { ...today(), doorIds: [front.id], ...wrong }), field).toMatchObject({
      status: 422,
      body: { details: [{ field }] },
    })
})
