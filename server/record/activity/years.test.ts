// Years of the record: closed by retention into files that prove themselves; checked from the command line.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ACompany, aCompany } from '../../testing/building.testing.ts'
import { compiled } from '../../chaos/program.testing.ts'
import { asOf } from '../../kit/clock.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { type OpenAuditLog, openAuditLog } from './activity.ts'
import { verifyArchive } from './archive.ts'
import { archiveOf, closeYears } from './close-years.ts'
import { verifyRecord } from './verify.ts'
import { readFrom } from './verify.sql.ts'

const vaultKey = Buffer.alloc(32, 9)
const log = pino({ level: 'silent' })
const longAgo = 2021

let database: TestDatabase
let dataDir: string
let company: ACompany
let activity: OpenAuditLog
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-years-'))
  activity = await openAuditLog(database.store, { dataDir, vaultKey }, log)
  company = await aCompany(database.store.pool)
  await database.store.pool.query('select make_record_year($1)', [longAgo])
  for (const at of [new Date(Date.UTC(longAgo, 5, 1)), new Date(Date.UTC(longAgo, 6, 1))]) {
    for (let n = 0; n < 5; n++) await asOf(at, () => entry(`old ${n}`))
    await activity.sealer.seal()
  }
  await entry('new')
  await activity.sealer.seal()
})
afterAll(async () => {
  await activity.stop()
  await database.drop()
  await rm(dataDir, { recursive: true })
})

const entry = (subject: string) =>
  activity.record({
    companyId: company.id,
    userId: null,
    actor: 'somebody',
    action: 'doors.unlock',
    subject,
    input: {},
    status: 200,
    address: '',
    correlationId: randomUUID(),
  })

const verdict = () =>
  verifyRecord({
    read: readFrom(database.store.pool),
    publicKey: activity.keys.publicKey,
    isOurs: activity.keys.isOurs,
    kept: activity.heads.all(),
  })

const close = () => closeYears({ store: database.store, ...activity, dataDir, log }, new Date())

/** Of what runs programs of its own: their time is the machine's. */
const programs = { timeout: 120_000 }

/** Its exit code and all that it said. */
const command = (args: string[], env: Record<string, string> = { VAULT_KEY: vaultKey.toString('base64') }) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const file = join(import.meta.dirname, 'command.ts')
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, ...env }
    const clean = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compiled, ...settings }
    const child = execFile(process.execPath, [file, ...args], { env: clean }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    )
  })

test('the command line says that all holds, and prints heads that can be kept elsewhere', programs, async () => {
  expect(await command(['verify'])).toMatchObject({ code: 0, output: expect.stringContaining('All holds: 11 entries') })
  const { code, output } = await command(['checkpoints'])
  expect(code).toBe(0)
  await writeFile(join(dataDir, 'kept.json'), output)
  expect(await command(['verify', '--checkpoint', join(dataDir, 'kept.json')])).toMatchObject({ code: 0 })
  const { publicKey } = JSON.parse(output)
  expect(await command(['verify', '--key', publicKey], {})).toMatchObject({ code: 0 })
})

test('it names what does not hold, and says when it cannot know', programs, async () => {
  const client = await database.store.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update activity set subject = 'other' where subject = 'old 3' and at < '${longAgo}-06-15'`)
  const { code, output } = await command(['verify'])
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN (changed)') })
  expect(output).toContain(`chain ${company.id}/${longAgo}, link 4, entry `)
  expect(await close()).toEqual([])
  await client.query(`update activity set subject = 'old 3' where subject = 'other'`)
  await client.end()
  expect(await command(['verify'], {})).toMatchObject({ code: 2 })
  expect(await command(['verify', '--checkpoint', join(dataDir, 'none.json')])).toMatchObject({ code: 2 })
  expect(await command(['verify', '--database-url', 'postgres://127.0.0.1:1/none'])).toMatchObject({ code: 2 })
  expect(await command([])).toMatchObject({ code: 2 })
})

test('a year stays as long as nobody says how long it is kept', async () => {
  expect(await close()).toEqual([])
})

test(
  'a year that retention is done with becomes a file that proves itself, and the chain says so',
  programs,
  async () => {
    await database.store.pool.query(`update retention set keep_days = 30 where series = 'activity'`)
    // Whoever began in another year has one more, with nothing in it.
    expect(await close()).toContain(longAgo)
    const { rows } = await database.store.pool.query('select subject from activity order by at')
    expect(rows.map(({ subject }) => subject)).toEqual(['new', `${company.id}/${longAgo}`])
    expect(await verdict()).toMatchObject({ ok: true, checked: 2 })
    expect(await close()).toEqual([])
    const path = archiveOf(dataDir, `${company.id}/${longAgo}`)
    expect(await verifyArchive(path, {})).toMatchObject({ ok: true, checked: 10 })
    expect(await command(['verify'])).toMatchObject({ code: 0 })
    expect(await command(['verify', '--archive', path])).toMatchObject({ code: 0 })
  },
)

test('a file that was changed, cut or made by others does not prove itself', programs, async () => {
  const path = archiveOf(dataDir, `${company.id}/${longAgo}`)
  const text = gunzipSync(await readFile(path)).toString()
  const lines = text.trimEnd().split('\n')
  const changes: [string, string][] = [
    ['changed', text.replace('"subject":"old 2"', '"subject":"old 7"')],
    ['missing', lines.toSpliced(4, 1).join('\n')],
    ['shorter', lines.slice(0, -1).join('\n')],
    ['signature', text.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`)],
  ]
  const changed = await Promise.all(
    changes.map(async ([fault, content], n) => {
      const other = join(dataDir, `other-${n}.jsonl.gz`)
      await writeFile(other, gzipSync(content))
      return { fault, ...(await command(['verify', '--archive', other])) }
    }),
  )
  for (const { fault, code, output } of changed)
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`BROKEN (${fault}`) })
  const stranger = { VAULT_KEY: Buffer.alloc(32, 1).toString('base64') }
  expect(await command(['verify', '--archive', path], stranger)).toMatchObject({ code: 1 })
})

test('that an archived year was there cannot be taken away', async () => {
  const client = await database.store.connect()
  await client.query('set session_replication_role = replica')
  await client.query('begin')
  await client.query(`delete from activity_checkpoint where chain = $1`, [`${company.id}/${longAgo}`])
  const found = await verifyRecord({ ...activity.keys, read: readFrom(client), kept: activity.heads.all() })
  expect(found).toMatchObject({ ok: false })
  await client.query('rollback')
  await client.end()
})
