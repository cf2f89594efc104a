// What a message says beyond the wire is kept, as far as it is short: a device may say more than we know, and not 60 kB of it.
import { type Kind, type Message, messages } from '@gatehouse/contract/building/wire'

const mostBytes = 2048

const known = Object.fromEntries(
  Object.entries(messages).map(([kind, shape]) => [kind, new Set(Object.keys(shape.shape))]),
)

/** The message without its largest unknown fields, where they have more than 2 kB; `leftOut`: their length as JSON. */
export const withinLength = <K extends Kind>(kind: K, message: Message<K>): Message<K> => {
  if (isKnown(kind, message)) return message
  const unknown = Object.entries(message)
    .filter(([name]) => known[kind]?.has(name) !== true)
    .map(([name, value]) => ({ name, length: name.length + (JSON.stringify(value)?.length ?? 0) }))
    .toSorted((a, b) => a.length - b.length)
  let left = mostBytes
  const surplus = unknown.filter(({ length }) => (left -= length) < 0)
  if (surplus.length === 0) return message
  const names = new Set(surplus.map(({ name }) => name))
  const leftOut = surplus.reduce((sum, { length }) => sum + length, 0)
  return { ...message, ...Object.fromEntries([...names].map((name) => [name, undefined])), leftOut }
}

// Nearly every message: without a list of its fields for each.
const isKnown = (kind: Kind, message: object): boolean => {
  for (const name in message) if (known[kind]?.has(name) !== true) return false
  return true
}
