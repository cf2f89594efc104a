// What of a call is put on record: enough to tell what was done, no secrets, and no more than a page. The record is never
// cut again, so that whoever may call at all must not be able to fill it.
import { digestOf } from './secrets/secrets.ts'
import { deepest } from './unstorable.ts'

type Facts = Readonly<Record<string, unknown>>

/** What is on record of what somebody sent: of what was refused less, for anybody can be refused all day. */
export const sentOf = (value: unknown, refused: boolean): unknown =>
  remaining(value, { left: refused ? mostOfRefused : maxStored }, 0)

/** What it was and what it is; null where there is nothing to say. */
export const factsOf = (facts: Facts | null | undefined): Record<string, unknown> | null => {
  const published = remaining(facts, { left: maxStored }, 0)
  return typeof published === 'object' && published !== null && Object.keys(published).length > 0
    ? { ...published }
    : null
}

export const subjectOf = (subject: string | null | undefined): string | null => subject?.slice(0, maxLength) ?? null

export const reasonIn = (raw: unknown): string | null => {
  const reason: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'reason') : null
  return typeof reason === 'string' && reason !== '' ? reason.slice(0, maxLength) : null
}

const secret = /password|token|secret|code|otp|^pin$|^endpoint$|^keys$/i
/** Whoever knows the whole address of a receiver can often write to it: on record is where it is, and whether it is another. */
const address = /^url$/i

// What it was done with, a file of people for instance, is kept where it belongs.
const maxLength = 500
const mostNames = 100
const mostItems = 20
/** Of everything together, in characters. */
const maxStored = 16_000
const mostOfRefused = 4000
const andSoOn = '(and so on)'

const remaining = (value: unknown, room: { left: number }, depth: number): unknown => {
  if (typeof value === 'string') {
    const text = value.length > maxLength ? `(${value.length} characters)` : value
    room.left -= text.length
    return text
  }
  room.left -= 4
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest || room.left <= 0) return andSoOn
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const inner of value.slice(0, mostItems)) {
      if (room.left <= 0) return [...items, andSoOn]
      items.push(remaining(inner, room, depth + 1))
    }
    return items
  }
  const fields: [string, unknown][] = []
  for (const [name, inner] of Object.entries(value).slice(0, mostNames)) {
    if (room.left <= 0) {
      fields.push(['...', andSoOn])
      break
    }
    const short = name.slice(0, maxLength)
    room.left -= short.length
    fields.push([
      short,
      secret.test(name) ? '(not kept)' : remaining(address.test(name) ? placeOf(inner) : inner, room, depth + 1),
    ])
  }
  return Object.fromEntries(fields)
}

const placeOf = (value: unknown): unknown => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || !/^https?:$/.test(url.protocol)) return value
  return `${url.origin}/… (#${digestOf(url.href).toString('hex').slice(0, 8)})`
}
