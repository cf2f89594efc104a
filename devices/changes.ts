// What a new description of a registered device would change, field by field, for the person who is to approve it.
import { configOf } from './config.ts'

export interface Change {
  readonly part: string
  /** Where in the part: `entities 0 commandTopic`. */
  readonly field: string
  /** null: was not said, or is said no longer. */
  readonly before: string | null
  readonly after: string | null
}

/** Of the parts that were announced; the others stay as they are. */
export const changesOf = (before: unknown, announced: unknown): Change[] => {
  const known = configOf({ config: before }).parts
  return Object.entries(configOf({ config: announced }).parts).flatMap(([part, reported]) => {
    const [was, is] = [new Map(leaves(known[part])), new Map(leaves(reported))]
    return [...new Set([...was.keys(), ...is.keys()])]
      .sort()
      .map((field) => ({ part, field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
      .filter((change) => change.before !== change.after)
  })
}

const leaves = (value: unknown, path: readonly string[] = []): [field: string, text: string][] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[path.join(' '), typeof value === 'string' ? value : JSON.stringify(value)]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}
