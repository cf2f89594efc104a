// A backup of one store and what is restored from it into another: the same rows, the same rules, the same proof.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ACompany, aCompany, aDevice, aUser } from '../../testing/building.testing.ts'
import { createAuditLog, keysOf } from '../../record/activity/activity.ts'
import { connectTo } from '../../db/pool.ts'
import { rollUp } from '../../db/rollups.ts'
import { freshDatabase, plainPool, type TestDatabase } from '../../db/testing.ts'
import { gasRollup } from '../../safety/gas/gas.rollup.ts'
import { checkArchive, createArchive } from './archive.ts'
import { type BackupParts, makeBackup } from './make-backup.ts'
import { restoreBackup, type Restored } from './restore-backup.ts'

const log = pino({ level: 'silent' })
const vaultKey = Buffer.alloc(32, 7)

let database: TestDatabase
let folder: string
let company: ACompany
let gas: string
const targets: string[] = []

beforeAll(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-restore-'))
  mkdirSync(join(folder, 'data', 'mailbox'), { recursive: true })
  writeFileSync(join(folder, 'data', 'mailbox', 'letter.json'), '{"to":"ada"}')
  writeFileSync(join(folder, 'data', 'mailbox', 'yesterday.tar.zst'), 'another backup')
  const { pool } = database.store
  company = await aCompany(pool, 'Meridian & "Söhne"\t\\N')
  await aUser(pool, company, { name: 'Ada O’Néill', can: ['read_doors'], card: '04:A2' })
  gas = (await aDevice(pool, company, 'gas')).id
  await aDevice(pool, company, 'door')
  const record = createAuditLog(database.store.db, keysOf(vaultKey), () => undefined)
  for (let n = 0; n < 3; n++)
    await record({
      companyId: company.id,
      userId: null,
      actor: 'Gatehouse',
      action: 'sites.create',
      subject: `number ${n}`,
      input: {},
      after: {},
      status: 200,
      address: 'local',
      correlationId: randomUUID(),
    })
})
afterAll(async () => {
  for (const name of targets) await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
  await database.drop()
  rmSync(folder, { recursive: true })
})

const cluster = process.env['GATEHOUSE_TEST_DATABASE_URL'] ?? ''
const asAdmin = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An empty one of the same PostgreSQL. */
const anotherStore = async (): Promise<string> => {
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  targets.push(name)
  await asAdmin((admin) => admin.query(`create database ${name}`))
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

const parts = (): BackupParts => ({
  connect: () => connectTo(database.url, log),
  dataDir: join(folder, 'data'),
  vaultKey,
  version: '0.1.0',
})

const backup = async () => {
  const path = join(folder, `${randomUUID()}.tar.zst`)
  await makeBackup(parts(), path, undefined)
  return path
}

const restore = (path: string, databaseUrl: string, dataDir: string, replace = false): Promise<Restored> =>
  restoreBackup({ path, passphrase: undefined, databaseUrl, dataDir, replace, log })

const within = async <T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> => {
  const pool = plainPool(url, 1)
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const readingAt = (pool: pg.Pool, value: number) =>
  pool.query(
    `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
     values ($1, 'CO', $2, 'ppm', 'good', now(), now())`,
    [gas, value],
  )

/** Every row of every table as text, without the numbers of transactions. */
const rowsIn = async (pool: pg.Pool): Promise<Record<string, string[]>> => {
  const { rows: tables } = await pool.query<{ name: string; columns: string }>(
    `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.atttypid <> 'xid8'::regtype
     group by c.relname order by c.relname`,
  )
  const all: Record<string, string[]> = {}
  for (const { name, columns } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select (t.*)::text as row from (select ${columns} from "${name}") t`,
    )
    all[name] = rows.map(({ row }) => row).toSorted()
  }
  return all
}

/** Every rule of the schema in words. */
const rulesIn = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ rule: string }>(`
    select format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as rule
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select format('%s %s', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t
      join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attgenerated)
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
    union all select format('%s as of %s', c.relname, pg_get_expr(c.relpartbound, c.oid)) from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind = 'r'`)
  return rows.map(({ rule }) => rule).toSorted()
}

describe('what is restored', () => {
  let url: string
  let dataDir: string
  let restored: Restored
  let path: string

  beforeAll(async () => {
    const { pool } = database.store
    const client = await database.store.connect()
    for (let n = 0; n < 5; n++) {
      await readingAt(pool, n)
      if (n === 2) await rollUp(client, [gasRollup])
    }
    await client.end()
    path = await backup()
    url = await anotherStore()
    dataDir = join(folder, 'restored')
    restored = await restore(path, url, dataDir)
  })

  test('are all rows of all tables', async () => {
    const before = await rowsIn(database.store.pool)
    expect(await within(url, rowsIn)).toEqual(before)
    expect(before['users']?.length).toBeGreaterThan(0)
    expect(before['gas_reading']).toHaveLength(5)
  })

  test('are all rules: references, triggers that work, indexes, partitions', async () => {
    expect(await within(url, rulesIn)).toEqual(await rulesIn(database.store.pool))
  })

  test('are the files beside the store, and the key', () => {
    expect(readdirSync(dataDir).toSorted()).toEqual(['mailbox', 'restored.json', 'vault.key'])
    expect(readdirSync(join(dataDir, 'mailbox'))).toEqual(['letter.json'])
    expect(readFileSync(join(dataDir, 'mailbox', 'letter.json'), 'utf8')).toBe('{"to":"ada"}')
    expect(readFileSync(join(dataDir, 'vault.key'), 'utf8')).toBe(vaultKey.toString('base64'))
  })

  test('proves its record, and takes what comes next', async () => {
    expect(restored.verdict.firstBroken).toBeUndefined()
    expect(restored.aside).toBeUndefined()
    await within(url, async (pool) => {
      const { id } = await aCompany(pool)
      await pool.query(`insert into users (id, company_id, email, first_name, last_name, verified)
        values (gen_random_uuid(), '${id}', 'new@gatehouse.example', 'New', 'Person', true)`)
      await expect(
        pool.query(`insert into site (id, company_id, name, time_zone)
        values (gen_random_uuid(), gen_random_uuid(), 'Nowhere', 'UTC')`),
      ).rejects.toThrow('foreign key')
      await expect(pool.query('delete from activity')).rejects.toThrow()
    })
  })

  test('is rolled up to where it was, and from there on: nothing is lost and nothing counts twice', async () => {
    await within(url, async (pool) => {
      const counted = async () => {
        const { rows } = await pool.query<{ count: number }>(
          `select coalesce(sum(count), 0)::int as count from gas_minute where device_id = $1`,
          [gas],
        )
        return rows[0]?.count
      }
      await readingAt(pool, 9)
      const client = await connectTo(url, log)
      try {
        const rolledUp = async () => {
          await rollUp(client, [gasRollup])
          return counted()
        }
        await expect.poll(rolledUp).toBe(6)
      } finally {
        await client.end()
      }
    })
  })

  test('goes into no store that holds something, unless it is said; then what was there is gone whole', async () => {
    const { id } = await within(url, aCompany)
    const again = join(folder, 'again')
    await expect(restore(path, url, again)).rejects.toThrow('holds a building already')
    await expect(restore(path, url, dataDir)).rejects.toThrow('holds a building already')
    const there = (pool: pg.Pool) => pool.query('select from company where id = $1', [id])
    expect((await within(url, there)).rowCount).toBe(1)
    const { aside } = await restore(path, url, dataDir, true)
    expect((await within(url, there)).rowCount).toBe(0)
    expect(await within(url, rowsIn)).toEqual(await rowsIn(database.store.pool))
    expect(aside && readdirSync(aside).toSorted()).toEqual(['mailbox', 'restored.json', 'vault.key'])
  })

  test('goes into no store that somebody uses', async () => {
    const other = await connectTo(url, log)
    await expect(restore(path, url, join(folder, 'used'), true)).rejects.toThrow('Somebody else is connected')
    await other.end()
  })
})

test('needs no more of PostgreSQL than to own the database', async () => {
  const url = new URL(await anotherStore())
  const role = `owner_${randomUUID().replaceAll('-', '')}`
  await asAdmin((admin) => admin.query(`create role ${role} login password 'of a test'`))
  await asAdmin((admin) => admin.query(`alter database ${url.pathname.slice(1)} owner to ${role}`))
  ;[url.username, url.password] = [role, 'of a test']
  const path = await backup()
  const { verdict } = await restore(path, url.href, join(folder, 'owned'))
  expect(verdict.firstBroken).toBeUndefined()
  expect(await within(url.href, rowsIn)).toEqual(await rowsIn(database.store.pool))
  // And it is backed up as well as restored by it.
  const again = join(folder, 'of an owner.tar.zst')
  await makeBackup({ ...parts(), connect: () => connectTo(url.href, log) }, again, undefined)
  await restore(again, url.href, join(folder, 'owned'), true)
  expect(await within(url.href, rowsIn)).toEqual(await rowsIn(database.store.pool))
  await asAdmin((admin) => admin.query(`drop database ${url.pathname.slice(1)} with (force)`))
  await asAdmin((admin) => admin.query(`drop role ${role}`))
})

test('a restore that fails half way leaves what was there, and no folder of its own', async () => {
  const url = await anotherStore()
  await within(url, (pool) => pool.query('create table mine (n int); insert into mine values (1)'))
  const { manifest } = await checkArchive(await backup(), undefined)
  // A site of a company that is not in it.
  const path = join(folder, 'inconsistent.tar.zst')
  const archive = await createArchive(path, undefined, manifest)
  const site = manifest.tables.find(({ name }) => name === 'site')?.columns ?? []
  const values: Record<string, string> = { id: randomUUID(), company_id: randomUUID(), name: 'A', time_zone: 'UTC' }
  const row = site.map((column) => values[column] ?? (column.endsWith('_at') ? '2026-11-26' : '\\N')).join('\t')
  await archive.add('store/site/00000.copy', Buffer.from(`${row}\n`))
  await archive.finish({ site: 1 })
  const dataDir = join(folder, 'half')
  await expect(restore(path, url, dataDir, true)).rejects.toThrow('foreign key')
  expect((await within(url, (pool) => pool.query('select n from mine'))).rows).toEqual([{ n: 1 }])
  expect(readdirSync(dataDir)).toEqual([])
})

test('what is stored while a backup is made is in it whole or not at all', async () => {
  const { pool } = database.store
  const ended = new AbortController()
  let pairs = 0
  // Two rows of one transaction, over and over.
  const writing = (async () => {
    while (!ended.signal.aborted) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const one = await aCompany(client)
        await aUser(client, one)
        await client.query('commit')
        pairs++
      } finally {
        client.release()
      }
    }
  })()
  await expect.poll(() => pairs).toBeGreaterThan(5)
  const path = await backup()
  ended.abort()
  await writing
  const url = await anotherStore()
  await restore(path, url, join(folder, 'whole'))
  const { rows } = await within(url, (restoredPool) =>
    restoredPool.query<{ companies: number; lonely: number }>(
      `select count(*)::int as companies, count(*) filter (where not exists (
         select from users u where u.company_id = c.id))::int as lonely from company c`,
    ),
  )
  expect(rows[0]?.lonely).toBe(0)
  expect(rows[0]?.companies).toBeGreaterThan(5)
})

test('of a partition that is dropped while a backup is made, the rows are left out', async () => {
  const { pool } = database.store
  await pool.query(`create table zz_old partition of gas_reading for values from ('2001-01-01') to ('2001-01-08')`)
  await pool.query(
    `insert into gas_reading (device_id, channel, value, unit, quality, at, received_at)
     values ($1, 'CO', 1, 'ppm', 'good', '2001-01-02', now())`,
    [gas],
  )
  const locking = await pool.connect()
  try {
    // The first table of all is read only once this is over.
    await locking.query('begin; lock table access_failure in access exclusive mode')
    const backing = backup()
    // Locks are of all databases of this PostgreSQL.
    const waiting = `select from pg_locks where not granted and relation = 'access_failure'::regclass
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(() => pool.query(waiting).then(({ rowCount }) => rowCount)).toBe(1)
    await pool.query('drop table zz_old')
    await locking.query('commit')
    const url = await anotherStore()
    await restore(await backing, url, join(folder, 'without'))
    const { rows } = await within(url, (restored) => restored.query('select from zz_old'))
    expect(rows).toEqual([])
  } finally {
    locking.release(true)
  }
})
