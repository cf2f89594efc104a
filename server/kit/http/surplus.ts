// What an answer tells beyond its contract. Schemas drop it silently, and answers are not parsed outside tests: without
// this a column too many would reach browsers and no test would see it.

/** The paths of everything in `given` that `kept`, the same after parsing, has not. */
export const surplus = (given: unknown, remaining: unknown, at = ''): string[] => {
  if (Array.isArray(given) && Array.isArray(remaining))
    return given.flatMap((item, i) => surplus(item, remaining[i], `${at}[]`))
  if (!isRecord(given) || !isRecord(remaining)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const path = at === '' ? key : `${at}.${key}`
    if (value === undefined) return []
    return key in remaining ? surplus(value, remaining[key], path) : [path]
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
