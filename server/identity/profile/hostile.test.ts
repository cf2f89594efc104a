// Pictures sent to do harm: nothing of them is kept, memory stays bounded, and the server goes on answering.
import * as auth from '@gatehouse/contract/identity/auth'
import * as channels from '@gatehouse/contract/messages/channels'
import * as profile from '@gatehouse/contract/identity/profile'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aLargeOne, boundary, canary, type Hostile, hostileUploads } from './hostile.testing.ts'
import { restrictedSharp } from '../../kit/pictures.ts'

const seed = 20_261_121
/** One of each kind and way; the whole proof: GATEHOUSE_HOSTILE=3. */
const rounds = Number(process.env['GATEHOUSE_HOSTILE'] ?? 1)
const megabyte = 1_048_576
// Two pictures of 50 megapixels at a time, each unpacked once, and what the store and the runtime need beside it.
const mostGrowth = 600 * megabyte

let server: TestServer
let visitor: ApiClient
let userId: string
let uploads: Hostile[]
let send: (hostile: Hostile, by?: ApiClient) => Promise<{ status: number; body: unknown }>
let people: ApiClient[]

beforeAll(async () => {
  uploads = await hostileUploads(seed, rounds)
  server = await sharedServer()
  const company = await aCompany(server.store.pool)
  const user = await aUser(server.store.pool, company, { can: ['manage_account'] })
  userId = user.id
  visitor = await server.signIn(user)
  people = [visitor]
  for (let n = 1; n < 6; n++) {
    const by = await server.signedIn(company, { can: ['manage_account'] })
    people.push(by)
  }
  const csrf = await fetch(`${server.gatehouse.address}/api${auth.csrfToken.path}`)
  const { csrfToken } = auth.csrfToken.output.parse(await csrf.json())
  const cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  send = async ({ body }, by = visitor) => {
    const response = await fetch(`${server.gatehouse.address}/api${profile.uploadPicture.path}`, {
      method: 'POST',
      headers: {
        cookie,
        'x-csrf-token': csrfToken,
        authorization: `Bearer ${by.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Uint8Array.from(body),
    })
    return { status: response.status, body: await response.json() }
  }
  // The test reads what was made; the server itself opens no WebP.
  const restricted = await restrictedSharp()
  restricted.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
})

const watchMemory = () => {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  return () => {
    clearInterval(timer)
    return Math.max(most, process.memoryUsage.rss()) - before
  }
}

test('of hostile uploads of every kind nothing is kept as it was sent', { timeout: 120_000 }, async () => {
  expect(new Set(uploads.map(({ what }) => what.replace(/ \d+$/, '')))).toHaveLength(15)
  const grown = watchMemory()
  const outcomes = new Map<number, number>()
  for (const hostile of uploads) {
    const { status, body } = await send(hostile)
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
    expect([200, 400, 413, 422], hostile.what).toContain(status)
    expect(JSON.stringify(body), hostile.what).not.toContain(canary)
    if (status === 200) await expectOurOwn(profile.uploadPicture.output.parse(body).fileUrl, hostile)
  }
  const growth = Math.round(grown() / megabyte)
  process.stdout.write(`hostile uploads: ${JSON.stringify(Object.fromEntries(outcomes))}, memory grew ${growth} MB\n`)
  expect(growth * megabyte).toBeLessThan(mostGrowth)
  const { rows } = await server.store.pool.query('select count(*)::int as kept from picture')
  expect(rows).toEqual([{ kept: 1 }])
  expect((await visitor.try(channels.myPreferences)).status).toBe(200)
})

test('of many large ones at once two are unpacked at a time, one of each person, and those beyond the queue are sent away', async () => {
  const large = aLargeOne()
  const grown = watchMemory()
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => send(large, people[n % people.length])))
  const growth = Math.round(grown() / megabyte)
  const of = (status: number) => answers.filter((answer) => answer.status === status).length
  process.stdout.write(`24 at once: ${of(200)} taken, ${of(503)} sent away, memory grew ${growth} MB\n`)
  expect(of(200) + of(503)).toBe(24)
  expect(of(200)).toBeGreaterThanOrEqual(18)
  expect(growth * megabyte).toBeLessThan(mostGrowth)
  const { rows } = await server.store.pool.query('select count(*)::int as kept from picture where user_id = $1', [
    userId,
  ])
  expect(rows).toEqual([{ kept: 1 }])
}, 120_000)

const expectOurOwn = async (fileUrl: string, { what, body }: Hostile) => {
  const pictureId = fileUrl.split('/')[3] ?? ''
  for (const [size, edge] of Object.entries(profile.pictureSizes)) {
    const { status, body: served } = await visitor.try(profile.picture, { pictureId, size })
    expect(status, what).toBe(200)
    const bytes = served as Buffer
    expect(bytes.includes(canary), what).toBe(false)
    expect(body.includes(bytes), what).toBe(false)
    const about = await sharp(bytes).metadata()
    expect(about, what).toMatchObject({ format: 'webp', width: edge, height: edge })
    const { exif, icc, xmp, iptc, comments, pages } = about
    expect({ exif, icc, xmp, iptc, comments, pages }, what).toEqual({})
  }
}
