// The address of a picture as a plain link or image, which a browser asks for with its cookies alone.
import * as auth from '@gatehouse/contract/identity/auth'
import * as profile from '@gatehouse/contract/identity/profile'
import * as users from '@gatehouse/contract/identity/users'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type ApiClient, sharedServer, type TestServer } from '../../testing/test-server.testing.ts'

let server: TestServer
let company: ACompany

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const cookiesOf = ({ cookies }: ApiClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const open = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.gatehouse.address), { headers: { cookie, ...headers } })

const aPicture = async () => {
  const person = await server.signedIn(company, { can: ['manage_account', 'read_profile'] })
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('profilePicture', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'me.png')
  const { status, body } = await person.try(profile.uploadPicture, form)
  expect(status).toBe(200)
  return { person, fileUrl: profile.uploadPicture.output.parse(body).fileUrl }
}

test('opens for who is signed in, and for nobody without the cookie or once they have signed out', async () => {
  const { person, fileUrl } = await aPicture()
  const cookie = cookiesOf(person)
  const shown = await open(fileUrl, cookie)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // Nothing of it stays in the browser.
  expect([shown.headers.get('cache-control'), shown.headers.get('vary')]).toEqual([
    'no-store',
    expect.stringContaining('sec-fetch-dest'),
  ])
  expect((await open(fileUrl, '')).status).toBe(401)
  await person.call(auth.signOut)
  expect(cookiesOf(person)).not.toContain('gatehouse_link')
  expect((await open(fileUrl, cookie)).status).toBe(401)
})

test('opens for a colleague and not for another company', async () => {
  const { fileUrl } = await aPicture()
  const colleague = await server.signedIn(company)
  expect((await open(fileUrl, cookiesOf(colleague))).status).toBe(200)
  const stranger = await server.signedIn(await aCompany(server.store.pool))
  expect((await open(fileUrl, cookiesOf(stranger))).status).toBe(404)
})

test('a cookie that is forged, or of another session’s name, opens nothing', async () => {
  const { person, fileUrl } = await aPicture()
  const other = await server.signedIn(company)
  const [own = '', theirs = ''] = [person, other].map(({ cookies }) => cookies.get('gatehouse_link') ?? '')
  const [id] = own.split('.')
  const [, signature] = theirs.split('.')
  for (const secret of [`${id}.${signature}`, `${id}.`, `${id}`, '', '.', 'x.y', `${own}x`])
    expect((await open(fileUrl, `gatehouse_link=${secret}`)).status, secret).toBe(401)
  // A token that does not hold is not made up for by the cookie.
  expect((await open(fileUrl, cookiesOf(person), { authorization: 'Bearer forged' })).status).toBe(401)
})

test('the cookie opens no other operation', async () => {
  const { person } = await aPicture()
  for (const path of ['/api/check-session', '/api/auth/export', '/api/auth/sessions'])
    expect((await open(path, cookiesOf(person))).status, path).toBe(401)
})

test('a check of the session sets the cookie; looking through another’s eyes leaves it', async () => {
  const admin = await server.signedIn(company, { can: ['admin_access', 'manage_users', 'assign_roles'] })
  const own = admin.cookies.get('gatehouse_link')
  admin.cookies.delete('gatehouse_link')
  await admin.call(auth.checkSession)
  expect(admin.cookies.get('gatehouse_link')).toBe(own)
  const who = await aUser(server.store.pool, company, { can: [] })
  admin.token = (await admin.call(users.viewAs, { userId: who.id, reason: 'To try it' })).token
  await admin.call(auth.checkSession)
  expect(admin.cookies.get('gatehouse_link')).toBe(own)
})
