// Backups made every day at a time of day, beside the server: a process of its own at a lower priority, as whoever asks for
// one by hand starts it. The oldest are deleted once a new one is whole.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { OpenAuditLog } from '../../record/activity/activity.ts'
import { keepersOf } from '../../site/contact/contact.ts'
import type { Store } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import type { Config } from '../../kit/config.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { recordRestore } from './restored-note.ts'
import { messageIn } from './archive.ts'
import { newestBackups, recordBackup } from './backups.sql.ts'

type Settings = Pick<Config, 'backup' | 'dataDir' | 'databaseUrl' | 'vaultKey'>

interface BackupsParts {
  readonly store: Store
  readonly config: Settings
  readonly record: OpenAuditLog['record']
  readonly log: Logger
}

const lookEveryMs = 60_000
const againAfterMs = 3_600_000
const modest = 10
const command = fileURLToPath(new URL('command.ts', import.meta.url))
const ours = /^gatehouse-\d{4}-\d\d-\d\dT[\d-]+Z\.tar\.zst(\.age)?$/

/** The newest moment up to `now` at which a backup was to be made; `at`: hours and minutes, by this machine's time zone. */
export const dueSince = (at: string, now: Date): Date => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hours, minutes, 0, 0)
  if (due <= now) return due
  due.setDate(due.getDate() - 1)
  due.setHours(hours, minutes, 0, 0)
  return due
}

/** Looks every minute whether one is due, until stopped: also for what was missed while nothing ran. */
export const keepBackups = ({ store, config, record, log }: BackupsParts): { stop(): Promise<void> } => {
  recordRestore(config.dataDir, record).catch((error: unknown) =>
    log.error({ error }, 'that the building was restored could not be recorded'),
  )
  const { folder, at, keep } = config.backup
  if (folder === undefined) return { stop: () => Promise.resolve() }
  let underWay: ChildProcess | undefined

  const look = async () => {
    const { made, failed } = await newestBackups(store.pool)
    const due = dueSince(at, clock.now())
    if (made && new Date(made.startedAt) >= due) return
    if (failed && new Date(failed.startedAt) >= due && clock.ms() - Date.parse(failed.endedAt) < againAfterMs) return
    await attempt(folder)
  }

  const attempt = async (into: string) => {
    const startedAt = clock.iso()
    const suffix = config.backup.passphrase === undefined ? '' : '.age'
    const path = join(into, `gatehouse-${startedAt.replaceAll(/[:.]/g, '-')}.tar.zst${suffix}`)
    const error = await run(path, startedAt).catch(messageIn)
    if (error === undefined) return forgetOld(into)
    if (error === stopped) return
    log.error({ path, error }, 'a backup failed')
    await recordBackup(store.pool, { id: uuid(), startedAt, endedAt: clock.iso(), path, bytes: null, error })
    await inTransaction(store.db, async (tx) => {
      const keepers = await keepersOf(tx)
      await notify(
        tx,
        keepers.map(({ id, companyId }) => ({
          userId: id,
          companyId,
          kind: 'backup-failed',
          title: 'A backup failed',
          message: error,
          type: 'error',
          priority: 'high',
          action: { label: 'View system', path: '/logs/system' },
        })),
      )
    })
  }

  /** Why it could not be made; undefined: it was, and is noted. */
  const run = async (path: string, startedAt: string): Promise<string | undefined> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const child = spawn(process.execPath, [command, 'backup', path, '--started-at', startedAt], {
      env: { ...process.env, ...environmentOf(config) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    underWay = child
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    await once(child, 'spawn')
    if (child.pid !== undefined) setPriority(child.pid, modest)
    await once(child, 'close')
    underWay = undefined
    if (child.exitCode === 0) return undefined
    if (isStopping) return stopped
    const lines = output.trim().split('\n')
    return lines.at(-1) || `It ended with ${child.exitCode ?? child.signalCode}.`
  }

  const forgetOld = async (into: string) => {
    const there = await readdir(into)
    const whole = there.filter((name) => ours.test(name)).toSorted()
    // Of one that was ended half way.
    const halves = there.filter((name) => name.endsWith('.part') && ours.test(name.slice(0, -'.part'.length)))
    for (const name of [...whole.slice(0, -keep), ...halves]) await rm(join(into, name), { force: true })
  }

  let isStopping = false
  const loop = clock.every(lookEveryMs, look, {
    log,
    level: 'error',
    failure: 'whether a backup is due could not be found out',
  })
  return {
    async stop() {
      isStopping = true
      underWay?.kill()
      await loop.stop()
    },
  }
}

const stopped = 'stopped'

const environmentOf = ({ backup, dataDir, databaseUrl, vaultKey }: Settings): Record<string, string> => ({
  DATA_DIR: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  ...(vaultKey === undefined ? {} : { VAULT_KEY: vaultKey.toString('base64') }),
  ...(backup.folder === undefined ? {} : { BACKUP_DIR: backup.folder }),
  ...(backup.passphrase === undefined ? {} : { BACKUP_PASSPHRASE: backup.passphrase }),
})
