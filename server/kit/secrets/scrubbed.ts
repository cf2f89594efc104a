// Texts of unknown origin for a log: without queries and fragments (links carry their secret there), tokens and
// addresses of people.

export const scrubbed = (text: string): string =>
  text
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[\w-]+\.[\w-]{8,}\.[\w-]{8,}/g, '(token)')
    .replaceAll(/[^\s@/]+@[^\s@/]+\.[a-z]{2,}/gi, '(address)')
    .replaceAll(/[\w-]{32,}/g, '(secret)')
