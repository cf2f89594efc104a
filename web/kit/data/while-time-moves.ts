// What was shown before stays until the next answer has come, while only the time asked for moves: of another place or channel it
// would stand under the wrong name.
type Asked = Readonly<Record<string, unknown>>

interface Before {
  readonly queryKey: readonly unknown[]
}

/** For `placeholderData` of a query of that input. `mostMs`: by how much either end may have moved; any, where absent. */
export const whileTimeMoves =
  (input: Asked, mostMs = Number.POSITIVE_INFINITY) =>
  <Answer>(answer: Answer | undefined, before: Before | undefined): Answer | undefined =>
    isSameBut(input, before?.queryKey[1], mostMs) ? answer : undefined

const isSameBut = (input: Asked, before: unknown, mostMs: number): boolean => {
  if (!isAsked(before)) return false
  return [...new Set([...Object.keys(input), ...Object.keys(before)])].every((name) =>
    name === 'from' || name === 'to'
      ? Math.abs(momentOf(input[name]) - momentOf(before[name])) <= mostMs
      : input[name] === before[name],
  )
}

const momentOf = (value: unknown): number => Date.parse(String(value))

const isAsked = (value: unknown): value is Asked => typeof value === 'object' && value !== null
