// Search in the help: sections that hold every word that was typed, those whose heading holds one first.
import type { HelpSection } from '@gatehouse/contract/system/help'

const mostFound = 30
const excerptLength = 180

/** In any case and without accents; the beginning of a word is enough. */
export const findSections = (sections: readonly HelpSection[], sought: string): readonly HelpSection[] => {
  const words = wordsIn(sought).map(({ word }) => word)
  if (words.length === 0) return []
  const rank = ({ heading }: HelpSection) => words.filter((word) => !holds(heading, word)).length
  return sections
    .filter(({ heading, text }) => words.every((word) => holds(`${heading} ${text}`, word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostFound)
}

/** Some 180 characters of a section around the first word that was sought; its beginning where only its heading has it. */
export const excerptOf = ({ text }: HelpSection, sought: string): string => {
  const [first] = wordsIn(sought)
  const at = wordsIn(text).find(({ word }) => first && word.startsWith(first.word))?.at ?? 0
  const from = at <= 60 ? 0 : text.lastIndexOf(' ', at - 40) + 1
  const to = from + excerptLength
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`
}

const holds = (text: string, sought: string): boolean => wordsIn(text).some(({ word }) => word.startsWith(sought))

/** Its words and where each begins, in lower case and without accents. */
const wordsIn = (text: string): { readonly word: string; readonly at: number }[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    at: index,
  }))
