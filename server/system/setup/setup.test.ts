// Each of the first steps is done by what a company has, and by nothing else.
import * as access from '@gatehouse/contract/access/access'
import * as staff from '@gatehouse/contract/identity/staff'
import * as users from '@gatehouse/contract/identity/users'
import * as sites from '@gatehouse/contract/building/sites'
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import * as setup from '@gatehouse/contract/system/setup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { type ApiClient, openServer, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'

let server: TestServer
let smtp: MailServer

beforeAll(async () => {
  smtp = await openMailServer()
  server = await openServer({ SMTP_URL: smtp.url })
})
afterAll(() => server.close())

const anAdministrator = async (of = server) => {
  const company = await aCompany(of.store.pool)
  const can = ['admin_access', 'manage_sites', 'manage_doors', 'manage_staff', 'manage_users', 'operate_doors'] as const
  return { company, admin: await of.signedIn(company, { can }) }
}

const done = async (admin: ApiClient) =>
  (await admin.call(setup.read)).steps.filter(({ state }) => state === 'done').map(({ step }) => step)

test('an empty company has every step before it, and each is done once its data is there', async () => {
  const { company, admin } = await anAdministrator()
  expect(await done(admin)).toEqual([])
  const { site } = await admin.call(sites.create, { name: 'North House', timeZone: 'Europe/London' })
  expect(await done(admin), 'a site without a floor').toEqual([])
  await admin.call(sites.addFloor, { siteId: site.id, name: 'Ground', level: 0 })
  expect(await done(admin)).toEqual(['place'])
  const { device } = await admin.call(doorSetup.add, { name: 'Front', siteId: site.id })
  expect(await done(admin)).toEqual(['place', 'device'])
  const person = { email: 'grace@north.example', firstName: 'Grace', lastName: 'Hopper' }
  await admin.call(staff.add, person)
  expect(await done(admin)).toEqual(['place', 'device', 'people'])
  const { level } = await admin.call(access.createLevel, { name: 'Everybody', doorIds: [device.id] })
  expect(await done(admin), 'a level that nobody holds').toEqual(['place', 'device', 'people'])
  const { rows } = await server.store.pool.query<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  await admin.call(access.assign, { userIds: [rows[0]?.id ?? ''], addLevels: [level.id] })
  expect(await done(admin)).toEqual(['place', 'device', 'people', 'access'])
  await server.store.pool.query(
    `insert into command (id, company_id, device_id, action, actor, args, asked, correlation_id, expires_at, requested_at, status)
     values (gen_random_uuid(), $1, $2, 'unlock', 'x', '{}', 'unlock', gen_random_uuid(), now(), now(), 'confirmed')`,
    [company.id, device.id],
  )
  expect(await done(admin)).toEqual(['place', 'device', 'people', 'access', 'test'])
  await admin.call(users.invite, { email: 'kwame@north.example', firstName: 'Kwame', lastName: 'Mensah' })
  expect(await done(admin)).toEqual(['place', 'device', 'people', 'access', 'test', 'colleague'])
})

test('a test mail goes to oneself, and settles its step once the mail server has it', async () => {
  const { admin } = await anAdministrator()
  const sent = await admin.call(setup.testMail)
  expect(sent.testMail).toMatchObject({ to: admin.user.email, status: 'queued' })
  await expect.poll(() => done(admin), { timeout: 15_000 }).toEqual(['mail'])
  expect((await admin.call(setup.read)).testMail?.status).toBe('sent')
})

test('without a mail server the step stays, and the answer says that there is none', async () => {
  const local = await sharedServer()
  const { admin } = await anAdministrator(local)
  await admin.call(setup.testMail)
  await expect.poll(async () => (await admin.call(setup.read)).testMail?.status, { timeout: 15_000 }).toBe('sent')
  const { mailServer } = await admin.call(setup.read)
  expect({ mailServer, done: await done(admin) }).toEqual({ mailServer: false, done: [] })
})

test('a step is skipped and the list put away for the whole company, and for no other', async () => {
  const { company, admin } = await anAdministrator()
  await admin.call(setup.change, { skipped: ['mail'] })
  await admin.call(setup.change, { hidden: true })
  const colleague = await server.signedIn(company, { can: ['admin_access'] })
  const { steps, hidden } = await colleague.call(setup.read)
  expect({ mail: steps.find(({ step }) => step === 'mail')?.state, hidden }).toEqual({ mail: 'skipped', hidden: true })
  const other = await anAdministrator()
  expect(await other.admin.call(setup.read)).toMatchObject({ hidden: false })
  expect((await other.admin.call(setup.read)).steps.every(({ state }) => state === 'open')).toBe(true)
  await admin.call(setup.change, { skipped: [], hidden: false })
  expect(await admin.call(setup.read)).toMatchObject({ hidden: false })
})
