// Two thousand tokens that this installation did not give to their bearer: none opens anything.
import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { operations } from '@gatehouse/contract/contract'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'
import { claimsOf, keyOf } from './auth.testing.ts'

let server: TestServer
let company: ACompany
beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool)
})

const total = 2000
const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()

interface World {
  readonly key: Uint8Array
  readonly token: string
  readonly claims: Record<string, unknown>
  readonly other: Record<string, unknown>
  readonly head: string
  readonly body: string
  readonly seal: string
}

type Forgery = (world: World, n: number) => string | Promise<string>

const signed = (claims: Record<string, unknown>, key: Uint8Array, alg = 'HS256', header: object = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg, ...header }).sign(key)

const hmac = (head: object, body: string, secret: string | Uint8Array, hash = 'sha256') => {
  const input = `${text(head)}.${body}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

const without = (claims: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

const forgeries: Record<string, Forgery> = {
  'no algorithm': ({ body, seal }, n) => {
    const alg = ['none', 'None', 'NONE', 'nOnE', '', null][n % 6]
    return `${text({ alg, typ: 'JWT' })}.${body}.${n % 2 ? '' : seal}`
  },
  'no algorithm, more rights': ({ claims }, n) =>
    `${text({ alg: 'none' })}.${text({ ...claims, permissions: ['admin_access'], n })}.`,
  'the public key taken for the secret': ({ claims }, n) =>
    hmac({ alg: 'HS256', n }, text({ ...claims, n }), n % 2 ? publicPem : publicPem.trim()),
  'a key pair of one’s own': ({ claims }, n) =>
    new SignJWT({ ...claims, n }).setProtectedHeader({ alg: n % 2 ? 'RS256' : 'PS256' }).sign(rsa.privateKey),
  'another algorithm with the right key': ({ claims, key }, n) =>
    hmac({ alg: n % 2 ? 'HS384' : 'HS512' }, text({ ...claims, n }), key, n % 2 ? 'sha384' : 'sha512'),
  'another key': ({ claims }, n) => signed({ ...claims, n }, randomBytes(32)),
  'a key that is brought along': ({ claims }, n) => {
    const key = randomBytes(32)
    const jwk = { kty: 'oct', k: key.toString('base64url') }
    const header = [{ jwk }, { kid: '../../dev/null' }, { jku: 'https://attacker.test/jwks' }, { kid: 'signing key' }][
      n % 4
    ]
    return signed({ ...claims, n }, n % 4 === 1 ? new Uint8Array(32) : key, 'HS256', header)
  },
  'for another audience': ({ claims, key }, n) =>
    signed({ ...claims, aud: ['other', 'gatehouse', 'GATEHOUSE-API', ['x', 'y'], ''][n % 5] }, key),
  'for no audience': ({ claims, key }, n) => signed({ ...without(claims, 'aud'), n }, key),
  'by another issuer': ({ claims, key }, n) =>
    signed(n % 2 ? without(claims, 'iss') : { ...claims, iss: `gatehouse${n}` }, key),
  'out of date, or for ever': ({ claims, key }, n) =>
    signed(n % 2 ? without(claims, 'exp') : { ...claims, exp: Math.floor(Date.now() / 1000) - 1 - n }, key),
  'edited claims under the old seal': ({ head, claims, seal }, n) => {
    const edited = [
      { permissions: ['admin_access'] },
      { exp: 4_102_444_800 + n },
      { id: crypto.randomUUID() },
      { sessionToken: randomBytes(32).toString('base64url') },
    ][n % 4]
    return `${head}.${text({ ...claims, ...edited })}.${seal}`
  },
  truncated: ({ token }, n) => token.slice(0, Math.max(1, token.length - 2 - n)),
  'a changed letter': ({ token }, n) => {
    const at = (n * 7) % (token.length - 2)
    const letter = token[at] === 'A' ? 'B' : token[at] === '.' ? '-' : 'A'
    return `${token.slice(0, at)}${letter}${token.slice(at + 1)}`
  },
  'the session of somebody else': ({ claims, other, key }, n) =>
    signed({ ...claims, sessionToken: other['sessionToken'], n }, key),
  'somebody else’s name on one’s own session': ({ claims, other, key }, n) =>
    signed({ ...claims, id: other['id'], n }, key),
  'a session that never was': ({ claims, key }) =>
    signed({ ...claims, sessionToken: randomBytes(32).toString('base64url') }, key),
  'the hash that the store keeps': ({ claims, key }, n) => {
    const hash = createHash('sha256').update(String(claims['sessionToken'])).digest()
    return signed(
      { ...claims, sessionToken: hash.toString((['hex', 'base64', 'base64url', 'latin1'] as const)[n % 4]), n },
      key,
    )
  },
  'claims of other kinds': ({ claims, key }, n) =>
    signed({ ...claims, sessionToken: [null, 1, {}, [claims['sessionToken']], true][n % 5] }, key),
  'no token at all': ({ head, body, seal }, n) =>
    ['.', '..', 'null', 'undefined', `${head}..${seal}`, `.${body}.${seal}`, `${head}.${body}.`, `${head}.${body}`][
      n % 8
    ] ?? '',
}

test('of 2,000 forged tokens none is accepted', async () => {
  const key = await keyOf(server)
  const { token = '' } = await server.signedIn(company, { can: ['read_company'] })
  const { token: otherToken = '' } = await server.signedIn(company)
  const [head = '', body = '', seal = ''] = token.split('.')
  const world: World = { key, token, claims: claimsOf(token), other: claimsOf(otherToken), head, body, seal }
  const path = operations.get('auth.sessions')?.path ?? ''
  const accepts = async (bearer: string) =>
    (await fetch(`${server.gatehouse.address}/api${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status
  expect(await accepts(token)).toBe(200)
  // The way it is made is right: what is signed with the key and says nothing else opens.
  expect(await accepts(await signed(world.claims, key))).toBe(200)

  const kinds = Object.entries(forgeries)
  const perKind = total / kinds.length
  const accepted: string[] = []
  let tried = 0
  for (const [kind, forge] of kinds) {
    const made = await Promise.all(Array.from({ length: perKind }, async (_, n) => forge(world, n)))
    for (let at = 0; at < made.length; at += 10) {
      const statuses = await Promise.all(made.slice(at, at + 10).map(accepts))
      tried += statuses.length
      for (const status of statuses) if (status !== 401) accepted.push(`${kind}: ${status}`)
    }
  }
  expect(accepted).toEqual([])
  expect(tried).toBe(total)
  expect(await accepts(token)).toBe(200)
}, 60_000)
