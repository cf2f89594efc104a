// A ZIP archive that is written as it comes: what each file is long is said after it.
import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

interface Entry {
  readonly name: Buffer
  readonly offset: number
  crc: number
  packed: number
  size: number
}

/** 1 January 2026: when it was made is said inside, and the same rows are to be the same bytes. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1
/** Sizes follow; names are UTF-8. */
const flags = 0x0808
const deflated = 8
const version = 20

export const createZip = () => {
  let parts: Uint8Array[] = []
  let offset = 0
  const entries: Entry[] = []
  let deflate: DeflateRaw | null = null

  const put = (bytes: Uint8Array) => {
    parts.push(bytes)
    offset += bytes.length
  }
  const current = (): Entry => {
    const entry = entries.at(-1)
    if (!entry) throw new Error('No file is open')
    return entry
  }

  return {
    open(name: string) {
      const entry: Entry = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
      entries.push(entry)
      put(localHeader(entry))
      // The least effort: the store's rows are much alike, and somebody waits.
      deflate = createDeflateRaw({ level: 1 })
      deflate.on('data', (bytes: Uint8Array) => {
        entry.packed += bytes.length
        put(bytes)
      })
    },
    async write(bytes: Uint8Array) {
      const entry = current()
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      if (deflate && !deflate.write(bytes)) await once(deflate, 'drain')
    },
    async close() {
      const ending = deflate
      deflate = null
      if (ending) {
        ending.end()
        await once(ending, 'end')
      }
      put(descriptor(current()))
    },
    end() {
      const start = offset
      for (const entry of entries) put(centralHeader(entry))
      put(endOf(entries.length, offset - start, start))
    },
    take(): Uint8Array[] {
      const taken = parts
      parts = []
      return taken
    },
  }
}

const localHeader = ({ name }: Entry): Buffer => {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

const descriptor = ({ crc, packed, size }: Entry): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08074b50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

const centralHeader = ({ name, offset, crc, packed, size }: Entry): Buffer => {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(date, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

const endOf = (entries: number, size: number, offset: number): Buffer => {
  const bytes = Buffer.alloc(22)
  bytes.writeUInt32LE(0x06054b50, 0)
  bytes.writeUInt16LE(entries, 8)
  bytes.writeUInt16LE(entries, 10)
  bytes.writeUInt32LE(size, 12)
  bytes.writeUInt32LE(offset, 16)
  return bytes
}
