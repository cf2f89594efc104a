// Where half-typed forms wait for the session to come back: this tab's session storage, per user.
import { tab } from './storage.ts'

const prefix = 'draft:'

export const draftKey = (userId: string, path: string, name: string): string => `${prefix}${userId}:${path}:${name}`

export const readDraft = (key: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(tab.get(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

export const writeDraft = (key: string, values: Record<string, unknown>): void => tab.set(key, JSON.stringify(values))

export const dropDraft = (key: string): void => tab.remove(key)

/** What another person typed in this tab is not for whoever signs in now. */
export const dropDraftsOfOthers = (userId: string): void => {
  const others = tab.keys().filter((key) => key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`))
  for (const key of others) tab.remove(key)
}
