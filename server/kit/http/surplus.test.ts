// What an answer may tell is what its contract says, and tests notice more.
import Fastify from 'fastify'
import { query } from '@gatehouse/contract/operation'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openGate } from './gate.testing.ts'
import { createServe } from './serve.ts'
import { surplus } from './surplus.ts'

test('what a schema drops is named, however deep, and what is not sent is not', () => {
  const given = { id: 1, left: undefined, people: [{ name: 'Ada', hash: 'x' }, { name: 'Bo' }], raw: Buffer.of(1) }
  expect(surplus(given, { id: 1, people: [{ name: 'Ada' }, { name: 'Bo' }], raw: given.raw })).toEqual([
    'people[].hash',
  ])
  expect(surplus({ a: { b: 1 } }, {})).toEqual(['a'])
  expect(surplus([1, 'two', null], [1, 'two', null])).toEqual([])
})

test('an answer with a field too many fails in tests', async () => {
  const op = query('test.health', 'GET /health', 'public', { summary: '', output: z.object({ name: z.string() }) })
  const app = Fastify()
  const row = { name: 'Ada', passwordHash: 'x' }
  createServe(app, openGate, true).open(op, async () => row)
  const { statusCode, body } = await app.inject('/api/health')
  expect(statusCode).toBe(500)
  expect(body).toContain('test.health answers more than its contract says: passwordHash')
})
