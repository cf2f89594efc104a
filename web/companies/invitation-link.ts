// What a person may have copied out of an invitation: the whole link, or what stands behind `token=`.

/** The token; null when there is none. */
export const tokenIn = (copied: string): string | null => {
  const text = copied.trim()
  const token = /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text
  return /^[\w-]{20,200}$/.test(token) ? token : null
}
