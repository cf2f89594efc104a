// Arrays as the store reads them, for statements that are given thousands of values at once.

/** Text that PostgreSQL reads in an array as it stands: no separator, brace, quote, backslash or blank, and not the word null. */
const plain = /^(?!null$)[\w:.+~@/%-]+$/i

/**
 * One value for a parameter of the type `uuid[]`, `text[]`, `float8[]`, `boolean[]` or `timestamptz[]`. The driver's own way
 * joins element to element, and writes dates digit by digit in the zone of the machine: five times the work.
 */
export const arrayLiteral = (values: readonly (string | number | boolean | Date | null)[]): string =>
  `{${values.map(elementOf).join(',')}}`

const elementOf = (value: string | number | boolean | Date | null): string => {
  if (typeof value === 'string') return plain.test(value) ? value : `"${value.replace(/["\\]/g, String.raw`\$&`)}"`
  if (value === null) return 'NULL'
  return value instanceof Date ? value.toISOString() : String(value)
}
