// What the quarantine must not keep: a PIN that a controller sent in clear is no message, and nobody's to read.
import { hashedPin } from '@gatehouse/contract/building/wire'

const withheld = '(not kept)'
const pins = /("pin"\s*:\s*"|"pin:)\d{4,8}(?=")/g
// Wherever the word is, or may be once escapes are read.
const suspicious = /pin|\\u/i

/** The same payload without the digits of PINs. */
export const withoutPins = (payload: Uint8Array): Uint8Array => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  const text = bytes.toString('latin1')
  if (!suspicious.test(text)) return payload
  const plainly = text.replace(pins, `$1${withheld}`)
  const rest = inWhole(Buffer.from(plainly, 'latin1').toString('utf8'))
  if (rest !== null) return Buffer.from(rest)
  return plainly === text ? payload : Buffer.from(plainly, 'latin1')
}

/** Written anew without what still stands for a PIN; null where nothing does, or where it is no JSON. */
const inWhole = (text: string): string | null => {
  let found = false
  const look = (name: string, value: unknown): unknown => {
    const isPin = isPinOf(name, value)
    found ||= isPin
    return isPin ? withheld : value
  }
  try {
    const clean: unknown = JSON.parse(text, look)
    return found ? JSON.stringify(clean) : null
  } catch {
    return null
  }
}

const isPinOf = (name: string, value: unknown): boolean => {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const message = String(value).trim()
  // The number of a contact of a board is called a pin too, and is short.
  if (/pin$/i.test(name)) return /^\D{0,8}(\d[\s.-]?){4,12}$/.test(message)
  return /^pin\s*:/i.test(message) && !hashedPin.safeParse(message).success && message !== `pin:${withheld}`
}
