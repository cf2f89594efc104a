// What a provider may say to us and how: lies in its ID tokens, answers without end, ways that lead elsewhere.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { github } from './github.ts'
import { google } from './google.ts'
import { openGoogle } from './google.testing.ts'
import { goTo } from './journey.testing.ts'
import { type Liar, type Lie, openLiar } from './liar.testing.ts'
import { answer, listenOn } from './people.testing.ts'
import { ask, nameOf } from './provider.ts'

const attempt = {
  state: 's'.repeat(43),
  verifier: 'v'.repeat(43),
  nonce: 'n'.repeat(43),
  redirectUri: 'http://127.0.0.1:3000/auth/google/callback',
}
const client = { id: 'gatehouse', secret: 'secret of gatehouse' }

describe('an issuer that lies', () => {
  let liar: Liar
  beforeAll(async () => {
    liar = await openLiar(client.id)
  })
  afterAll(() => liar.close())

  const identify = (lie: Lie) => {
    liar.answerWith(attempt.nonce, lie)
    return google({ ...client, issuer: liar.issuer }).identify(attempt, { code: 'code', iss: liar.issuer })
  }

  test('is believed while it tells the truth', async () => {
    expect(await identify({})).toEqual({
      subject: 'somebody',
      email: 'somebody@people.example',
      firstName: 'Some',
      lastName: 'Body',
    })
  })

  test.each<[string, Lie]>([
    ['another nonce', { claims: { nonce: 'm'.repeat(43) } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['another issuer', { claims: { iss: 'https://accounts.example' } }],
    ['another audience', { claims: { aud: 'another' } }],
    ['one audience more, and the other the authorised one', { claims: { aud: ['gatehouse', 'b'], azp: 'b' } }],
    ['expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['unsigned', { alg: 'none' }],
    ['signed by somebody else', { foreignKey: true }],
    ['the address of another subject', { claims: { email: undefined } }],
  ])('is not believed: %s', async (_what, lie) => {
    await expect(identify(lie)).rejects.toThrow()
  })

  test.each<[string, Record<string, unknown>]>([
    ['false', { email_verified: false }],
    ['said as a text', { email_verified: 'true' }],
    ['not said', { email_verified: undefined }],
    ['of no address', { email: 'no address' }],
  ])('has verified no address: %s', async (_what, claims) => {
    expect(await identify({ claims })).toMatchObject({ email: null })
  })
})

test('an address that is told only when asked for is asked for', async () => {
  const provider = await openGoogle({ statesInToken: false })
  try {
    provider.register([{ ...client, redirectUris: [attempt.redirectUri] }])
    const email = 'grace@people.example'
    provider.people.set('grace', { subject: '7', login: 'grace', name: 'Grace Hopper', email, verified: true })
    const way = google({ ...client, issuer: provider.issuer })
    const back = await goTo(await way.authorize(attempt), 'grace')
    const { code = '', iss } = Object.fromEntries(back.searchParams)
    expect(await way.identify(attempt, { code, iss })).toMatchObject({ subject: '7', email })
  } finally {
    await provider.close()
  }
})

test('nobody is asked for secrets without TLS outside this machine', async () => {
  await expect(ask('http://accounts.example/token', { method: 'POST' })).rejects.toThrow('without TLS')
  await expect(ask('file:///etc/passwd')).rejects.toThrow('without TLS')
  const way = github({ ...client, issuer: 'http://git.example' })
  await expect(way.identify(attempt, { code: 'code' })).rejects.toThrow('without TLS')
})

test('nobody leads us elsewhere, or tells us more than we can bear', async () => {
  let elsewhere = 0
  const other = await listenOn(0, (_request, response) => {
    elsewhere++
    answer(response, 200, { access_token: 'stolen', token_type: 'bearer' })
  })
  const provider = await listenOn(0, (request, response) => {
    if (request.url === '/endless') {
      response.writeHead(200)
      const more = () => response.write(Buffer.alloc(100_000, 'x'))
      const timer = setInterval(more, 1)
      request.socket.once('close', () => clearInterval(timer))
    } else response.writeHead(307, { location: `${other.address}/` }).end()
  })
  try {
    await expect(ask(`${provider.address}/`)).rejects.toThrow()
    const way = github({ ...client, issuer: provider.address })
    await expect(way.identify(attempt, { code: 'code' })).rejects.toThrow()
    expect(elsewhere).toBe(0)
    await expect(ask(`${provider.address}/endless`)).rejects.toThrow('too much')
  } finally {
    await provider.close()
    await other.close()
  }
})

test('a name is kept without what would show as something else', () => {
  expect(nameOf(' Grace\u0000 \u202eHopper<script> ')).toBe('Grace Hopper script')
  expect(nameOf(42)).toBe('')
})
