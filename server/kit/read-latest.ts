// What is held in memory of the store, read again whenever somebody tells that it changed.

/**
 * The same reading, never twice at once: an older one that ends later would undo the newer. Who asks while one is under
 * way is answered by one that begins after it, and shares it with all others who ask meanwhile.
 */
export const readLatest = (read: () => Promise<void>): (() => Promise<void>) => {
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  const again = (): Promise<void> => {
    if (!reading) {
      reading = read().finally(() => (reading = undefined))
      return reading
    }
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return again()
      })
    return next
  }
  return again
}
