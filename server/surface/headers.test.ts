// What every answer carries, whoever asks for what: the browser's own guards, and cookies that only this host can set.
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as auth from '@gatehouse/contract/identity/auth'
import { aCompany } from '../testing/building.testing.ts'
import { type TestServer, openServer } from '../testing/test-server.testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await openServer({ PUBLIC_URL: 'https://gatehouse.example' })
})
afterAll(() => server.close())

const ask = (
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) =>
  new Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: string }>(
    (resolve, reject) => {
      const asked = request(`${server.gatehouse.address}${path}`, { method, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
      })
      // A connection that is taken over by WebSocket.
      asked.on('upgrade', (response, socket) => {
        socket.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' })
      })
      asked.on('error', reject).end()
    },
  )

const polling = '/socket.io/?EIO=4&transport=polling'

test.each(['/api/health', '/api/check-session', '/api/nothing', '/metrics', '/', '/nowhere', '/api/docs', polling])(
  '%s says how browsers are to treat it',
  async (path) => {
    const { headers } = await ask(path)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000; *includeSubDomains/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy']).toMatch(/object-src 'none'/)
    expect(headers['content-security-policy']).toMatch(/base-uri 'none'/)
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  },
)

test('only what is no page of ours goes without a nonce, and then runs nothing but our own files', async () => {
  for (const path of ['/api/health', '/api/docs', '/metrics'])
    expect((await ask(path)).headers['content-security-policy'], path).toMatch(/; script-src 'self'$/)
})

test('what the API says is kept by nobody', async () => {
  for (const path of ['/api/health', '/api/auth/csrf-token', polling])
    expect((await ask(path)).headers['cache-control'], path).toBe('no-store')
})

test('TRACE gives nothing back', async () => {
  const { status, body } = await ask('/api/health', { method: 'TRACE', headers: { 'x-canary': 'canary' } })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body).not.toContain('canary')
})

test('with https no cookie of ours can be set by a neighbouring host', async () => {
  const [cookie = ''] = (await ask('/api/auth/csrf-token')).headers['set-cookie'] ?? []
  expect(cookie).toMatch(/^__Host-gatehouse_csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  const visitor = await server.signedIn(await aCompany(server.store.pool))
  expect([...visitor.cookies.keys()]).toEqual(['__Host-gatehouse_csrf', '__Host-gatehouse_link'])
  // One that came without the prefix is none.
  const planted = new Map([...visitor.cookies].map(([name, value]) => [name.replace('__Host-', ''), value]))
  visitor.cookies.clear()
  for (const [name, value] of planted) visitor.cookies.set(name, value)
  expect(await visitor.try(auth.signOut)).toMatchObject({ status: 403, body: { code: 'EBADCSRFTOKEN' } })
})

test('a live connection is opened by our own pages only', async () => {
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const path = '/socket.io/?EIO=4&transport=websocket'
  const from = async (origin?: string) =>
    (await ask(path, { headers: { ...upgrade, ...(origin && { origin }) } })).status
  expect(await from('https://gatehouse.example')).toBe(101)
  expect(await from(server.gatehouse.address)).toBe(101)
  // Programs have none, and browsers always do.
  expect(await from()).toBe(101)
  for (const origin of ['https://evil.example', 'https://gatehouse.example.evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await from(origin), origin).toBe(400)
  expect((await ask(polling, { headers: { origin: 'https://evil.example' } })).status).toBe(403)
})
