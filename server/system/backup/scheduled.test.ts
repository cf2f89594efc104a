// Backups by themselves: one a day, what was missed made up for, the oldest deleted, and a failure told.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aCompany, aUser } from '../../testing/building.testing.ts'
import { freshDatabase, type TestDatabase } from '../../db/testing.ts'
import { clock } from '../../kit/clock.ts'
import { tick } from '../../kit/clock.testing.ts'
import { newestBackups } from './backups.sql.ts'
import { checkArchive, isEncrypted } from './archive.ts'
import { dueSince, keepBackups } from './scheduled.ts'

const log = pino({ level: 'silent' })
const passphrase = 'correct horse battery'

describe('when one is due', () => {
  test('is today at that time, or yesterday where that is still to come', () => {
    expect(dueSince('03:00', new Date(2026, 10, 26, 3, 0))).toEqual(new Date(2026, 10, 26, 3, 0))
    expect(dueSince('03:00', new Date(2026, 10, 26, 2, 59))).toEqual(new Date(2026, 10, 25, 3, 0))
    expect(dueSince('23:45', new Date(2026, 0, 1, 0, 10))).toEqual(new Date(2025, 11, 31, 23, 45))
  })

  test('comes once a day, on the days too on which the clocks change', () => {
    const time = fc.record({ hour: fc.nat(23), minute: fc.nat(59) })
    fc.assert(
      fc.property(
        time,
        fc.date({ min: new Date(2026, 0, 1), max: new Date(2027, 0, 1), noInvalidDate: true }),
        (at, now) => {
          const due = dueSince(`${String(at.hour).padStart(2, '0')}:${String(at.minute).padStart(2, '0')}`, now)
          expect(due.getTime()).toBeLessThanOrEqual(now.getTime())
          // A day of 25 hours, and what was skipped by an hour.
          expect(now.getTime() - due.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
        },
      ),
    )
  })
})

// A backup is a process of low priority: beside a busy machine it takes as long as it takes.
describe('a server with BACKUP_DIR', { timeout: 300_000 }, () => {
  let database: TestDatabase
  let folder: string
  let keeping: { stop(): Promise<void> } | undefined
  beforeAll(async () => {
    database = await freshDatabase()
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-scheduled-'))
  })
  afterEach(async () => {
    await keeping?.stop()
    keeping = undefined
  })
  afterAll(async () => {
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  const keep = (into: string, most: number, secret?: string) => {
    keeping = keepBackups({
      store: database.store,
      config: {
        backup: { folder: into, at: '03:00', keep: most, passphrase: secret },
        dataDir: folder,
        databaseUrl: database.url,
        vaultKey: Buffer.alloc(32, 1),
      },
      record: () => Promise.resolve(),
      log,
    })
  }
  const there = (into: string) => readdirSync(into).toSorted()

  test('makes one a minute after a start that missed it, one a day from then on, and keeps the newest', async () => {
    const into = join(folder, 'backups')
    await tick(untilFour())
    keep(into, 1)
    await tick('2 min')
    const [first] = there(into)
    expect(first).toMatch(/^gatehouse-.*\.tar\.zst$/)
    expect((await newestBackups(database.store.pool)).made).toMatchObject({
      path: join(into, first ?? ''),
      error: null,
    })
    await tick('30 min')
    expect(there(into)).toEqual([first])
    writeFileSync(join(into, 'gatehouse-notes.txt'), 'not ours')
    writeFileSync(join(into, `${first}.part`), 'ended half way')
    await tick('24 h')
    const files = there(into).filter((name) => name.includes('.zst'))
    expect(files).toHaveLength(1)
    expect(files).not.toContain(first)
    expect(there(into)).toContain('gatehouse-notes.txt')
    await checkArchive(join(into, files[0] ?? ''), undefined)
  })

  test('encrypts them where there is a passphrase', async () => {
    const into = join(folder, 'sealed')
    await tick('24 h')
    keep(into, 1, passphrase)
    await tick('2 min')
    const [file = ''] = there(into)
    expect(file).toMatch(/\.tar\.zst\.age$/)
    expect(await isEncrypted(join(into, file))).toBe(true)
  })

  test('tells who looks after the installation that one failed, and tries again after an hour', async () => {
    const { pool } = database.store
    const company = await aCompany(pool)
    const keeper = await aUser(pool, company, { can: ['manage_companies', 'read_notifications'] })
    await tick(untilFour())
    const into = join(folder, 'file')
    writeFileSync(into, 'in its place')
    keep(into, 1)
    const finding = async () =>
      (
        await pool.query<{ message: string }>(
          `select message from notification where user_id = $1 and kind = 'backup-failed'`,
          [keeper.id],
        )
      ).rows
    await tick('2 min')
    expect(await finding()).toEqual([{ message: expect.stringContaining('EEXIST') }])
    expect((await newestBackups(pool)).failed?.path).toContain(into)
    await tick('30 min')
    expect(await finding()).toHaveLength(1)
    rmSync(into)
    await tick('31 min')
    expect(there(into)).toHaveLength(1)
    expect(await finding()).toHaveLength(1)
  })
})

/** Milliseconds until four in the morning, two days on, local time: no backup is due within the hours after it. */
const untilFour = (): number => {
  const four = clock.now()
  four.setDate(four.getDate() + 1)
  four.setHours(28, 0, 0, 0)
  return four.getTime() - clock.ms()
}
