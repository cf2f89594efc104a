// What is told of a store that takes nothing and of a disk that fills up, whatever else is broken then: once by each way.
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aCompany, type AUser, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { until } from '../../building/ingest/ingest.testing.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import { type Mail, openMail } from '../../messages/mail/mail.ts'
import { type MailServer, openMailServer } from '../../messages/mail/smtp.testing.ts'
import { watchTroubles } from './troubles.ts'

const log = pino({ level: 'silent' })
const gigabyte = 1e9

let database: TestDatabase
let smtp: MailServer
let mail: Mail
let keeper: AUser
let stuck: { since: Date; why: string } | null
let bytes: number
let watch: ReturnType<typeof watchTroubles>

beforeEach(async () => {
  database = await freshDatabase()
  smtp = await openMailServer()
  const settings = {
    smtpUrl: smtp.url,
    mailFrom: undefined,
    publicUrl: undefined,
    dataDir: '',
    ownAddress: () => 'http://localhost',
  }
  mail = openMail(database.store, settings, log)
  const company = await aCompany(database.store.pool)
  keeper = await aUser(database.store.pool, company, { can: ['manage_companies'] })
  stuck = null
  bytes = 10 * gigabyte
  watch = another()
  await tick('2 s')
})
afterEach(async () => {
  await watch.stop()
  await mail.stop()
  await smtp.close()
  await database.drop()
})

const another = () => {
  const free = () => Promise.resolve({ bytes, says: `${bytes / gigabyte} GB are free` })
  return watchTroubles({ db: database.store.db, mail, stuck: () => stuck, free, diskWarnBytes: 2 * gigabyte, log })
}

const finding = async () =>
  (
    await database.store.pool.query<{ title: string }>(
      `select title from notification where kind = 'system-trouble' and user_id = $1 order by created_at, id`,
      [keeper.id],
    )
  ).rows.map(({ title }) => title)
const lettered = () => smtp.accepted.map(({ subject }) => subject)

/** Moves the time on until it is so. */
const comes = (what: () => Promise<boolean>) =>
  until(async () => {
    await tick('2 s')
    return what()
  })

test('a store that can be neither written nor read: by mail at once, and once; as a notification later', async () => {
  const { pool } = database.store
  await pool.query('alter table notification rename to notification_away; alter table users rename to users_away')
  stuck = { since: clock.now(), why: 'its disk is full' }
  await comes(async () => lettered().length > 0)
  expect(smtp.accepted[0]?.envelope).toEqual([keeper.email])
  await tick('3 min')
  await pool.query('alter table notification_away rename to notification; alter table users_away rename to users')
  await comes(async () => (await finding()).length > 0)
  await tick('30 s')
  expect(lettered()).toEqual(['Nothing is stored'])
  stuck = null
  await tick('61 s')
  await comes(async () => lettered().length > 1 && (await finding()).length > 1)
  expect(await finding()).toEqual(['Nothing is stored', 'Messages are stored again'])
  expect(lettered()).toEqual(['Nothing is stored', 'Messages are stored again'])
})

test('what comes and goes is one trouble', async () => {
  const trouble = { since: clock.now(), why: 'its disk is full' }
  for (let n = 0; n < 10; n++) {
    stuck = trouble
    await tick('10 s')
    stuck = null
    await tick('10 s')
  }
  await comes(async () => (await finding()).includes('Messages are stored again'))
  expect(await finding()).toEqual(['Nothing is stored', 'Messages are stored again'])
})

test('a disk that fills up is told once, at whatever it stands, and that there is room again', async () => {
  for (const left of [1.9, 2.1, 1.9, 2.3, 1.5]) {
    bytes = left * gigabyte
    await tick('60 s')
  }
  await comes(async () => (await finding()).length > 0)
  expect(await finding()).toEqual(['The disk is nearly full'])
  bytes = 2.5 * gigabyte
  await tick('60 s')
  await comes(async () => (await finding()).length > 1)
  expect(await finding()).toEqual(['The disk is nearly full', 'There is room on the disk again'])
})

test('who wants no mail of it gets none', async () => {
  await database.store.pool.query(
    `update users set notification_preferences = '{"email": {"system-trouble": false}}' where id = $1`,
    [keeper.id],
  )
  bytes = gigabyte
  await tick('60 s')
  await comes(async () => (await finding()).length > 0)
  await tick('30 s')
  expect(lettered()).toEqual([])
})

test('of several nodes one tells, and one that starts anew does not tell it again', async () => {
  const second = another()
  stuck = { since: clock.now(), why: 'its disk is full' }
  bytes = gigabyte
  await tick('60 s')
  await comes(async () => (await finding()).length > 1)
  await tick('30 s')
  await watch.stop()
  watch = another()
  await tick('30 s')
  stuck = null
  bytes = 5 * gigabyte
  await tick('61 s')
  await comes(async () => (await finding()).length > 3)
  await tick('30 s')
  await second.stop()
  const all = [
    'Nothing is stored',
    'The disk is nearly full',
    'Messages are stored again',
    'There is room on the disk again',
  ]
  expect(await finding()).toHaveLength(all.length)
  expect(await finding()).toEqual(expect.arrayContaining(all))
  await comes(async () => lettered().length > 3)
  expect(lettered()).toHaveLength(all.length)
  expect(lettered()).toEqual(expect.arrayContaining(all))
})
