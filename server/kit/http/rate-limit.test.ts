// How often an address may call in a minute: what an operation says, else the general limit.
import { command, query } from '@gatehouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openGate } from './gate.testing.ts'
import { createHttp } from './http.ts'
import { createServe } from './serve.ts'

const output = z.object({ ok: z.boolean() })
const limited = query('test.limited', 'GET /limited', 'public', { summary: '', output, rateLimit: 3 })
const ordinary = query('test.ordinary', 'GET /ordinary', 'public', { summary: '', output })
const keyed = command('test.keyed', 'POST /keyed', 'api-key', { summary: '', output, rateLimit: 2 })

let app: FastifyInstance

beforeAll(async () => {
  app = await createHttp(pino({ level: 'silent' }), { secure: false })
  const serve = createServe(app, openGate, true)
  serve.open(limited, async () => ({ ok: true }))
  serve.open(ordinary, async () => ({ ok: true }))
  serve.machine(keyed, async () => ({ ok: true }))
})
afterAll(() => app.close())

const times = async (n: number, url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET') => {
  const statuses: number[] = []
  for (let i = 0; i < n; i++) statuses.push((await app.inject({ method, url, remoteAddress })).statusCode)
  return statuses
}

test('an address that calls an operation more often than its limit is refused, and no other address is', async () => {
  expect(await times(5, '/api/limited', '192.0.2.1')).toEqual([200, 200, 200, 429, 429])
  expect(await times(1, '/api/limited', '192.0.2.2')).toEqual([200])
})

test('an operation without a limit of its own has the general one, and limits are counted apart', async () => {
  expect(await times(5, '/api/ordinary', '192.0.2.1')).toEqual([200, 200, 200, 200, 200])
})

test('calls that are refused count as well: nobody guesses a key as fast as they like', async () => {
  expect(await times(4, '/api/keyed', '192.0.2.3', 'POST')).toEqual([401, 401, 429, 429])
})
