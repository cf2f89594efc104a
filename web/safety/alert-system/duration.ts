// How long something lasts, as people write it: `30 s`, `5 min`, `1 h 30 min`.

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `1 h 30 min`; `0 s` of nothing. */
export const durationText = (seconds: number): string => {
  let rest = Math.round(seconds)
  const parts: string[] = []
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(`${count} ${unit}`)
    rest -= count * size
  }
  return parts.join(' ') || '0 s'
}

/** `90`, `90 s`, `1.5 h`, `1 h 30 min`; a number alone is in seconds; null where it is no duration. */
export const secondsIn = (typed: string): number | null => {
  const text = typed.trim().toLowerCase().replaceAll(',', '.')
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text))
  const parts = [...text.matchAll(/\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)]
  if (parts.length === 0 || parts.reduce((length, [part]) => length + part.length, 0) !== text.length) return null
  let seconds = 0
  for (const [, amount = '', unit = ''] of parts) {
    const size = sizeOf(unit)
    if (size === undefined) return null
    seconds += Number(amount) * size
  }
  return Math.round(seconds)
}

const sizeOf = (unit: string): number | undefined => sizes.find(([name]) => name.test(unit))?.[1]

const sizes: readonly (readonly [RegExp, number])[] = [
  [/^(s|secs?|seconds?)$/, 1],
  [/^(m|mins?|minutes?)$/, 60],
  [/^(h|hrs?|hours?)$/, 3_600],
  [/^(d|days?)$/, 86_400],
]
