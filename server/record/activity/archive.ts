// A chain that was closed, as a file: everything that proves it, a line for each link, readable without the store.
import { createHash, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { contentOf, type Head, isSigned, linkOf, publicKeyFrom, publicKeyText } from './chain.ts'
import { canonical, type StoredEntry } from './entry.ts'
import type { Finding } from './verify.ts'
import { lastOf, type Read, someOf } from './verify.sql.ts'

const format = 'gatehouse record 1'
const atOnce = 500

export interface Archived {
  readonly entries: number
  /** The hash of the last link, in hexadecimal. */
  readonly head: string
  /** Of the file as it lies on the disk. */
  readonly sha256: string
}

/** Writes a chain; the file appears whole or not at all. */
export const writeArchive = async (
  read: Read,
  chain: string,
  path: string,
  publicKey: KeyObject,
): Promise<Archived> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const last = await lastOf(read, chain)
  let head = ''
  async function* lines() {
    yield `${JSON.stringify({ format, chain, entries: last, publicKey: publicKeyText(publicKey) })}\n`
    for (let done = 0; done < last; done += atOnce) {
      for (const { seq, previous, content, hash, mac, entry, checkpoint } of await someOf(
        read,
        chain,
        done,
        done + atOnce,
      )) {
        head = hash.toString('hex')
        const link = { previous: previous.toString('hex'), content: content.toString('hex'), hash: head }
        yield `${JSON.stringify({ seq, ...link, mac: mac?.toString('hex') ?? null, entry, checkpoint: checkpoint ?? null })}\n`
      }
    }
  }
  const draft = `${path}.new`
  await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }))
  const digest = await digestOf(draft)
  await rename(draft, path)
  return { entries: last, head, sha256: digest }
}

export const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  const stream = createReadStream(path).on('data', (chunk) => hash.update(chunk))
  await once(stream, 'close')
  return hash.digest('hex')
}

const text = z.string()
const first = z.object({ format: z.literal(format), chain: text, entries: z.int(), publicKey: text })
const header = z.object({ chain: text, seq: z.int(), after: z.int(), hash: text, at: text, signature: text })
const line = z.object({
  seq: z.int(),
  previous: text,
  content: text,
  hash: text,
  mac: text.nullable(),
  entry: z.custom<StoredEntry>((value) => typeof value === 'object' && value !== null),
  checkpoint: header.nullable(),
})

export interface ArchiveVerdict {
  readonly ok: boolean
  readonly chain: string
  readonly checked: number
  readonly head: string
  readonly firstBroken?: Finding
}

/** Checks a file by itself; with the key that is expected, and heads that were kept elsewhere, where there are any. */
export const verifyArchive = async (
  path: string,
  { publicKey, kept: heads = [] }: { readonly publicKey?: KeyObject | undefined; readonly kept?: readonly Head[] },
): Promise<ArchiveVerdict> => {
  const rows = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let about: z.output<typeof first> | undefined
  let previous: string | undefined
  let [checked, signedAt] = [0, 0]
  const verdict = (fault?: Finding['fault'], description = ''): ArchiveVerdict => {
    const chain = about?.chain ?? ''
    const firstBroken = fault && { chain, seq: checked + 1, entryId: null, at: null, fault, says: description }
    return { ok: !fault, chain, checked, head: previous ?? '', ...(firstBroken ? { firstBroken } : {}) }
  }
  for await (const row of rows) {
    const parsed: unknown = JSON.parse(row)
    if (!about) {
      about = first.parse(parsed)
      continue
    }
    const key = publicKey ?? publicKeyFrom(about.publicKey)
    const link = line.parse(parsed)
    const { seq, checkpoint } = link
    if (seq !== checked + 1) return verdict('missing', `Link ${checked + 1} is gone.`)
    if (previous !== undefined && link.previous !== previous)
      return verdict('chain broken', `Link ${seq} does not follow from link ${checked}.`)
    const content = contentOf(canonical(link.entry), link.mac === null ? null : Buffer.from(link.mac, 'hex'))
    if (content.toString('hex') !== link.content) return verdict('changed', `The entry of link ${seq} was changed.`)
    if (linkOf(about.chain, seq, Buffer.from(link.previous, 'hex'), content).toString('hex') !== link.hash)
      return verdict('chain broken', `The hash of link ${seq} is not the one of what it holds.`)
    if (heads.some((head) => head.chain === about?.chain && head.seq === seq && head.hash !== link.hash))
      return verdict('chain broken', `Link ${seq} is another than the one that was signed and kept elsewhere.`)
    if (checkpoint) {
      const fits = checkpoint.chain === about.chain && checkpoint.seq === seq && checkpoint.hash === link.hash
      if (!fits || checkpoint.after !== signedAt || !(await isSigned(checkpoint, key)))
        return verdict('signature wrong', `The signed head at link ${seq} is not of this key.`)
      signedAt = seq
    }
    previous = link.hash
    checked++
  }
  const furthest = Math.max(
    about?.entries ?? 0,
    ...heads.filter(({ chain }) => chain === about?.chain).map(({ seq }) => seq),
  )
  if (!about || checked < furthest) return verdict('shorter than its checkpoint', `It ends at link ${checked}.`)
  if (signedAt < checked) return verdict('not ours', `Nothing that was signed reaches to link ${checked}.`)
  return verdict()
}
