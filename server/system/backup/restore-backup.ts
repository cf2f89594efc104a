// Restores a backup: checked whole before anything is touched, then filled into a new store beside, then put in its place.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { keysOf, readFrom, readHeads, type Verdict, verifyRecord } from '../../record/activity/activity.ts'
import { releaseEmbedded, startEmbedded } from '../../db/embedded/embedded.ts'
import { connectTo } from '../../db/pool.ts'
import { type Archive, BackupFault, checkArchive, type Member, messageIn, ofFiles, readArchive } from './archive.ts'
import { isInUse, keyName, stagingIn, swapIn } from './data-folder.ts'
import { leaveNote } from './restored-note.ts'
import { demandKnown, fillStore, holdsTables, othersAt } from './restore-store.ts'

export interface RestoreWanted {
  readonly path: string
  readonly passphrase: string | undefined
  readonly dataDir: string
  /** undefined: the embedded store. */
  readonly databaseUrl: string | undefined
  /** Whether what is there already may be replaced. */
  readonly replace: boolean
  readonly log: Logger
}

export interface Restored {
  readonly archive: Archive
  readonly verdict: Verdict
  /** Where that lies which was in the data folder before. */
  readonly aside: string | undefined
}

const connectingMs = 10_000

/** Throws BackupFault; what was there is as it was then. */
export const restoreBackup = async (wanted: RestoreWanted): Promise<Restored> => {
  const { path, passphrase, dataDir, databaseUrl, replace } = wanted
  const archive = await checkArchive(path, passphrase)
  await demandKnown(archive)
  await mkdir(dataDir, { recursive: true })
  if (!replace && (await isInUse(dataDir)))
    throw new BackupFault(
      `${dataDir} holds a building already. Say --replace to put it aside, or set DATA_DIR to another folder.`,
    )
  // Refused while a Gatehouse runs on it.
  const release = databaseUrl === undefined ? await releaseEmbedded(dataDir) : undefined
  const staging = await stagingIn(dataDir)
  try {
    return databaseUrl === undefined
      ? await intoEmbedded(wanted, archive, staging)
      : await intoOther(wanted, databaseUrl, archive, staging)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error instanceof BackupFault ? error : new BackupFault(messageIn(error))
  } finally {
    release?.()
  }
}

const intoEmbedded = async (wanted: RestoreWanted, archive: Archive, staging: string): Promise<Restored> => {
  const embedded = await startEmbedded({ dataDir: staging, log: wanted.log })
  let verdict: Verdict
  try {
    const client = await connectTo(embedded.url, wanted.log, { patienceMs: connectingMs })
    try {
      verdict = await fill(client, wanted, archive, staging)
      await client.query('commit')
      await client.query('analyze')
    } finally {
      await client.end()
    }
  } finally {
    await embedded.stop()
  }
  return { archive, verdict, aside: await swapIn(wanted.dataDir, staging, true) }
}

const intoOther = async (
  wanted: RestoreWanted,
  databaseUrl: string,
  archive: Archive,
  staging: string,
): Promise<Restored> => {
  const client = await connectTo(databaseUrl, wanted.log, { patienceMs: connectingMs })
  try {
    if (!wanted.replace && (await holdsTables(client)))
      throw new BackupFault('The store of DATABASE_URL holds a building already. Say --replace to replace it.')
    const others = await othersAt(client)
    if (others > 0)
      throw new BackupFault(
        `${others === 1 ? 'Somebody else is' : `${others} others are`} connected to the store of DATABASE_URL. Stop Gatehouse, and whatever else uses it, first.`,
      )
    const verdict = await fill(client, wanted, archive, staging)
    await client.query('commit')
    await client.query('analyze')
    return { archive, verdict, aside: await swapIn(wanted.dataDir, staging, false) }
  } finally {
    await client.end()
  }
}

/** In a transaction that waits to be committed; the files lie in `staging`. */
const fill = async (
  client: pg.Client,
  { path, passphrase }: RestoreWanted,
  archive: Archive,
  staging: string,
): Promise<Verdict> => {
  let key: Uint8Array | undefined
  await fillStore(client, archive, readArchive(path, passphrase), async (member) => {
    const bytes = await bytesOf(member)
    if (member.name === `${ofFiles}${keyName}`) key = Buffer.from(bytes.toString(), 'base64')
    await writeMember(staging, member.name, bytes)
  })
  await leaveNote(staging, archive.manifest.at, basename(path))
  if (!key) throw new BackupFault('The backup has no key of the installation.')
  const own = await readHeads(staging)
  return verifyRecord({ read: readFrom(client), ...keysOf(key), kept: own?.heads ?? [] })
}

const bytesOf = async ({ body }: Member): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const writeMember = async (staging: string, name: string, bytes: Uint8Array): Promise<void> => {
  const target = resolve(staging, name.slice(ofFiles.length))
  if (
    !name.startsWith(ofFiles) ||
    !target.startsWith(resolve(staging) + sep) ||
    target.startsWith(join(resolve(staging), 'postgres'))
  )
    throw new BackupFault(`The backup has a file that belongs nowhere: ${name}.`)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await writeFile(target, bytes, { mode: 0o600 })
}
