// What people change about themselves, and their copy of all that is kept of them.
import { pictureMessages } from '@gatehouse/contract/identity/account-rules'
import * as profile from '@gatehouse/contract/identity/profile'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { restrictedSharp } from '../../kit/pictures.ts'

let server: TestServer
let company: ACompany
// The server opens no WebP; the test looks at what it made.
const restricted = await restrictedSharp()
restricted.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
})

const aPerson = async (of = company, card?: string) => {
  const user = await aUser(server.store.pool, of, {
    can: ['manage_account', 'read_profile'],
    ...(card === undefined ? {} : { card }),
  })
  const visitor = await server.signIn(user)
  return { user, visitor }
}

const formOf = (bytes: Uint8Array, type = 'image/png', field = 'profilePicture') => {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(bytes)], { type }), 'me')
  return form
}

const plain = (width: number, height: number, colour = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background: colour } })

test('the fields that are given change, the others stay', async () => {
  const { visitor } = await aPerson()
  const { user, message } = await visitor.call(profile.update, {
    firstName: ' Grace ',
    phone: '+44 20 7946 0958',
    country: 'GB',
  })
  expect(message).toBe('Profile updated successfully.')
  expect(user).toMatchObject({
    firstName: 'Grace',
    lastName: 'Okafor',
    displayName: 'Grace Okafor',
    phone: '+44 20 7946 0958',
    country: 'GB',
  })
})

test('a display name is shown instead of the names; an empty one gives them back', async () => {
  const { visitor } = await aPerson()
  expect((await visitor.call(profile.update, { displayName: 'Chief' })).user.displayName).toBe('Chief')
  expect((await visitor.call(profile.update, { displayName: '' })).user.displayName).toBe('Ada Okafor')
})

test('every bad field is named at once, in the words of the sign-up form', async () => {
  const { visitor } = await aPerson()
  const { status, body } = await visitor.try(profile.update, {
    firstName: 'G',
    lastName: 'x'.repeat(256),
    displayName: 'x'.repeat(256),
    phone: '12-34',
    country: 'XX',
  })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    code: 'VALIDATION',
    details: [
      { field: 'firstName', message: 'First name must be at least 2 characters' },
      { field: 'lastName', message: 'Last name is too long' },
      { field: 'displayName', message: 'Display name is too long' },
      { field: 'phone', message: 'Invalid phone number format' },
      { field: 'country', message: 'Choose a country from the list' },
    ],
  })
})

test('nothing else about oneself can be changed this way', async () => {
  const { user, visitor } = await aPerson()
  await visitor.call(profile.update, {
    firstName: 'Grace',
    ...{
      email: 'other@gatehouse.example',
      verified: false,
      permissions: ['admin_access'],
      company_id: null,
      id: uuid(),
    },
  })
  const { rows } = await server.store.pool.query(
    'select email, verified, permissions, company_id from users where id = $1',
    [user.id],
  )
  expect(rows).toEqual([
    { email: user.email, verified: true, permissions: ['manage_account', 'read_profile'], company_id: company.id },
  ])
})

test('a picture becomes three squares, and the one before is gone', async () => {
  const { visitor } = await aPerson()
  const first = await visitor.call(
    profile.uploadPicture,
    formOf(await plain(900, 300).jpeg().toBuffer(), 'image/jpeg') as never,
  )
  expect(first).toMatchObject({ success: true, message: 'Profile picture updated successfully.' })
  expect(first.user.profilePicture).toBe(first.fileUrl)
  const link = await fetch(new URL(first.fileUrl, server.gatehouse.address), {
    headers: { authorization: `Bearer ${visitor.token}` },
  })
  expect([link.status, link.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const idOf = (url: string) => url.split('/')[3] ?? ''
  for (const [size, edge] of Object.entries(profile.pictureSizes)) {
    const { status, body, headers } = await visitor.try(profile.picture, { pictureId: idOf(first.fileUrl), size })
    expect(status).toBe(200)
    expect(await sharp(body as Buffer).metadata()).toMatchObject({ format: 'webp', width: edge, height: edge })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  }
  const second = await visitor.call(profile.uploadPicture, formOf(await plain(64, 64).png().toBuffer()) as never)
  expect(second.fileUrl).not.toBe(first.fileUrl)
  expect((await visitor.try(profile.picture, { pictureId: idOf(first.fileUrl), size: 'small' })).status).toBe(404)
  const { user } = await visitor.call(profile.removePicture)
  expect(user.profilePicture).toBeNull()
  expect((await visitor.try(profile.picture, { pictureId: idOf(second.fileUrl), size: 'small' })).status).toBe(404)
})

test('a picture that lies on its side by EXIF stands upright afterwards', async () => {
  const { visitor } = await aPerson()
  // Red left, blue right, to be turned by a quarter: red is on top then.
  const sideways = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
    .composite([{ input: await plain(200, 400, '#ff0000').png().toBuffer(), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { fileUrl } = await visitor.call(profile.uploadPicture, formOf(sideways, 'image/jpeg') as never)
  const bytes = await visitor.call(profile.picture, { pictureId: fileUrl.split('/')[3] ?? '', size: 'medium' })
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  for (const x of [20, 236]) {
    expect(at(x, 20)[0]).toBeGreaterThan(200)
    expect(at(x, 236)[2]).toBeGreaterThan(200)
  }
  expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
})

test('a picture is seen in the company only', async () => {
  const { visitor } = await aPerson()
  const { fileUrl } = await visitor.call(
    profile.uploadPicture,
    formOf(await plain(64, 64).gif().toBuffer(), 'image/gif') as never,
  )
  const asked = { pictureId: fileUrl.split('/')[3] ?? '', size: 'large' }
  const colleague = await aPerson()
  expect((await colleague.visitor.try(profile.picture, asked)).status).toBe(200)
  const stranger = await aPerson(await aCompany(server.store.pool))
  expect((await stranger.visitor.try(profile.picture, asked)).status).toBe(404)
  const alone = await aPerson()
  await server.store.pool.query('update users set company_id = null where id = $1', [alone.user.id])
  await server.store.pool.query('update session set company_id = null where user_id = $1', [alone.user.id])
  await expect.poll(async () => (await alone.visitor.try(profile.picture, asked)).status).toBe(404)
  expect((await server.client().try(profile.picture, asked)).status).toBe(401)
})

test('what is too large or no picture at all is refused with its message', async () => {
  const { visitor } = await aPerson()
  const upload = (form: FormData) => visitor.try(profile.uploadPicture, form)
  const full = Buffer.alloc(5_242_881)
  ;(await plain(10, 10).png().toBuffer()).copy(full)
  expect(await upload(formOf(full))).toMatchObject({ status: 413, body: { message: pictureMessages.size } })
  // Whatever follows its end, five megabytes to the byte are taken.
  expect((await upload(formOf(await padded(5_242_880)))).status).toBe(200)
  expect(await upload(formOf(Buffer.from('GIF')))).toMatchObject({
    status: 422,
    body: { details: [{ field: 'profilePicture', message: pictureMessages.type }] },
  })
  const png = await plain(10, 10).png().toBuffer()
  for (const type of ['text/plain', 'application/octet-stream', 'image/webp']) {
    expect(await upload(formOf(png, type)), type).toMatchObject({
      status: 422,
      body: { message: pictureMessages.type },
    })
  }
  expect((await visitor.try(profile.uploadPicture, {})).status).toBe(422)
})

const padded = async (length: number) => {
  const bytes = Buffer.alloc(length)
  ;(await plain(10, 10).png().toBuffer()).copy(bytes)
  return bytes
}
