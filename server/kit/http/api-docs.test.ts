// The API's description: made once, however often and by whomever it is asked for.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { type TestServer, sharedServer } from '../../testing/test-server.testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await sharedServer()
})

/** As it comes: fetch would unpack it, and follow. */
const get = (path: string, encoding = 'identity') =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(`${server.gatehouse.address}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
    })
      .on('error', reject)
      .end()
  })

test('it is the same in every encoding', async () => {
  const { headers, body } = await get('/api/openapi.json')
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
  expect(JSON.parse(body.toString())).toMatchObject({ openapi: '3.1.0' })
  const small = await get('/api/openapi.json', 'br')
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).equals(body)).toBe(true)
  expect(gunzipSync((await get('/api/openapi.json', 'gzip')).body).equals(body)).toBe(true)
})

test.each(['/api/docs/json', '/api/docs/yaml', '/api/docs/json?again'])('%s leads to it', async (path) => {
  const { status, headers } = await get(path)
  expect([status, headers['location']]).toEqual([302, '/api/openapi.json'])
})

test('the page of it carries the name and the mark of the product', async () => {
  const { body } = await get('/api/docs')
  expect(body.toString()).toContain('<title>Gatehouse API</title>')
  expect(body.toString()).toContain('favicon.svg')
})

test('to give it costs nobody anything', async () => {
  await get('/api/openapi.json', 'br')
  const before = process.cpuUsage()
  for (let n = 0; n < 20; n++) await get('/api/openapi.json', 'br')
  const { user, system } = process.cpuUsage(before)
  // To make it each time took 200 ms of the one thread.
  expect((user + system) / 1000 / 20).toBeLessThan(50)
})
