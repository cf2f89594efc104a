// What is new of a list of entries, out of the newest that there are.
import type { Entry } from '@gatehouse/contract/record/activity'

/** How many of the newest are not shown yet: those above the first that is. */
export const newerThan = (shown: readonly Entry[], newest: readonly Entry[]): number => {
  const known = new Set(shown.map(({ id }) => id))
  const recent = since(newest, shown)
  const first = recent.findIndex(({ id }) => known.has(id))
  return first === -1 ? recent.length : first
}

// An answer that is older than what is shown says nothing new.
const since = (newest: readonly Entry[], [top]: readonly Entry[]): readonly Entry[] =>
  top ? newest.filter(({ at }) => Date.parse(at) >= Date.parse(top.at)) : newest
