// The navigation of the bar, four entries at a time.
export const entriesPerPage = 4

export const pageCount = (entries: number): number => Math.max(1, Math.ceil(entries / entriesPerPage))

export const pageOf = (index: number): number => Math.floor(index / entriesPerPage)

/** Which entry the path belongs to: itself or the nearest above it; -1: none. */
export const currentIn = (entries: readonly { readonly path: string }[], pathname: string): number => {
  const isWithin = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const lengths = entries.map(({ path }) => (isWithin(path) ? path.length : 0))
  const longest = Math.max(0, ...lengths)
  return longest === 0 ? -1 : lengths.indexOf(longest)
}
