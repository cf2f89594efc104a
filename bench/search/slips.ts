// How many slips apart two words are, by the rule of docs/search.md, written once more for checking.

/** Letters left out, added, changed or swapped until `word` begins `token`; 0 where it holds it; null: more than forgiven. */
export const slipsTo = (word: string, token: string): number | null => {
  if (token.includes(word)) return 0
  const forgiven = /^[a-z]{4,22}$/.test(word) ? (word.length < 8 ? 1 : 2) : 0
  if (forgiven === 0 || !(token[0] === word[0] || (token[0] === word[1] && token[1] === word[0]))) return null
  const least = Math.min(...distances(word, token.slice(0, word.length + forgiven)))
  return least <= forgiven ? least : null
}

/** From the whole word to each beginning of the token. */
const distances = (word: string, token: string): number[] => {
  const table = [Array.from({ length: token.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 1; i <= word.length; i++) {
    table.push([i])
    for (let j = 1; j <= token.length; j++) {
      const swapped = word[i - 1] === token[j - 2] && word[i - 2] === token[j - 1]
      table[i]?.push(
        Math.min(
          at(i - 1, j - 1) + (word[i - 1] === token[j - 1] ? 0 : 1),
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return table.at(-1) ?? []
}
