// What an answer tells beyond its contract. Schemas drop it silently, and answers are not parsed outside tests: without
// this a column too many would reach browsers and no test would see it.

/** The paths of everything in `given` that `kept`, the same after parsing, has not. */
export const surplus = (given: unknown, kept: unknown, at = ''): string[] => {
  if (Array.isArray(given) && Array.isArray(kept)) return given.flatMap((item, i) => surplus(item, kept[i], `${at}[]`))
  if (!isRecord(given) || !isRecord(kept)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`
    if (value === undefined) return []
    return key in kept ? surplus(value, kept[key], path) : [path]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
