// How much JSON text asks of whoever reads it, before it is read. To make an object of many names costs a hundred times what
// as many letters cost otherwise, and all of it on the one thread that everybody waits for.

/** Names that a body may have: 20,000, and more where an operation takes more than 1.25 MB. */
export const mostNames = (bodyLimit: number): number => Math.max(20_000, Math.floor(bodyLimit / 64))

/** Nested so deeply nothing is that we take; checked again where it is kept. */
const deepest = 64

/** Whether the text has more names than that, or is nested more deeply than anything we take. It need not be JSON. */
export const asksTooMuch = (text: string, most: number): boolean => {
  let names = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) names++
    else if (code === brace || code === bracket) depth++
    else if (code === closingBrace || code === closingBracket) depth--
    if (names > most || depth > deepest) return true
  }
  return false
}

const [quote, colon, brace, closingBrace, bracket, closingBracket, backslash] = [
  ...new TextEncoder().encode('":{}[]\\'),
]

const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}
