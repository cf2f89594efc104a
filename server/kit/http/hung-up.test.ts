// Whoever hangs up in the middle of an answer is no fault of ours: it does not stand in the log as one.
import { once } from 'node:events'
import { request } from 'node:http'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from './http.ts'

let app: FastifyInstance
let address: string
const reported: string[] = []

beforeAll(async () => {
  const stored = new Writable({
    write(line: Buffer, _encoding, done) {
      reported.push(line.toString())
      done()
    },
  })
  app = await createHttp(pino({ level: 'warn' }, stored), { secure: false })
  // So even that there is nothing to send for a while.
  app.post('/api/long', () => ({ long: 'word '.repeat(4_000_000) }))
  app.get('/api/broken', () => {
    throw new Error('broken on purpose')
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

test('a caller who goes away while the answer is being compressed is not logged', async () => {
  const headers = { 'accept-encoding': 'br', 'content-type': 'application/json' }
  const asking = request(`${address}/api/long`, { method: 'POST', headers })
  const gone = new Promise<void>((resolve) => {
    app.server.once('request', (_request, response) => {
      response.once('close', resolve)
      setTimeout(() => asking.destroy(), 5)
    })
  })
  asking.on('error', () => undefined).end('{}')
  await gone
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(reported).toEqual([])
})

test('what breaks on our side is', async () => {
  const asking = request(`${address}/api/broken`).end()
  await once(asking, 'response')
  expect(reported.join('')).toContain('/api/broken')
})
