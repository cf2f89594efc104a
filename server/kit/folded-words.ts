// Words as search compares them: folded as the index folds them, cut as it cuts them, and how far two are apart.

const specials = 'ØøŁłĐđÐðıÆŒÞẞΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄІЇЈЉЊЋЏҐ'
const plain = 'oollddddiæœþßαβγδεζηθικλμνξοπρστυφχψωσабвгдежзийклмнопрстуфхцчшщъыьэюяђєіїјљњћџґ'
const ligatures: Readonly<Record<string, string>> = { æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th' }
const folds = new Map(Array.from(specials, (letter, i) => [letter, plain[i] ?? letter]))

/** Without case, accents and ligatures: what search_fold does in the store. */
export const fold = (text: string): string => Array.from(text, foldLetter).join('')

const foldLetter = (letter: string): string => {
  if (letter >= 'a' && letter <= 'z') return letter
  let folded = ''
  for (const part of letter.normalize('NFKD')) {
    if (part >= '\u0300' && part <= '\u036f') continue
    const small = part >= 'A' && part <= 'Z' ? part.toLowerCase() : (folds.get(part) ?? part)
    folded += ligatures[small] ?? small
  }
  return folded
}

/** Letters and digits of any script together; every other sign by itself: what search_words does in the store. */
export const tokensOf = (folded: string): string[] =>
  folded.match(/[a-z0-9\u0080-\u1fff\u2070-\u{10ffff}]+|[^a-z0-9\s\u0080-\u1fff\u2070-\u{10ffff}]/gu) ?? []

export type Range = readonly [from: number, to: number]

/** Which parts of a text, by its own characters, stand for what is sought. */
export const rangesOf = (text: string, words: readonly string[], typos: boolean): Range[] => {
  const begins: number[] = []
  let folded = ''
  let at = 0
  for (const letter of text) {
    const small = foldLetter(letter)
    for (let i = 0; i < small.length; i++) begins.push(at)
    folded += small
    at += letter.length
  }
  begins.push(text.length)
  const found: Range[] = []
  const mark = (from: number, length: number) => {
    const [first, last] = [begins[from], begins[from + length]]
    // An accent that stands by itself belongs to the letter before it.
    if (first !== undefined && last !== undefined) found.push([first, last === first ? last + 1 : last])
  }
  for (const word of words)
    for (let from = folded.indexOf(word); from !== -1; from = folded.indexOf(word, from + word.length))
      mark(from, word.length)
  if (typos) {
    const sought = words.flatMap(tokensOf)
    for (const { 0: token, index } of folded.matchAll(/[a-z0-9\u0080-\u1fff\u2070-\u{10ffff}]+/gu))
      if (sought.some((word) => editsTo(word, token) !== null)) mark(index, token.length)
  }
  return merged(found)
}

const merged = (ranges: readonly Range[]): Range[] => {
  const all: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

// The index knows of a word no more than this.
export const longestEnding = 24

/** How many slips are forgiven: none in short words, nor where digits tell one thing from the next. */
export const forgiven = (word: string): number => {
  const { length } = word
  if (length < 4 || length > longestEnding - 2 || !/^[a-z\u0080-\uffff]+$/.test(word)) return 0
  return length < 8 ? 1 : 2
}

/**
 * Letters left out, added, changed or swapped until `sought` begins `word`; null: more than are forgiven. The first letter
 * is seldom wrong, and words that differ in it are others: a vault is no fault.
 */
export const editsTo = (sought: string, word: string): number | null => {
  const most = forgiven(sought)
  if (most === 0 || !beginsAlike(sought, word)) return null
  const width = Math.min(word.length, sought.length + most)
  // What lies further from the diagonal has too many.
  const far = most + 1
  let [before, last, row] = rows
  for (let j = 0; j <= most; j++) last[j] = j
  for (let i = 1; i <= sought.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(width, i + most)]
    const letter = sought.charCodeAt(i - 1)
    let least = from === 1 ? i : far
    row[from - 1] = least
    for (let j = from; j <= to; j++) {
      const other = word.charCodeAt(j - 1)
      const across = at(last, j - 1) + (letter === other ? 0 : 1)
      let cost = Math.min(across, (j === i + most ? far : at(last, j)) + 1, at(row, j - 1) + 1)
      if (i > 1 && j > 1 && letter === word.charCodeAt(j - 2) && sought.charCodeAt(i - 2) === other)
        cost = Math.min(cost, at(before, j - 2) + 1)
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return null
    ;[before, last, row] = [last, row, before]
  }
  let edits = far
  for (let j = sought.length - most; j <= Math.min(width, sought.length + most); j++)
    edits = Math.min(edits, at(last, j))
  return edits <= most ? edits : null
}

// Hundreds of words are compared for one search: the rows of the comparison are made once.
const rows: [Uint8Array, Uint8Array, Uint8Array] = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)]
const at = (row: Uint8Array, j: number) => row[j] ?? 0

const beginsAlike = (sought: string, word: string): boolean =>
  word[0] === sought[0] || (word[0] === sought[1] && word[1] === sought[0])

/**
 * Where in the index words stand that `sought` may have been meant for: with what they begin, or what they hold. With
 * two slips, one half of the word has one at most, or the other half has none.
 */
export const whereMeant = (
  sought: string,
): { readonly begins: readonly string[]; readonly holds: readonly string[] } => {
  const most = forgiven(sought)
  if (most === 0) return { begins: [], holds: [] }
  if (most === 1) return { begins: onePast(sought), holds: [] }
  const half = Math.floor(sought.length / 2)
  const swapped = swappedAt(sought, half - 1)
  return {
    begins: [...new Set([...onePast(sought.slice(0, half)), ...onePast(swapped.slice(0, half))])],
    holds: [sought.slice(half)],
  }
}

const swappedAt = (word: string, i: number): string =>
  word.slice(0, i) + (word[i + 1] ?? '') + (word[i] ?? '') + word.slice(i + 2)

const latin = 'abcdefghijklmnopqrstuvwxyz0123456789'
const alphabets = [/[α-ω]/, /[а-џґ]/].map((letters, n) => ({
  letters,
  all: n === 0 ? 'αβγδεζηθικλμνξοπρστυφχψω' : 'абвгдежзийклмнопрстуфхцчшщъыьэюяђєіїјљњћџґ',
}))

/** All that is one slip away. */
const onePast = (word: string): string[] => {
  const letters = new Set(
    Array.from(latin + word + alphabets.map((one) => (one.letters.test(word) ? one.all : '')).join('')),
  )
  const all = new Set([word])
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)]
    if (tail !== '') all.add(head + tail.slice(1))
    if (tail.length > 1) all.add(swappedAt(word, i))
    for (const letter of letters) {
      all.add(head + letter + tail)
      if (tail !== '') all.add(head + letter + tail.slice(1))
    }
  }
  return [...all].filter((one) => beginsAlike(word, one))
}
