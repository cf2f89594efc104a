// When something was made, out of its id: the first 48 bits of a UUID of version 7 are the milliseconds since 1970.

/** null: an id of another kind. */
export const momentIn = (id: string): number | null => {
  const digits = id.replaceAll('-', '')
  return /^[\da-f]{12}7[\da-f]{19}$/i.test(digits) ? Number.parseInt(digits.slice(0, 12), 16) : null
}
