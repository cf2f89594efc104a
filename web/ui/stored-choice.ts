// Small choices of this browser's user that outlive the page: columns, rows per page.

export const readChoice = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export const writeChoice = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage is forbidden here: the choice lasts as long as the page.
  }
}
