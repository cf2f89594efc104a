// What is kept of the server's own log: soon, bounded, without secrets, and never in the way.
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { withListener } from '../../kit/log.ts'
import { createSystemLog, type SystemLog } from './system-log.ts'

let database: TestDatabase
let stored: SystemLog
beforeEach(async () => {
  database = await freshDatabase()
  stored = createSystemLog({ days: 90, rows: 50 })
})
afterEach(() => database.drop())

const lines = async () =>
  (
    await database.store.pool.query<{ level: string; message: string; times: number; details: unknown }>(
      'select level, message, times, details from system_log order by at, id',
    )
  ).rows

test('warnings and errors are kept, whatever the log itself lets through; the rest is not', async () => {
  const written: string[] = []
  const given = pino({ level: 'error' }, { write: (line: string) => void written.push(line) })
  const log = withListener(given, stored.receive)
  log.info('nothing of interest')
  log.warn({ letter: 'invitation' }, 'a letter was not taken')
  log.error({ error: new Error('no such file') }, 'a call failed')
  log.child({ reqId: 'r-1' }).error('of a request')
  await stored.begin(database.store, {})
  await stored.stop()
  expect(await lines()).toMatchObject([
    { level: 'warning', message: 'a letter was not taken', details: { letter: 'invitation' } },
    { level: 'error', message: 'a call failed', details: { error: { message: 'no such file' } } },
    { level: 'error', message: 'of a request' },
    { level: 'information', message: 'Gatehouse has started' },
    { level: 'information', message: 'Server stopped' },
  ])
  expect(written.map((line): unknown => JSON.parse(line))).toMatchObject([
    { msg: 'a call failed' },
    { msg: 'of a request', reqId: 'r-1' },
  ])
})

test('no tokens, no addresses of people, and nothing that the store cannot keep', async () => {
  const log = withListener(pino({ level: 'silent' }), stored.receive)
  log.warn({ at: 'https://gate.example/verify?token=abc', who: 'ada@gatehouse.example' }, `half \ud800 and \0`)
  await stored.begin(database.store, {})
  await stored.stop()
  const [line] = await lines()
  expect(line).toMatchObject({ message: 'half \ufffd and \ufffd', details: { at: 'https://gate.example/verify' } })
  expect(JSON.stringify(line)).not.toMatch(/ada@|abc/)
})

test('a flood is a row with a count, and what was too much is counted', async () => {
  stored = createSystemLog()
  const log = withListener(pino({ level: 'silent' }), stored.receive)
  for (let n = 0; n < 1000; n++) log.warn('the same again')
  for (let n = 0; n < 600; n++) log.warn(`another ${n}`)
  await stored.begin(database.store, {})
  await stored.stop()
  const all = await lines()
  expect(all[0]).toMatchObject({ message: 'the same again', times: 1000 })
  expect(all.map(({ message }) => message)).toContain('101 more lines were not kept')
  expect(all.length).toBeLessThan(505)
})

test('no more rows are kept than was said, and none for longer', async () => {
  await database.store.pool.query(
    `insert into system_log (id, at, node, level, message, details, times)
     select gen_random_uuid(), now() - make_interval(mins => n), 'n', 'warning', 'line ' || n, '{}'::jsonb, 1
     from generate_series(1, 80) n
     union all select gen_random_uuid(), now() - interval '91 days', 'n', 'error', 'old', '{}'::jsonb, 1`,
  )
  await stored.begin(database.store, {})
  await stored.stop()
  const all = await lines()
  expect(all.map(({ message }) => message)).not.toContain('old')
  expect(all).toHaveLength(50)
  expect(all.at(-1)).toMatchObject({ message: 'Server stopped' })
})

test('an end that nobody noted is noted by the next start', async () => {
  await stored.begin(database.store, {})
  await tick('1 s')
  expect(await lines()).toHaveLength(1)
  const next = createSystemLog()
  await next.begin(database.store, {})
  await next.stop()
  const after = createSystemLog()
  await after.begin(database.store, {})
  await after.stop()
  const unset = (await lines()).filter(({ message }) => message.includes('ended without a stop'))
  expect(unset).toHaveLength(1)
})

test('what is said while the store is away waits for it, and holds nobody up', async () => {
  let away = true
  const store = {
    ...database.store,
    ready: () => !away,
    pool: Object.assign(Object.create(database.store.pool) as typeof database.store.pool, {
      query: (...args: Parameters<typeof database.store.pool.query>) => {
        if (away) throw new Error('away')
        return database.store.pool.query(...args)
      },
    }),
  }
  const log = withListener(pino({ level: 'silent' }), stored.receive)
  await stored.begin(store, {})
  log.error('the store cannot be reached')
  await tick('1 s')
  expect(await lines()).toEqual([])
  away = false
  await tick('1 s')
  expect((await lines()).map(({ message }) => message)).toContain('the store cannot be reached')
  await stored.stop()
})
