// Words as they stand in an address.

/** Empty where nothing of the text can stand in one. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')

// Addresses below /blog that are pages of their own.
const reserved = new Set(['create', 'edit', 'page', 'tag', 'mine'])

/** `title`, or `title-2` and so on where that is taken. */
export const freeSlug = (title: string, inUse: ReadonlySet<string>): string => {
  const words = slugOf(title)
  const wanted = words === '' || reserved.has(words) ? `article${words && `-${words}`}` : words
  for (let slug = wanted, next = 2; ; slug = `${wanted}-${next++}`) if (!inUse.has(slug)) return slug
}
