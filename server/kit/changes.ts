// What changed, for the record: the fields that differ, as they were and as they are.
import { isDeepStrictEqual } from 'node:util'

type Facts = Readonly<Record<string, unknown>>

/** Only the fields of either that differ; both null where nothing does. Of what was made `before` is null, and so on. */
export const changes = (before: Facts | null, after: Facts | null): { before: Facts | null; after: Facts | null } => {
  if (!before || !after) return { before, after }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return { before: null, after: null }
  const only = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]))
  return { before: only(before), after: only(after) }
}
