// Where half-typed forms wait for the session to come back: this tab's session storage, per user.

const prefix = 'draft:'

export const draftKey = (userId: string, path: string, name: string): string => `${prefix}${userId}:${path}:${name}`

export const readDraft = (key: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

export const writeDraft = (key: string, values: Record<string, unknown>): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(values))
  } catch {
    // Storage is forbidden or full: what is typed lives as long as the form.
  }
}

export const dropDraft = (key: string): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** What another person typed in this tab is not for whoever signs in now. */
export const dropDraftsOfOthers = (userId: string): void => {
  try {
    const others = Object.keys(sessionStorage).filter(
      (key) => key.startsWith(prefix) && !key.startsWith(`${prefix}${userId}:`),
    )
    for (const key of others) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
