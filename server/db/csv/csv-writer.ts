// The store's rows in its binary form as CSV after RFC 4180. Moments and ids are written here in a fraction of the time
// that the store takes to write them as text.
// https://www.postgresql.org/docs/18/sql-copy.html#SQL-COPY-FILE-FORMATS (binary format)
import { isFormula as couldRun } from '@gatehouse/contract/csv-guard'

/**
 * What a column of the statement holds, and how it is written. `text`: as it is. `written`: text that somebody may have
 * written, which begins with an apostrophe where a spreadsheet would take it for a formula. `moment`: a timestamptz, in
 * ISO 8601, UTC, cut to milliseconds. `id`: a uuid.
 */
export type Kind = 'text' | 'written' | 'moment' | 'id'

export interface CsvWriter {
  /** The CSV of the rows that are whole with these bytes; what is left waits for those that come. UTF-8, lines end with LF. */
  readonly write: (bytes: Uint8Array) => Buffer
  /** How many rows were written. */
  readonly rows: () => number
}

export const createCsvWriter = (kinds: readonly Kind[]): CsvWriter => {
  const fields = kinds.map((kind) => writers[kind]())
  let begun = false
  let rows = 0
  let left: Buffer = Buffer.alloc(0)
  let room = Buffer.alloc(0)

  const write = (bytes: Uint8Array): Buffer => {
    const from = left.length > 0 ? Buffer.concat([left, bytes]) : asBuffer(bytes)
    if (room.length < from.length * mostGrowth) room = Buffer.allocUnsafe(from.length * mostGrowth)
    let at = 0
    let to = 0
    if (!begun) {
      if (from.length < headBytes) {
        left = Buffer.from(from)
        return Buffer.alloc(0)
      }
      begun = true
      at = headBytes
    }
    for (let end = endOfRow(from, at); end > at; at = end, end = endOfRow(from, at)) {
      if (from.readInt16BE(at) !== fields.length) throw new Error('a row has other columns than were asked for')
      let field = at + 2
      for (let n = 0; n < fields.length; n++) {
        const length = from.readInt32BE(field)
        field += 4
        if (n > 0) room[to++] = comma
        if (length < 0) continue
        to = fields[n]?.(from, field, field + length, room, to) ?? to
        field += length
      }
      room[to++] = newLine
      rows++
    }
    // The bytes are the connection's, which reads on into them.
    left = Buffer.from(from.subarray(at))
    return Buffer.from(room.subarray(0, to))
  }
  return { write, rows: () => rows }
}

/** Writes the value between two places and answers where it ends. */
type WriteField = (from: Buffer, at: number, end: number, room: Buffer, to: number) => number

// The signature, the flags, and the length of an extension that there is none of.
const headBytes = 11 + 4 + 4
// A moment of 12 bytes with its length is 24 and a comma; text that is all quotes is twice as long and two more.
const mostGrowth = 3
const [comma, newLine, carriageReturn, quote, apostrophe] = [0x2c, 0x0a, 0x0d, 0x22, 0x27]

/** Where the row ends that begins there, or `at` where it is not whole, or none. */
const endOfRow = (from: Buffer, at: number): number => {
  if (at + 2 > from.length) return at
  // -1 is the end of all.
  const count = from.readInt16BE(at)
  if (count < 0) return at
  let end = at + 2
  for (let n = 0; n < count; n++) {
    if (end + 4 > from.length) return at
    end += 4 + Math.max(0, from.readInt32BE(end))
  }
  return end <= from.length ? end : at
}

const writeText: WriteField = (from, at, end, room, to) => {
  // Nothing between two commas is nothing; this is a text without a sign.
  let isQuoted = at === end
  let place = to
  for (let n = at; n < end && !isQuoted; n++) {
    const byte = from[n] ?? 0
    isQuoted = byte === comma || byte === quote || byte === newLine || byte === carriageReturn
    room[place++] = byte
  }
  return isQuoted ? writeQuoted(from, at, end, room, to) : place
}

const writeQuoted: WriteField = (from, at, end, room, to) => {
  let place = to
  room[place++] = quote
  for (let n = at; n < end; n++) {
    const byte = from[n] ?? 0
    if (byte === quote) room[place++] = quote
    room[place++] = byte
  }
  room[place++] = quote
  return place
}

// Most begin with a letter or a digit, and cost one look.
const isFormula = (from: Buffer, at: number, end: number): boolean => {
  const first = from[at] ?? 0
  const isPlain =
    (first >= 0x30 && first <= 0x39) || (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a)
  return at < end && !isPlain && couldRun(from.toString('utf8', at, end))
}

const writeWritten: WriteField = (from, at, end, room, to) =>
  isFormula(from, at, end)
    ? writeText(Buffer.concat([Buffer.of(apostrophe), from.subarray(at, end)]), 0, end - at + 1, room, to)
    : writeText(from, at, end, room, to)

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const highDigits = Uint8Array.from(hex, (two) => two.charCodeAt(0))
const lowDigits = Uint8Array.from(hex, (two) => two.charCodeAt(1))
const dash = 0x2d

const writeId: WriteField = (from, at, end, room, to) => {
  let place = to
  for (let n = at; n < end; n++) {
    const byte = from[n] ?? 0
    room[place++] = highDigits[byte] ?? 0
    room[place++] = lowDigits[byte] ?? 0
    const done = n - at
    if (done === 3 || done === 5 || done === 7 || done === 9) room[place++] = dash
  }
  return place
}

// The store counts microseconds from here.
const beginning = Date.UTC(2000, 0, 1)
const minuteMs = 60_000

/** Rows that follow each other are mostly of one minute, which is written once. */
const momentsWriter = (): WriteField => {
  let minute = Number.NaN
  const prefix = Buffer.alloc('2000-01-01T00:00:'.length)
  return (from, at, _end, room, to) => {
    const micros = from.readInt32BE(at) * 2 ** 32 + from.readUInt32BE(at + 4)
    const ms = beginning + Math.floor(micros / 1000)
    const ofMinute = Math.floor(ms / minuteMs)
    if (ofMinute !== minute) {
      prefix.write(new Date(ms).toISOString(), 'latin1')
      minute = ofMinute
    }
    room.set(prefix, to)
    const rest = ms - ofMinute * minuteMs
    let place = to + prefix.length
    for (const [unit, digits] of secondDigits) {
      if (unit === 100) room[place++] = point
      room[place++] = zero + (Math.floor(rest / unit) % digits)
    }
    room[place++] = utc
    return place
  }
}
const [zero, point, utc] = [0x30, 0x2e, 0x5a]
const secondDigits = [
  [10_000, 6],
  [1000, 10],
  [100, 10],
  [10, 10],
  [1, 10],
] as const

const writers: Readonly<Record<Kind, () => WriteField>> = {
  text: () => writeText,
  written: () => writeWritten,
  moment: momentsWriter,
  id: () => writeId,
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
