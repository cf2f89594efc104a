// Where half-typed forms wait for the session to come back: this tab's session storage, per user.
import { tab } from './storage.ts'

const prefix = 'draft:'
// No form has a field of this name.
const basisField = ':basis'

/** What somebody had before them when they began to type: a thing that others save too, and its revision. */
export interface Basis {
  readonly id: string
  readonly revision: number
}

export const draftKey = (userId: string, path: string, name: string): string => `${prefix}${userId}:${path}:${name}`

export const readDraft = (key: string): Record<string, unknown> | null => {
  const saved = stored(key)
  if (saved) delete saved[basisField]
  return saved
}

export const writeDraft = (key: string, values: Record<string, unknown>, basis: Basis | null = null): void =>
  tab.set(key, JSON.stringify(basis ? { ...values, [basisField]: basis } : values))

/** Null: of something new, or of what nobody else saves. */
export const basisOf = (key: string): Basis | null => {
  const basis = stored(key)?.[basisField]
  return isBasis(basis) ? basis : null
}

/** To the page on which it is typed on. */
export const moveDraft = (from: string, to: string): void => {
  const draft = tab.get(from)
  if (draft === null) return
  tab.set(to, draft)
  tab.remove(from)
}

/** What is never kept, by the name of its field. */
export const isSecret = (field: string): boolean => /password|code|token|secret|^otp$/i.test(field)

export const dropDraft = (key: string): void => tab.remove(key)

/** What another person typed in this tab is not for whoever signs in now. */
export const dropDraftsOfOthers = (userId: string): void => {
  const others = tab.keys().filter((key) => key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`))
  for (const key of others) tab.remove(key)
}

const isBasis = (value: unknown): value is Basis =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'revision' in value &&
  typeof value.revision === 'number'

const stored = (key: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(tab.get(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
