import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './testing.ts'
import { takeTurns, type Turn } from './turn.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const log = pino({ level: 'silent' })
interface Asks {
  readonly store: Pick<TestDatabase['store'], 'pool'>
  readonly lastsMs: number
}
/** Who has it now, and had it: `+a` began, `-a` ended. */
let happened: string[]
const asks = (name: string, key: string, { store = database.store, lastsMs = 4000 }: Partial<Asks> = {}): Turn =>
  takeTurns({
    store,
    key,
    log,
    taken: () => happened.push(`+${name}`),
    lost: () => happened.push(`-${name}`),
    lastsMs,
    everyMs: 40,
  })

test('one has the turn until it gives it back, and the next need not wait for its end', async () => {
  happened = []
  const a = asks('a', 'turn of one')
  await expect.poll(() => happened).toEqual(['+a'])
  const [b, other] = [asks('b', 'turn of one'), asks('other', 'turn of another')]
  await expect.poll(() => happened).toEqual(['+a', '+other'])
  await new Promise((resolve) => setTimeout(resolve, 4500))
  expect(happened).toEqual(['+a', '+other'])
  await a.end()
  await expect.poll(() => happened, { timeout: 3500 }).toEqual(['+a', '+other', '-a', '+b'])
  await Promise.all([b.end(), other.end()])
})

test('who cannot reach the store any more has lost it before another can take it', async () => {
  happened = []
  let away = false
  const { pool } = database.store
  const cut = new Proxy(pool, {
    get: (target, name) =>
      name === 'query' && away ? () => new Promise(() => undefined) : Reflect.get(target, name, target),
  })
  const a = asks('a', 'turn of a frozen one', { store: { pool: cut }, lastsMs: 2000 })
  await expect.poll(() => happened).toEqual(['+a'])
  const b = asks('b', 'turn of a frozen one')
  away = true
  await expect.poll(() => happened, { interval: 10, timeout: 15_000 }).toEqual(['+a', '-a', '+b'])
  await b.end()
  void a
})
