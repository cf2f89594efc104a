import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const processOf = async () => (await database.store.quick<[number]>('select pg_backend_pid()', []))[0]?.[0]

it('gives everybody the rows they asked for, however many ask at once', async () => {
  const { quick } = database.store
  const asked = Array.from({ length: 500 }, (_, i) => i)
  const answers = await Promise.all(
    asked.map((i) =>
      i % 3 === 0
        ? quick<[number, number]>('select $1::int, n from generate_series(1, 2) n', [i])
        : quick<[number]>('select $1::int', [i]),
    ),
  )
  expect(answers).toEqual(
    asked.map((i) =>
      i % 3 === 0
        ? [
            [i, 1],
            [i, 2],
          ]
        : [[i]],
    ),
  )
})

it('fails the one who asks in vain and nobody else', async () => {
  const { quick } = database.store
  const ask = () => Promise.allSettled([1, 0, 2].map((n) => quick<[number]>('select 4 / $1::int', [n])))
  for (const answers of [await ask(), await ask()])
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      [[4]],
      'failed',
      [[2]],
    ])
})

it('lets nobody wait behind a statement that takes long', async () => {
  const { quick, connect } = database.store
  const holder = await connect()
  await holder.query('select pg_advisory_lock(1)')
  const answered: string[] = []
  const ask = async (name: string, text: string) => {
    await quick(text, [])
    answered.push(name)
  }
  // For as long as it takes the other to be answered.
  const slow = ask('slow', 'select pg_advisory_xact_lock(1)')
  await sleep(100)
  await ask('quick', 'select 1')
  await holder.end()
  await slow
  expect(answered).toEqual(['quick', 'slow'])
})

it('connects anew after its connection was lost', async () => {
  const { quick, pool } = database.store
  const before = await processOf()
  const waiting = expect(quick('select pg_sleep(5)', [])).rejects.toThrow(/terminat/)
  await sleep(50)
  await pool.query('select pg_terminate_backend($1)', [before])
  await waiting
  await expect.poll(() => processOf().catch(() => before)).not.toBe(before)
})
