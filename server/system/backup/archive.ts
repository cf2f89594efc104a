// The file that a backup is: a tar archive, compressed with zstd and, with a passphrase, encrypted in the format of age.
// `age -d FILE | tar --zstd -x` opens it without Gatehouse. Its first member says what it is, its last one lists the others
// with their checksums: whatever is cut off or changed is found.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { z } from 'zod'

/** What is wrong with a backup or keeps it from being made, in words for whoever asked for it. */
export class BackupFault extends Error {}

const format = 1

/** With a checksum of its own, so that what no member's checksum covers is as safe. */
const compression = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }

export const manifest = z.object({
  product: z.literal('gatehouse'),
  format: z.int(),
  /** Of the Gatehouse that made it. */
  version: z.string(),
  at: z.iso.datetime(),
  /** The schema: the names of its migrations, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      partitionOf: z.string().nullable(),
      bound: z.string().nullable(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** The positions of transactions in it lie below this. */
  positions: z.int(),
})
export type Manifest = z.output<typeof manifest>

const contents = z.object({
  members: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** By table. */
  rows: z.record(z.string(), z.int()),
})
export type Contents = z.output<typeof contents>

const manifestName = 'manifest.json'
const contentsName = 'contents.json'
/** Folders of the archive: parts of tables as COPY writes them, and files of the data folder. */
export const ofStore = 'store/'
export const ofFiles = 'files/'

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>
  /** The file as long as it is now. */
  addFile(name: string, path: string): Promise<void>
  /** Answers the length of the archive in bytes, once it is on the disk under its name. */
  finish(rows: Contents['rows']): Promise<number>
  /** Takes away what was written. */
  abandon(): Promise<void>
}

/** Begins a file at `path`, which must not be there yet: it has that name once it is whole. */
export const createArchive = async (
  path: string,
  passphrase: string | undefined,
  about: Omit<Manifest, 'product' | 'format'>,
): Promise<ArchiveWriter> => {
  if (
    await stat(path).then(
      () => true,
      () => false,
    )
  )
    throw new BackupFault(`${path} is there already: a backup overwrites nothing.`)
  const draft = `${path}.part`
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  await once(file, 'open').catch((error: unknown) => {
    throw new BackupFault(`${draft} cannot be written: ${messageIn(error)}`)
  })
  const { readable, controller } = createTarPacker()
  const tar = Readable.fromWeb(readable as NodeReadableStream<Uint8Array>)
  const written =
    passphrase === undefined
      ? pipeline(tar, createZstdCompress(compression), file)
      : pipeline(tar, createZstdCompress(compression), encryption(passphrase), file)
  // Whoever adds something is told.
  written.catch((error: unknown) => controller.error(error))
  const members: Contents['members'] = []

  const addAll = async (name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
    const entry = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter()
    const hash = createHash('sha256')
    for await (const chunk of chunks) {
      hash.update(chunk)
      await entry.write(chunk)
    }
    await entry.close()
    members.push({ name, bytes: size, sha256: hash.digest('hex') })
  }
  const add = (name: string, bytes: Uint8Array) => addAll(name, bytes.length, [bytes])
  const text = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1))
  await add(manifestName, text({ product: 'gatehouse', format, ...about } satisfies Manifest))
  return {
    add,
    async addFile(name, from) {
      const { size } = await stat(from)
      await addAll(name, size, size === 0 ? [] : createReadStream(from, { end: size - 1 }))
    },
    async finish(rows) {
      await add(contentsName, text({ members: [...members], rows } satisfies Contents))
      controller.finalize()
      await written
      const handle = await open(draft, 'r+')
      try {
        const { size } = await handle.stat()
        await handle.sync()
        await rename(draft, path)
        await syncFolder(dirname(path))
        return size
      } finally {
        await handle.close()
      }
    },
    async abandon() {
      controller.error(new BackupFault('The backup was given up.'))
      await written.catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}

type Bytes = AsyncIterable<Uint8Array>

// Loaded for backups with a passphrase alone: its cryptography takes a megabyte.
const age = () => import('age-encryption')

const encryption = (passphrase: string) =>
  async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    const { Encrypter } = await age()
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }

const decryption = (passphrase: string, path: string) =>
  async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    const { Decrypter } = await age()
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    yield* await decrypter.decrypt(ReadableStream.from(source)).catch(() => {
      throw new BackupFault(`This is not the passphrase of ${path}.`)
    })
  }

// So that the name is as lasting as what it names. Windows knows no such thing.
const syncFolder = async (path: string): Promise<void> => {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const ageBegins = Buffer.from('age-encryption.org/v1')
const zstdBegins = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Whether a passphrase is needed. Throws for what is no backup at all. */
export const isEncrypted = async (path: string): Promise<boolean> => {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw new BackupFault(`${path} cannot be read: ${messageIn(error)}`)
  })
  const buffer = Buffer.alloc(ageBegins.length)
  try {
    await handle.read(buffer, 0, buffer.length)
  } finally {
    await handle.close()
  }
  if (buffer.equals(ageBegins)) return true
  if (buffer.subarray(0, zstdBegins.length).equals(zstdBegins)) return false
  throw new BackupFault(`${path} is no backup of Gatehouse.`)
}

export interface Member {
  readonly name: string
  readonly body: AsyncIterable<Uint8Array>
}

/** What is in it, in order, to be read one after the other. */
async function* membersOf(path: string, passphrase: string | undefined): AsyncGenerator<Member> {
  const needsPassphrase = await isEncrypted(path)
  if (needsPassphrase && passphrase === undefined)
    throw new BackupFault(`${path} is encrypted: its passphrase is needed (BACKUP_PASSPHRASE).`)
  const file = createReadStream(path)
  const plain = createZstdDecompress()
  const reading =
    needsPassphrase && passphrase !== undefined
      ? pipeline(file, decryption(passphrase, path), plain)
      : pipeline(file, plain)
  // Whoever reads is told.
  reading.catch(() => undefined)
  try {
    for await (const { header, body } of ReadableStream.from<Uint8Array>(plain).pipeThrough(
      createTarDecoder({ strict: true }),
    ))
      yield { name: header.name, body }
    // What comes behind the last member has to be as it was, too.
    await reading
  } finally {
    file.destroy()
  }
}

export interface Archive {
  readonly manifest: Manifest
  readonly contents: Contents
}

/** Reads all of it and throws BackupFault unless every member is there and as it was written. */
export const checkArchive = (path: string, passphrase: string | undefined): Promise<Archive> =>
  readAll(path, passphrase).catch((error: unknown) => {
    throw asFault(path, error)
  })

const asFault = (path: string, error: unknown): BackupFault =>
  error instanceof BackupFault ? error : new BackupFault(`${path} is damaged: ${messageIn(error)}`)

const readAll = async (path: string, passphrase: string | undefined): Promise<Archive> => {
  const found: Contents['members'] = []
  let output: Manifest | undefined
  let listed: Contents | undefined
  for await (const { name, body } of membersOf(path, passphrase)) {
    if (listed) throw new BackupFault(`${path} is damaged: there is more in it than it lists.`)
    const remaining: Uint8Array[] = []
    const hash = createHash('sha256')
    let bytes = 0
    const isText = name === manifestName || name === contentsName
    for await (const chunk of body) {
      hash.update(chunk)
      bytes += chunk.length
      if (isText) remaining.push(chunk)
    }
    if (found.length === 0) output = manifestIn(path, name, remaining)
    if (name === contentsName) listed = jsonIn(path, contents, remaining)
    else found.push({ name, bytes, sha256: hash.digest('hex') })
  }
  if (!output || !listed) throw new BackupFault(`${path} is cut off: its end is missing.`)
  const wrong = listed.members.find((member, n) => JSON.stringify(member) !== JSON.stringify(found[n]))
  if (wrong || found.length !== listed.members.length)
    throw new BackupFault(`${path} is damaged: ${wrong?.name ?? 'a member'} is not what was written.`)
  return { manifest: output, contents: listed }
}

/** The members beside those two that say what it is. To be used on what was checked. */
export async function* readArchive(path: string, passphrase: string | undefined): AsyncGenerator<Member> {
  for await (const member of membersOf(path, passphrase))
    if (member.name === manifestName || member.name === contentsName) for await (const _ of member.body);
    else yield member
}

const manifestIn = (path: string, name: string, bytes: readonly Uint8Array[]): Manifest => {
  if (name !== manifestName) throw new BackupFault(`${path} is no backup of Gatehouse.`)
  const { format: found, version } = jsonIn(path, z.object({ format: z.int(), version: z.string() }), bytes)
  if (found > format)
    throw new BackupFault(`${path} was made by Gatehouse ${version}, whose backups this older one cannot read.`)
  return jsonIn(path, manifest, bytes)
}

const jsonIn = <T>(path: string, shape: z.ZodType<T>, bytes: readonly Uint8Array[]): T => {
  try {
    return shape.parse(JSON.parse(Buffer.concat(bytes).toString()))
  } catch {
    throw new BackupFault(`${path} is damaged: what it says of itself cannot be read.`)
  }
}

export const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))
