// Frames of Modbus, as far as reading goes: requests out, answers in. It cannot encode a write. After the MODBUS Application
// Protocol Specification V1.1b3, MODBUS Messaging on TCP/IP V1.0b (MBAP), and MODBUS over Serial Line V1.02 (CRC).
import type { RegisterTable } from '@gatehouse/contract/building/register-map'

/** `tcp`: with an MBAP header. `rtu-over-tcp`: as on a serial line, unit first and CRC last. */
export type Framing = 'tcp' | 'rtu-over-tcp'

/** What is read in one request. */
export interface Span {
  readonly table: RegisterTable
  /** As in the frame, from 0. */
  readonly address: number
  /** Registers, or bits of coils and discrete inputs. */
  readonly count: number
}

export interface Request extends Span {
  /** Which request it is, modulo 65,536; RTU frames carry none. */
  readonly transaction: number
  readonly unit: number
}

export type Received =
  /** Not whole yet. */
  | { readonly kind: 'more' }
  /** A whole frame that answers an earlier request: it is dropped. */
  | { readonly kind: 'late'; readonly rest: Uint8Array }
  /** Registers, or bits, in the order of their addresses. */
  | { readonly kind: 'values'; readonly values: readonly number[]; readonly rest: Uint8Array }
  | { readonly kind: 'exception'; readonly code: number; readonly rest: Uint8Array }
  /** Not an answer to what was asked, whatever it is: nothing that follows on this connection can be believed. */
  | { readonly kind: 'broken'; readonly why: string }

const functionOf: Readonly<Record<RegisterTable, number>> = { coil: 1, discrete: 2, holding: 3, input: 4 }

export const hasBits = (table: RegisterTable): boolean => table === 'coil' || table === 'discrete'

/** The most that one request may ask for (specification, 6.1 to 6.4). */
export const mostOf = (table: RegisterTable): number => (hasBits(table) ? 2000 : 125)

export const encodeRequest = (framing: Framing, { transaction, unit, table, address, count }: Request): Uint8Array => {
  const pdu = [functionOf[table], address >> 8, address & 0xff, count >> 8, count & 0xff]
  if (framing === 'tcp')
    return Uint8Array.of((transaction >> 8) & 0xff, transaction & 0xff, 0, 0, 0, pdu.length + 1, unit, ...pdu)
  const frame = [unit, ...pdu]
  const crc = crcOf(frame)
  return Uint8Array.of(...frame, crc & 0xff, crc >> 8)
}

/** What the bytes received so far are, to the request that waits. */
export const decodeAnswer = (framing: Framing, bytes: Uint8Array, request: Request): Received =>
  framing === 'tcp' ? decodeTcp(bytes, request) : decodeRtu(bytes, request)

const headerBytes = 7
// Unit and PDU: the PDU has at most 253 bytes, and at least a function and a code.
const shortest = 3
const longest = 254

const decodeTcp = (bytes: Uint8Array, request: Request): Received => {
  if (bytes.length < headerBytes) return bytes.length >= 4 && wordAt(bytes, 2) !== 0 ? notModbus : more
  if (wordAt(bytes, 2) !== 0) return notModbus
  const length = wordAt(bytes, 4)
  if (length < shortest || length > longest) return broken(`a frame of ${length} bytes`)
  const end = headerBytes - 1 + length
  if (bytes.length < end) return more
  const rest = bytes.subarray(end)
  if (wordAt(bytes, 0) !== request.transaction) return { kind: 'late', rest }
  const unit = bytes[6]
  if (unit !== request.unit) return broken(`unit ${unit} answered in the place of unit ${request.unit}`)
  return decodePdu(bytes.subarray(headerBytes, end), request, rest)
}

const decodeRtu = (bytes: Uint8Array, request: Request): Received => {
  const [unit, code, length] = bytes
  if (unit === undefined) return more
  if (unit !== request.unit) return broken(`unit ${unit} answered in the place of unit ${request.unit}`)
  if (code === undefined) return more
  const asked = functionOf[request.table]
  if (code !== asked && code !== (asked | exceptionBit)) return broken(`function ${code} in the place of ${asked}`)
  if (length === undefined) return more
  if (code === asked && length !== bytesOf(request)) return wrongLength(length, request)
  const end = code === asked ? 3 + length : 3
  if (bytes.length < end + 2) return more
  if (crcOf(bytes.subarray(0, end)) !== (byteAt(bytes, end) | (byteAt(bytes, end + 1) << 8)))
    return broken('the checksum is wrong')
  // On a serial line nobody speaks unasked: what follows belongs to no request.
  if (bytes.length > end + 2) return broken('more bytes than were asked for')
  return decodePdu(bytes.subarray(1, end), request, bytes.subarray(end + 2))
}

const exceptionBit = 0x80

const decodePdu = (pdu: Uint8Array, request: Request, rest: Uint8Array): Received => {
  const [code = 0, second = 0] = pdu
  const asked = functionOf[request.table]
  if (code === (asked | exceptionBit))
    return pdu.length === 2 ? { kind: 'exception', code: second, rest } : broken('an exception of the wrong length')
  if (code !== asked) return broken(`function ${code} in the place of ${asked}`)
  if (second !== bytesOf(request) || pdu.length !== second + 2) return wrongLength(second, request)
  const data = pdu.subarray(2)
  const values = hasBits(request.table)
    ? Array.from({ length: request.count }, (_, n) => (byteAt(data, n >> 3) >> (n & 7)) & 1)
    : Array.from({ length: request.count }, (_, n) => wordAt(data, n * 2))
  return { kind: 'values', values, rest }
}

const bytesOf = ({ table, count }: Span) => (hasBits(table) ? Math.ceil(count / 8) : count * 2)

const more: Received = { kind: 'more' }
const broken = (why: string): Received => ({ kind: 'broken', why })
const notModbus = broken('this is not Modbus TCP')
const wrongLength = (length: number, request: Span) =>
  broken(`${length} bytes of data in the place of ${bytesOf(request)}`)

const byteAt = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
const wordAt = (bytes: Uint8Array, at: number): number => (byteAt(bytes, at) << 8) | byteAt(bytes, at + 1)

/** CRC-16/MODBUS; its low byte goes first. */
export const crcOf = (bytes: Iterable<number>): number => {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** In words for whoever set the device up (specification, 7). */
export const exceptionWords: Readonly<Record<number, string>> = {
  1: 'it does not know this function',
  2: 'it has nothing at this address',
  3: 'it refuses this number of registers',
  4: 'it failed while reading',
  5: 'it needs more time',
  6: 'it is busy',
  8: 'its memory failed a parity check',
  10: 'its gateway has no path to this unit',
  11: 'behind its gateway this unit does not answer',
}
