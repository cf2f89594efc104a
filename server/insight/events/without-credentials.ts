// What the stream of events must not tell: it is read by many who may not know the number of a card or the code of a
// pass, from which each could be copied.

/** The same, however deep, with the kind of a credential in the place of what it says, and without PINs. */
export const withoutCredentials = (data: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (isPin.test(name) ? [] : [[name, withoutCredential(value)]])),
  )

const withoutCredential = (value: unknown): unknown => {
  if (typeof value === 'string') return kinds.exec(value)?.[1]?.toLowerCase() ?? value
  if (Array.isArray(value)) return value.map(withoutCredential)
  return typeof value === 'object' && value !== null ? withoutCredentials({ ...value }) : value
}

const isPin = /^pin$/i
// As on the wire, with nothing but a code behind it: `card: hold it longer` is a sentence.
const kinds = /^\s*(card|pin|mobile|pass):\s*[\w.=-]+\s*$/i
