import { createServer, type IncomingMessage, type Server } from 'node:http'
import { confirmEmail, verifyEmail } from '@gatehouse/contract/identity/accounts'
import { checkSession, messages, signIn, verify2fa } from '@gatehouse/contract/identity/auth'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import { revokeApiKey } from '@gatehouse/contract/building/ingest'
import { picture, update, uploadPicture } from '@gatehouse/contract/identity/profile'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ApiError, type Client, createClient } from './api.ts'
import { createClock } from '../clock.ts'

interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

interface Answer {
  readonly status?: number
  readonly body?: unknown
  readonly delayMs?: number
}

let server: Server
let received: Received[]
let answer: (request: Received) => Answer
let token: string | null
let thrownOut: number
let client: Client

// Of what is asked here nothing depends on it, and it would ask on its own.
const reachability = { reached: () => {}, missed: () => {} }
const tokenAnswer = (n: number): Answer => ({ body: { csrfToken: `csrf-${n}` } })
const calls = (path: string) => received.filter(({ url }) => url.startsWith(path))
const id = '01a1fd0b-dd71-72aa-9522-5c673dd18697'
const anEntry = { userId: id, doorId: id, type: 'entry', timestamp: '2026-11-21T06:50:00Z' } as const

beforeEach(async () => {
  received = []
  token = 'a-token'
  thrownOut = 0
  answer = () => ({ body: {} })
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const call = { method, url, headers, body: Buffer.concat(parts).toString() }
      received.push(call)
      const { status = 200, body, delayMs = 0 } = answer(call)
      setTimeout(() => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)), delayMs)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  client = createClient({
    base: `http://127.0.0.1:${port}/api`,
    token: () => token,
    onUnauthorized: () => void (thrownOut += 1),
    clock: createClock(),
    reachability,
  })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const failureOf = async (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('the call should have failed'),
    (error: ApiError) => error,
  )

describe('where a call goes', () => {
  test('a query fills the path and puts the rest into the query string, leaving out what is not set', async () => {
    await client.call(entryExit.logById, { id })
    await client.call(entryExit.logs, { q: 'a b&c', limit: 5, doorId: undefined })
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /api/entry-exit/logs/${id}`,
      'GET /api/entry-exit/logs?q=a+b%26c&limit=5',
    ])
    expect(received[0]?.headers['x-csrf-token']).toBeUndefined()
  })

  test('a command sends the rest as JSON', async () => {
    answer = ({ url }) => (url.endsWith('csrf-token') ? tokenAnswer(1) : { body: { log: null } })
    await client.call(entryExit.record, anEntry)
    expect(JSON.parse(calls('/api/entry-exit')[0]?.body ?? '')).toEqual(anEntry)
    expect(calls('/api/entry-exit')[0]?.headers['content-type']).toBe('application/json')
  })

  test('the bearer token goes along while there is one', async () => {
    token = null
    await client.call(checkSession, {})
    token = 'abc'
    await client.call(checkSession, {})
    expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, 'Bearer abc'])
  })
})

describe('files', () => {
  test('a file goes up as multipart, in the field of the operation', async () => {
    answer = ({ url }) => (url.endsWith('csrf-token') ? tokenAnswer(1) : { body: { success: true } })
    await client.upload(uploadPicture, new File(['GIF89a'], 'me.gif', { type: 'image/gif' }))
    const [sent] = calls('/api/auth/upload-profile-picture')
    expect(sent?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(sent?.headers['x-csrf-token']).toBe('csrf-1')
    expect(sent?.body).toContain('name="profilePicture"; filename="me.gif"')
    expect(sent?.body).toContain('GIF89a')
  })

  test('a file comes down as it is', async () => {
    answer = () => ({ body: 'RIFF-like bytes' })
    const file = await client.download(picture, { pictureId: id, size: 'small' })
    expect(await file.text()).toBe('RIFF-like bytes')
    expect(received[0]).toMatchObject({ url: `/api/pictures/${id}/small`, headers: { accept: 'image/webp' } })
  })

  test('one that is refused is an error as any other', async () => {
    answer = () => ({ status: 404, body: { code: 'NOT_FOUND', message: 'There is no such picture.' } })
    const failed = client.download(picture, { pictureId: id, size: 'small' })
    expect(await failureOf(failed)).toMatchObject({ status: 404, message: 'There is no such picture.' })
  })
})

describe('CSRF', () => {
  test('the token is asked for once and goes along with every write, deletions too', async () => {
    answer = ({ url }) => (url.endsWith('csrf-token') ? tokenAnswer(1) : { body: {} })
    await Promise.all([client.call(entryExit.record, anEntry), client.call(revokeApiKey, { id })])
    await client.call(entryExit.record, anEntry)
    expect(calls('/api/auth/csrf-token')).toHaveLength(1)
    const writes = received.filter(({ method }) => method !== 'GET')
    expect(writes.map(({ headers }) => headers['x-csrf-token'])).toEqual(['csrf-1', 'csrf-1', 'csrf-1'])
  })

  test('a refused token is refreshed and the call made once more', async () => {
    let tokens = 0
    answer = ({ url, headers }) => {
      if (url.endsWith('csrf-token')) return tokenAnswer((tokens += 1))
      if (headers['x-csrf-token'] === 'csrf-2') return { body: { log: { id } } }
      return { status: 403, body: { code: 'EBADCSRFTOKEN', message: messages.tryAgain } }
    }
    await expect(client.call(entryExit.record, anEntry)).resolves.toEqual({ log: { id } })
    expect(calls('/api/entry-exit/log')).toHaveLength(2)
  })

  test('once more only: then the user is asked to try again', async () => {
    answer = ({ url }) =>
      url.endsWith('csrf-token') ? tokenAnswer(1) : { status: 403, body: { code: 'EBADCSRFTOKEN', message: 'x' } }
    const error = await failureOf(client.call(entryExit.record, anEntry))
    expect(error).toMatchObject({ status: 403, code: 'EBADCSRFTOKEN', message: messages.tryAgain })
    expect(calls('/api/entry-exit/log')).toHaveLength(2)
  })

  test('when no new token can be had, the user is asked to reload', async () => {
    let tokens = 0
    answer = ({ url }) => {
      if (!url.endsWith('csrf-token')) return { status: 403, body: { code: 'EBADCSRFTOKEN', message: 'x' } }
      tokens += 1
      return tokens === 1 ? tokenAnswer(1) : { status: 500, body: { code: 'INTERNAL', message: 'no' } }
    }
    const error = await failureOf(client.call(entryExit.record, anEntry))
    expect(error.message).toBe(messages.csrfRefreshFailed)
  })

  test('the code alone says that it is the token that was refused', async () => {
    let tokens = 0
    answer = ({ url, headers }) => {
      if (url.endsWith('csrf-token')) return tokenAnswer((tokens += 1))
      return headers['x-csrf-token'] === 'csrf-2' ? {} : { status: 403, body: { code: 'EBADCSRFTOKEN' } }
    }
    await client.call(revokeApiKey, { id })
    expect(received.filter(({ method }) => method !== 'GET')).toHaveLength(2)
  })

  test('another 403 is not a matter of tokens', async () => {
    answer = ({ url }) =>
      url.endsWith('csrf-token') ? tokenAnswer(1) : { status: 403, body: { code: 'FORBIDDEN', message: 'no' } }
    const error = await failureOf(client.call(entryExit.record, anEntry))
    expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN', message: 'no' })
    expect(calls('/api/entry-exit/log')).toHaveLength(1)
  })
})

describe('failures', () => {
  test('who is not signed in is told so, without asking the server', async () => {
    token = null
    const error = await failureOf(client.call(entryExit.record, anEntry))
    expect(error).toMatchObject({ status: 401, message: 'You are not authorized to perform this action.' })
    expect(received).toEqual([])
    expect(thrownOut).toBe(1)
  })

  test('a 401 ends the session', async () => {
    answer = () => ({ status: 401, body: { code: 'UNAUTHORIZED', message: 'who?' } })
    expect(await failureOf(client.call(checkSession, {}))).toMatchObject({ status: 401, message: 'who?' })
    expect(thrownOut).toBe(1)
  })

  test('a 401 of a token that has been replaced meanwhile is asked again with the new one', async () => {
    token = 'old'
    answer = ({ headers }) => {
      token = 'new'
      return headers.authorization === 'Bearer new' ? { body: { success: true } } : { status: 401, body: {} }
    }
    await expect(client.call(checkSession, {})).resolves.toEqual({ success: true })
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new'])
    expect(thrownOut).toBe(0)
  })

  test('signing in, verifying and the profile wait ten seconds, everything else thirty', () => {
    const waits = [signIn, verify2fa, verifyEmail, confirmEmail, update].map(({ timeoutMs }) => timeoutMs)
    expect(waits).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
    expect([uploadPicture, entryExit.logs].map(({ timeoutMs }) => timeoutMs)).toEqual([undefined, undefined])
  })

  test('a 401 on signing in is an answer, not the end of a session', async () => {
    answer = ({ url }) =>
      url.endsWith('csrf-token') ? tokenAnswer(1) : { status: 401, body: { code: 'X', message: '' } }
    await failureOf(client.call(signIn, { email: 'a@b.c', password: 'x' }, { unauthorized: 'an-answer' }))
    expect(thrownOut).toBe(0)
  })

  test('every bad field comes along', async () => {
    const details = [{ field: 'email', message: 'Please enter a valid email address.' }]
    answer = () => ({ status: 422, body: { code: 'VALIDATION', message: 'Look again', details } })
    expect(await failureOf(client.call(checkSession, {}))).toMatchObject({ status: 422, details })
  })

  test('what the server says is heard without a code too', async () => {
    answer = () => ({ status: 503, body: { message: 'The store is being upgraded.' } })
    expect(await failureOf(client.call(checkSession, {}))).toMatchObject({
      status: 503,
      code: 'HTTP_503',
      message: 'The store is being upgraded.',
    })
  })

  test('what is not our error shape is still an error with its status', async () => {
    answer = () => ({ status: 502, body: '<html>Bad gateway</html>' })
    expect(await failureOf(client.call(checkSession, {}))).toMatchObject({ status: 502, code: 'HTTP_502', message: '' })
  })

  test('a page instead of an answer is an answer that says nothing, not the network’s fault', async () => {
    answer = () => ({ body: '<html>Welcome to the hotel</html>' })
    expect(await failureOf(client.call(checkSession, {}))).toMatchObject({ status: 502, message: '' })
  })

  test('an answer that does not come in time is a network error', async () => {
    answer = () => ({ body: {}, delayMs: 2_000 })
    const error = await failureOf(client.call(checkSession, {}, { timeoutMs: 50 }))
    expect(error).toMatchObject({ status: 0, code: 'TIMEOUT', message: messages.network })
  })

  test('a server that is not there is a network error', async () => {
    const nowhere = createClient({
      base: 'http://127.0.0.1:1/api',
      token: () => null,
      onUnauthorized: () => {},
      clock: createClock(),
      reachability,
    })
    expect(await failureOf(nowhere.call(checkSession, {}))).toMatchObject({ status: 0, code: 'NETWORK' })
  })
})
