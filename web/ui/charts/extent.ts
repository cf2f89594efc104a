// What an axis of values goes from and to, for trends and charts alike.

/** The first set point is always in the picture, so that near and far can be told apart. */
export const extentOf = (
  known: readonly number[],
  lines: readonly number[],
  zeroBased: boolean,
): readonly [bottom: number, top: number] => {
  const values = [...known, ...(zeroBased ? [0, ...lines.slice(0, 1)] : lines)]
  if (values.length === 0) return [0, 1]
  const low = values.reduce((a, b) => Math.min(a, b))
  const high = values.reduce((a, b) => Math.max(a, b))
  const room = (high - low || Math.abs(high) || 1) * 0.1
  return [zeroBased && low >= 0 ? 0 : low - room, high + room]
}
