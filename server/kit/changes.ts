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

/** What it was, with what an update names in its place. What is absent stays. */
export const withChanges = <T extends object>(before: T, given: { readonly [K in keyof T]?: T[K] | undefined }): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** Nothing is named, so nothing changes. */
export const namesNothing = (given: object): boolean => Object.values(given).every((value) => value === undefined)

/** A text that was emptied is none; one that is absent stays. */
export const orNothing = (text: string | undefined): string | null | undefined => (text === '' ? null : text)
