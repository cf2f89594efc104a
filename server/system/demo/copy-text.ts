// Rows as the text that COPY takes.
import { randomBytes } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'

export type Field = string | number | boolean | null

export interface CopyText {
  readonly add: (fields: readonly Field[]) => void
  readonly end: () => void
  readonly stream: Readable
}

/** All of it is held until somebody reads, as bytes: as strings it would keep the garbage collector busy. */
export const copyText = (): CopyText => {
  const stream = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER })
  let page = Buffer.allocUnsafe(pageBytes)
  let used = 0
  const turn = () => {
    stream.write(page.subarray(0, used))
    page = Buffer.allocUnsafe(pageBytes)
    used = 0
  }
  return {
    stream,
    add(fields) {
      let row = ''
      for (const field of fields) row += row === '' ? shown(field) : `\t${shown(field)}`
      if (used + 3 * row.length + 1 > pageBytes) turn()
      used += page.write(`${row}\n`, used)
    },
    end() {
      turn()
      stream.end()
    },
  }
}

const pageBytes = 131_072

/** A value with characters that mean something to COPY. */
export const escaped = (text: string) => text.replace(/[\\\t\n\r]/g, (c) => `\\${c}`)

/** As toISOString() writes it, several times as fast for moments of one day. */
export const stamp = (at: number): string => {
  const day = Math.floor(at / dayMs)
  if (day !== today) {
    today = day
    date = new Date(day * dayMs).toISOString().slice(0, 11)
  }
  const ms = Math.floor(at - day * dayMs)
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const fraction = ms % 1000
  const padding = fraction < 10 ? '00' : fraction < 100 ? '0' : ''
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${padding}${fraction}Z`
}

const dayMs = 86_400_000
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
let today = Number.NaN
let date = ''

/** A UUID of version 7, ten times as fast as one by one. */
export const idAt = (at: number): string => {
  if (next + 19 > pool.length) {
    pool = randomBytes(32_768).toString('hex')
    next = 0
  }
  const random = pool.slice(next, next + 19)
  next += 19
  const time = Math.floor(at).toString(16).padStart(12, '0')
  const variant = '89ab'[parseInt(random.slice(18), 16) & 3]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}

let pool = ''
let next = 0

const shown = (field: Field) => (field === null ? '\\N' : String(field))
