/** The address of a person's card. */
export const staffPath = (email: string): string => `/staff/${encodeURIComponent(email)}`
