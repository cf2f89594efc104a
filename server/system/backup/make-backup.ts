// Makes a backup while everything goes on: all tables as of one moment, the files beside the store, and the key.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { clock } from '../../kit/clock.ts'
import { type ArchiveWriter, BackupFault, checkArchive, createArchive, messageIn, ofFiles, ofStore } from './archive.ts'
import { keyName, leftBehind } from './data-folder.ts'
import { positionsOf, quoted, sequencesOf, type Table, tablesOf } from './tables.ts'

export interface BackupParts {
  /** Another connection to the store each time. */
  readonly connect: () => Promise<pg.Client>
  readonly dataDir: string
  /** What secrets in the store are sealed with, whether it lies in the data folder or not. */
  readonly vaultKey: Uint8Array
  readonly version: string
}

export interface Made {
  readonly path: string
  readonly bytes: number
  readonly rows: number
  /** When what is in it was so. */
  readonly at: string
}

// Large enough to compress well, small enough to be held.
const partBytes = 4 * 1024 * 1024
const newLine = 0x0a
// Half of a file, and other backups: one of all of them would double each time.
const passing = /\.(new|part|tar\.zst|tar\.zst\.age)$/
const headsName = 'record/heads.json'

/** Writes the backup, then reads it back whole. `path` must not be there yet. Throws BackupFault. */
export const makeBackup = async (
  { connect, dataDir, vaultKey, version }: BackupParts,
  path: string,
  passphrase: string | undefined,
): Promise<Made> => {
  // Sooner than the store: heads that say more than the record has would look like a record that was cut.
  const heads = await readFile(join(dataDir, headsName)).catch(ifMissing)
  // One keeps the moment; the other reads, each table in a transaction of its own, which holds it no longer than it is read:
  // partitions come and go meanwhile.
  const keeper = await connect()
  let reader: pg.Client | undefined
  let archive: ArchiveWriter | undefined
  try {
    reader = await connect()
    await keeper.query(settings)
    await keeper.query(begin)
    const { rows } = await keeper.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const snapshot = rows[0]?.snapshot ?? ''
    const positions = await positionsOf(keeper)
    const tables = await tablesOf(keeper)
    const migrations = await keeper.query<{ name: string }>('select name from schema_migration order by name')
    const at = clock.iso()
    archive = await createArchive(path, passphrase, {
      version,
      at,
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      sequences: await sequencesOf(keeper),
      positions: positions.count,
    })
    await reader.query(settings)
    const counted: Record<string, number> = {}
    for (const table of tables) {
      const columns = table.columns.map((name) => positions.of({ table: table.name, name })).join(', ')
      const count = await copyTable(reader, snapshot, table, columns, archive)
      if (count !== undefined) counted[table.name] = count
    }
    await keeper.query('commit')
    await archive.add(`${ofFiles}${keyName}`, Buffer.from(Buffer.from(vaultKey).toString('base64')))
    if (heads) await archive.add(`${ofFiles}${headsName}`, heads)
    for (const file of await filesOf(dataDir))
      await archive.addFile(`${ofFiles}${file}`, join(dataDir, file)).catch(ifMissing)
    const bytes = await archive.finish(counted)
    await checkArchive(path, passphrase)
    return { path, bytes, at, rows: Object.values(counted).reduce((sum, count) => sum + count, 0) }
  } catch (error) {
    await archive?.abandon()
    throw error instanceof BackupFault ? error : new BackupFault(messageIn(error))
  } finally {
    for (const client of [keeper, reader]) await client?.end().catch(() => undefined)
  }
}

const settings = `set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`
const begin = 'begin isolation level repeatable read read only'

/** How many rows there were; undefined for a partition that was dropped meanwhile, as all in it is older than is kept. */
const copyTable = async (
  client: pg.Client,
  snapshot: string,
  { name, partitionOf }: Table,
  columns: string,
  archive: ArchiveWriter,
): Promise<number | undefined> => {
  try {
    await client.query(`${begin}; set transaction snapshot '${snapshot}'`)
    const stream = client.query(to(`copy (select ${columns} from ${quoted(name)}) to stdout`))
    let waiting: Uint8Array[] = []
    let size = 0
    let part = 0
    const flush = async (rest?: Uint8Array) => {
      if (size > 0)
        await archive.add(`${ofStore}${name}/${String(part++).padStart(5, '0')}.copy`, Buffer.concat(waiting))
      waiting = rest ? [rest] : []
      size = rest?.length ?? 0
    }
    for await (const chunk of stream) {
      const bytes: Uint8Array = chunk
      // A part ends with a row: COPY writes a line break within one otherwise.
      const end = size + bytes.length < partBytes ? -1 : bytes.lastIndexOf(newLine)
      waiting.push(end < 0 ? bytes : bytes.subarray(0, end + 1))
      size += end < 0 ? bytes.length : end + 1
      if (end >= 0) await flush(bytes.subarray(end + 1))
    }
    await flush()
    await client.query('commit')
    return stream.rowCount
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === '42P01'
    if (!isGone || partitionOf === null) throw error
    await client.query('rollback')
    return undefined
  }
}

/** The data folder's own files, by their paths in it, with slashes. */
const filesOf = async (dataDir: string): Promise<string[]> => {
  const store = resolve(dataDir, 'postgres')
  const special = new Set([headsName, keyName])
  const found: string[] = []
  const walk = async (folder: string) => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && path !== store && !leftBehind.test(entry.name)) await walk(path)
      const name = relative(dataDir, path).split(sep).join('/')
      if (entry.isFile() && !special.has(name) && !passing.test(name)) found.push(name)
    }
  }
  await walk(resolve(dataDir))
  return found.toSorted()
}

const ifMissing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
