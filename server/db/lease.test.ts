import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './testing.ts'
import { holdLease, type Lease } from './lease.ts'

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
const asks = (name: string, key: string, { store = database.store, lastsMs = 4000 }: Partial<Asks> = {}): Lease =>
  holdLease({
    store,
    key,
    log,
    acquired: () => happened.push(`+${name}`),
    lost: () => happened.push(`-${name}`),
    lastsMs,
    everyMs: 40,
  })

test('one holds the lease until it releases it, and the next need not wait until it expires', async () => {
  happened = []
  const a = asks('a', 'lease of one')
  await expect.poll(() => happened).toEqual(['+a'])
  const [b, other] = [asks('b', 'lease of one'), asks('other', 'lease of another')]
  await expect.poll(() => happened).toEqual(['+a', '+other'])
  await new Promise((resolve) => setTimeout(resolve, 4500))
  expect(happened).toEqual(['+a', '+other'])
  await a.release()
  await expect.poll(() => happened, { timeout: 3500 }).toEqual(['+a', '+other', '-a', '+b'])
  await Promise.all([b.release(), other.release()])
})

test('who cannot reach the store any more has lost it before another can take it', async () => {
  happened = []
  let away = false
  const { pool } = database.store
  const cut = new Proxy(pool, {
    get: (target, name) =>
      name === 'query' && away ? () => new Promise(() => undefined) : Reflect.get(target, name, target),
  })
  const a = asks('a', 'lease of a frozen one', { store: { pool: cut }, lastsMs: 2000 })
  await expect.poll(() => happened).toEqual(['+a'])
  const b = asks('b', 'lease of a frozen one')
  away = true
  await expect.poll(() => happened, { interval: 10, timeout: 15_000 }).toEqual(['+a', '-a', '+b'])
  await b.release()
  void a
})
