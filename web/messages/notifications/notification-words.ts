// What kind of news a notification is, and how pressing, in the product's one vocabulary: icon, word and colour.
import { isKind, kinds, type Notification, type Priority } from '@gatehouse/contract/messages/notifications'
import type { State } from '../../ui/theme/tokens.ts'

export const typeStates = {
  success: 'normal',
  error: 'critical',
  warning: 'warning',
  info: 'information',
} as const satisfies Record<Notification['type'], State>

export const typeWords: Readonly<Record<Notification['type'], string>> = {
  success: 'Success',
  error: 'Error',
  warning: 'Warning',
  info: 'Information',
}

/** From the most pressing. */
export const priorities: readonly Priority[] = ['high', 'medium', 'low']

export const priorityWords: Readonly<Record<Priority, { state: State; word: string }>> = {
  high: { state: 'high', word: 'High priority' },
  medium: { state: 'warning', word: 'Medium priority' },
  low: { state: 'information', word: 'Low priority' },
}

/** Kinds of this edition by their area, in the order of the contract; `held`: who lacks what a kind needs is never told. */
export const kindsByArea = (held: ReadonlySet<string>): [area: string, [kind: string, says: string][]][] => {
  const areas = new Map<string, [string, string][]>()
  for (const [kind, about] of Object.entries(kinds)) {
    if ('needs' in about && !held.has(about.needs)) continue
    areas.set(about.area, [...(areas.get(about.area) ?? []), [kind, about.description]])
  }
  return [...areas]
}

/** Older ones may be of a kind that there is no more. */
export const kindWords = (kind: string): string => (isKind(kind) ? kinds[kind].description : 'Something else')
