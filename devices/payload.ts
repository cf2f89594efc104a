// From bytes on a wire to JSON that may be stored: size, encoding, depth and characters are checked here, once.
import { type Json, type JsonObject, printable, Undecodable } from './driver.ts'

/** Ordinary messages; a bridge's list of all its devices may be larger. */
export const maxBytes = 64 * 1024
const maxDepth = 20

// ignoreBOM keeps a byte order mark, which JSON.parse then refuses: no two byte sequences read as the same message.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const textOf = (payload: Uint8Array, limit = maxBytes): string => {
  if (payload.byteLength > limit)
    throw new Undecodable(`Too large: ${payload.byteLength} bytes, at most ${limit} are taken`)
  let text: string
  try {
    text = utf8.decode(payload)
  } catch {
    throw new Undecodable('Not UTF-8')
  }
  return text
}

export const jsonOf = (payload: Uint8Array, limit = maxBytes): Json => {
  const json = parsed(textOf(payload, limit))
  assertStorable(json, limit)
  return json
}

export const objectOf = (payload: Uint8Array, limit = maxBytes): JsonObject => asObject(jsonOf(payload, limit))

/**
 * What a device says of its own make. Firmware hands on fixed-width fields as they lie in its memory, filled up with
 * U+0000 and what was there before: such texts end where C ends them, or one lock would hide every device of its bridge.
 */
export const descriptionOf = (payload: Uint8Array, limit = maxBytes): Json => {
  const json = parsed(textOf(payload, limit), (key, value) =>
    typeof value === 'string' && descriptive.has(key) ? (value.split('\0')[0] ?? '').toWellFormed() : value,
  )
  assertStorable(json, limit)
  return json
}

// Never a name, an address or a topic: what is said to a device must be exactly what it said.
const descriptive: ReadonlySet<string> = new Set(
  'date_code software_build_id model_id model vendor manufacturer sw_version hw_version sw hw mdl mf serial_number sn'.split(
    ' ',
  ),
)

export const asObject = (json: Json): JsonObject => {
  if (!isObject(json)) throw new Undecodable(`Not a JSON object but ${nameOf(json)}`)
  return json
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Refused rather than cleaned: U+0000 and lone surrogates, which PostgreSQL cannot store, and numbers beyond a double.
 * A message repaired here would no longer be what the device said; the quarantine keeps it as it came.
 */
export function assertStorable(value: unknown, limit = maxBytes): asserts value is Json {
  let size = 0
  const visit = (node: unknown, depth: number) => {
    switch (typeof node) {
      case 'string':
        size += node.length
        assertText(node)
        break
      case 'number':
        if (!Number.isFinite(node)) throw new Undecodable('A number is too large to be held')
        break
      case 'object':
        if (node === null) break
        if (depth === maxDepth) throw new Undecodable(`Nested deeper than ${maxDepth} levels`)
        if (Array.isArray(node)) for (const item of node) visit(item, depth + 1)
        else
          for (const key of Object.keys(node)) {
            const item: unknown = Reflect.get(node, key)
            size += key.length
            // Own property here, but the next careless merge would make it the prototype.
            if (key === '__proto__') throw new Undecodable('A field may not be called "__proto__"')
            assertText(key)
            visit(item, depth + 1)
          }
        break
      case 'boolean':
        break
      default:
        throw new Undecodable(`Not JSON: ${typeof node}`)
    }
    size += 2
    // Only HTTP gets here with more than `limit`: its items are parts of a larger body.
    if (size > limit) throw new Undecodable(`Too large: at most ${limit} bytes are taken`)
  }
  visit(value, 0)
}

export const assertText = (text: string) => {
  if (text.includes('\0')) throw new Undecodable('Contains the character U+0000, which cannot be stored')
  if (!text.isWellFormed()) throw new Undecodable('Contains half a surrogate pair, which cannot be stored')
}

/** For the quarantine: the first kilobyte as text that can be stored, whatever the bytes are. */
export const shown = (payload: Uint8Array): string =>
  printable(new TextDecoder().decode(payload.subarray(0, 1024)), 1024)

const parsed = (text: string, revive?: (key: string, value: unknown) => unknown): unknown => {
  if (text === '') throw new Undecodable('Empty')
  try {
    return JSON.parse(text, revive)
  } catch (error) {
    throw new Undecodable(`Not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

const nameOf = (json: Json) => (json === null ? 'null' : Array.isArray(json) ? 'a list' : `a ${typeof json}`)
