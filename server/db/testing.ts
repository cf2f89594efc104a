// A database of one's own for a test: migrated once into a template, then copied, so that each test starts empty.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { onClockMoved } from '../kit/clock.testing.ts'
import { migrate } from './migrate.ts'
import { ensurePartitions } from './partitions.ts'
import { openStore, type Store } from './pool.ts'

export interface TestDatabase {
  readonly url: string
  readonly store: Store
  drop(): Promise<void>
}

const template = 'gatehouse_template'
const templateLock = 88_214
const dayMs = 86_400_000
/** Milliseconds. The tests beside this one may have all of the machine for a moment, and that is no lost store. */
export const patienceMs = 10_000

/** A fresh, migrated database in the cluster named by GATEHOUSE_TEST_DATABASE_URL. */
export const freshDatabase = async (): Promise<TestDatabase> => {
  const cluster = process.env['GATEHOUSE_TEST_DATABASE_URL']
  if (!cluster) throw new Error('GATEHOUSE_TEST_DATABASE_URL is not set: run the tests with npm test or npm run check')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [templateLock])
    await makeTemplate(cluster, admin)
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    await admin.query(`alter database ${name} set search_path = ${movedFirst}`)
  })
  const url = urlOf(cluster, name)
  const follow = await followClock(url)
  await asAdmin(url, ensureRecentPartitions)
  const store = openStore(url, pino({ level: 'silent' }), patienceMs)
  return {
    url,
    store,
    async drop() {
      await follow.end()
      await store.close()
      await asAdmin(cluster, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** Connections beside the product's. They may be on their way out still when the store is told to end: that is no failure. */
export const plainPool = (url: string, max: number): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 5000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

const makeTemplate = async (cluster: string, admin: pg.Client) => {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
  if (rowCount) return
  await admin.query(`create database ${template}_new`)
  await admin.query(`alter database ${template}_new set search_path = ${movedFirst}`)
  await asAdmin(urlOf(cluster, `${template}_new`), async (client) => {
    await client.query('create schema moved')
    await client.query(movedBy(0))
    await migrate(client)
    await ensureRecentPartitions(client)
  })
  await admin.query(`alter database ${template}_new rename to ${template}`)
}

// Of each database too: tests that ran before in this process may have moved the clock by days.
const ensureRecentPartitions = (client: pg.Client) => {
  const now = Date.now()
  return ensurePartitions(client, new Date(now - 2 * dayMs), new Date(now + dayMs))
}

// `now()` of the tests' own statements and of the columns' defaults goes with the clock of the test process: it is found
// before PostgreSQL's own. Inlined, so that it costs nothing.
const movedFirst = 'public, moved, pg_catalog'
const movedBy = (ms: number) => `create or replace function moved.now() returns timestamptz language sql stable
  as $$ select pg_catalog.now() ${ms === 0 ? '' : `+ interval '${ms} ms'`} $$`

const followClock = async (url: string): Promise<{ end(): Promise<void> }> => {
  let setTo = 0
  // One for all moves: a new connection costs more than what is asked of it.
  const connections = plainPool(url, 1)
  const end = await onClockMoved(async (aheadByMs) => {
    if (aheadByMs === setTo) return
    await connections.query(movedBy(aheadByMs))
    setTo = aheadByMs
  })
  return {
    async end() {
      end()
      await connections.end()
    },
  }
}

const asAdmin = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const urlOf = (cluster: string, database: string) => {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Once every transaction that runs now, in whatever database of the cluster, has ended: until then what it stores could still
 * belong before what is there, and nothing later counts as complete.
 */
export const othersEnded = async (on: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rows } = await on.query<{ now: string }>('select pg_current_xact_id()::text as now')
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(10)) {
    const past = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as past'
    if ((await on.query<{ past: boolean }>(past, [rows[0]?.now])).rows[0]?.past) return
  }
  throw new Error('Another transaction never ended')
}
