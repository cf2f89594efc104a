/** The address of a person's page, and of a part of it: `{ tab: 'account', part: 'access' }`. */
export const personPath = (email: string, at: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(at).toString()
  return `/staff/${encodeURIComponent(email)}${query && `?${query}`}`
}
