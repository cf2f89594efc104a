// What the store keeps nowhere: U+0000 and halves of surrogate pairs, in values and in names; and nesting without end.

/** The dotted path of the first of these, the value itself being ''; null where all of it can be kept. */
export const firstUnstorable = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return isStorable(value) ? null : ''
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) return ''
  for (const [name, inner] of Object.entries(value)) {
    const path = isStorable(name) ? firstUnstorable(inner, depth + 1) : ''
    if (path !== null) return [name.replaceAll('\0', '').toWellFormed(), path].filter((part) => part !== '').join('.')
  }
  return null
}

/** Far deeper than any operation's input. */
export const deepest = 20

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
