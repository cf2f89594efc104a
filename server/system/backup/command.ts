// npm run backup -- FILE and npm run restore -- FILE: beside the server or without it.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import pg from 'pg'
import pino from 'pino'
import own from '../../../package.json' with { type: 'json' }
import { embeddedAddress, hasEmbedded } from '../../db/embedded/embedded-address.ts'
import { startEmbedded } from '../../db/embedded/embedded.ts'
import { connectTo } from '../../db/pool.ts'
import { bytesInWords } from '../../kit/bytes.ts'
import { clock } from '../../kit/clock.ts'
import { type Config, readConfig } from '../../kit/config.ts'
import { vaultKey } from '../../kit/secrets/vault.ts'
import { BackupFault, checkArchive, isEncrypted, messageIn } from './archive.ts'
import { recordBackup } from './backups.sql.ts'
import { type Made, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const usage = `npm run backup -- FILE            everything: the store, the files beside it, the key; while it runs, or not
npm run backup -- --check FILE    reads a backup whole and says what it is
npm run restore -- FILE           a building from a backup; Gatehouse must not run

  --replace            restore: what is there is put aside (embedded store) or replaced (DATABASE_URL)
  --data-dir DIR       the data folder (DATA_DIR, .data)
  --database-url URL   another store than the embedded one (DATABASE_URL)
  --encrypt            backup: asks for a passphrase, where BACKUP_PASSPHRASE has none

BACKUP_PASSPHRASE encrypts a backup, and opens one. A backup without a passphrase holds the key of the installation for
whoever can read the file.

Ends with 0 when it is done, 1 when it is restored but its record does not hold, 2 when it could not be done.
`

const log = pino({ level: 'silent' })
const print = (line: string) => process.stdout.write(`${line}\n`)

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'data-dir': { type: 'string' },
      'database-url': { type: 'string' },
      check: { type: 'boolean' },
      encrypt: { type: 'boolean' },
      replace: { type: 'boolean' },
      // Of the server, which starts this at a time of its own clock.
      'started-at': { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const [asked, file, ...more] = positionals
  if (values.help || !file || more.length > 0 || (asked !== 'backup' && asked !== 'restore')) {
    print(usage)
    return values.help ? 0 : 2
  }
  const config = readConfig({
    ...process.env,
    ...(values['data-dir'] === undefined ? {} : { DATA_DIR: values['data-dir'] }),
    ...(values['database-url'] === undefined ? {} : { DATABASE_URL: values['database-url'] }),
  })
  const path = resolve(file)
  if (asked === 'restore') return restore(config, path, values.replace ?? false)
  if (values.check) return check(config, path)
  const wanted = values.encrypt ? (config.backup.passphrase ?? (await ask('Passphrase: '))) : config.backup.passphrase
  if (values.encrypt && wanted === undefined)
    throw new BackupFault('There is no passphrase to encrypt it with: set BACKUP_PASSPHRASE.')
  const { bytes, rows } = await backup(config, path, wanted, values['started-at'])
  print(`${path}: ${rows} rows and the files beside the store, ${bytesInWords(bytes)}, read back whole.`)
  if (wanted === undefined)
    print('It is not encrypted, and holds the key of the installation: keep it where nobody reads it.')
  return 0
}

const backup = async (
  config: Config,
  path: string,
  passphrase: string | undefined,
  startedAt = clock.iso(),
): Promise<Made> => {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl && !hasEmbedded(dataDir)) throw new BackupFault(`There is no store in ${dataDir}.`)
  const running = databaseUrl ?? embeddedAddress(dataDir)
  const reached = running === undefined ? false : await canReach(running)
  if (!reached && databaseUrl) throw new BackupFault('The store of DATABASE_URL cannot be reached.')
  const started = reached ? undefined : await startEmbedded({ dataDir, log })
  const url = started?.url ?? running ?? ''
  try {
    const made = await makeBackup(
      {
        connect: () => connectTo(url, log, { patienceMs: connectingMs }),
        dataDir,
        vaultKey: await vaultKey(dataDir, config.vaultKey),
        version: own.version,
      },
      path,
      passphrase,
    )
    await remember(url, made, startedAt)
    return made
  } finally {
    await started?.stop()
  }
}

const connectingMs = 10_000

const canReach = async (url: string): Promise<boolean> => {
  const client = await connectTo(url, log, { patienceMs: connectingMs }).catch(() => undefined)
  await client?.end()
  return client !== undefined
}

// It is whole all the same where the store has no room, or is of a version that kept no such list.
const remember = async (url: string, { path, bytes }: Made, startedAt: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => undefined)
  await recordBackup(pool, { id: randomUUID(), startedAt, endedAt: clock.iso(), path, bytes, error: null }).catch(
    (error: unknown) => print(`It could not be noted in the store: ${messageIn(error)}`),
  )
  await pool.end()
}

const check = async (config: Config, path: string): Promise<number> => {
  const { manifest, contents } = await checkArchive(path, await passphraseFor(config, path))
  const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0)
  print(`${path} is whole: ${rows} rows as of ${manifest.at}, made by Gatehouse ${manifest.version}.`)
  return 0
}

const restore = async (config: Config, path: string, replace: boolean): Promise<number> => {
  const { dataDir, databaseUrl } = config
  const passphrase = await passphraseFor(config, path)
  const { archive, verdict, aside } = await restoreBackup({ path, passphrase, dataDir, databaseUrl, replace, log })
  print(
    `The building as of ${archive.manifest.at} is restored into ${databaseUrl ? 'DATABASE_URL and ' : ''}${dataDir}.`,
  )
  if (aside) print(`What lay there before is in ${aside}: delete it once you are sure.`)
  if (config.vaultKey && !config.vaultKey.equals(await vaultKey(dataDir, undefined)))
    print(`VAULT_KEY is not the key that this building's secrets are sealed with: that one is in ${dataDir}/vault.key.`)
  if (verdict.firstBroken) {
    print(`Its record does NOT hold (${verdict.firstBroken.fault}): ${verdict.firstBroken.says}`)
    return 1
  }
  print(`Its record holds: ${verdict.checked} entries, ${verdict.logs} entries and exits.`)
  return 0
}

const passphraseFor = async (config: Config, path: string): Promise<string | undefined> =>
  (await isEncrypted(path)) ? (config.backup.passphrase ?? (await ask(`Passphrase of ${path}: `))) : undefined

/** Asks whoever sits there, without showing what is typed; nobody sits there: undefined. */
const ask = async (question: string): Promise<string | undefined> => {
  if (!process.stdin.isTTY) return undefined
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answer = await line.question('')
  line.close()
  process.stderr.write('\n')
  return answer === '' ? undefined : answer
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${messageIn(error)}\n`)
  return 2
})
