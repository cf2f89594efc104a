// Which devices something may send for, in words.

/** Their keys; null: every device of the company. */
export const keysText = (keys: readonly string[] | null): string => {
  if (keys === null) return 'All devices'
  return keys.length > 3 ? `${keys.length} devices` : keys.join(', ') || 'None'
}
