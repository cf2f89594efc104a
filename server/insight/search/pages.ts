// The product's own pages, and what may be begun on them: few, and known without asking the store.
import { type FoundPage, destinationsFor } from '@gatehouse/contract/pages'
import { type Ranked, rankOf, type Seeker } from './seeker.ts'
import { editsTo, fold, tokensOf } from '../../kit/folded-words.ts'

export interface PlaceFound extends Ranked {
  readonly place: FoundPage
}

export const findPlaces = ({ caller, words, phrase }: Seeker, close: boolean): PlaceFound[] => {
  if (words.length === 0) return []
  return destinationsFor(caller.permissions, caller.companyId !== null).flatMap((place, document) => {
    const { title, all, order } = foldedOf(place)
    if (!close)
      return words.every((word) => all.includes(word)) ? [{ place, rank: rankOf(title, phrase), order, document }] : []
    const slips = words.map((word) => slipsIn(all, word))
    if (!slips.every((one) => one !== null)) return []
    const inTitle = words.every((word) => slipsIn(title, word) !== null)
    return [{ place, rank: 10 * slips.reduce((sum, one) => sum + one, 0) + (inTitle ? 3 : 4), order, document }]
  })
}

// They are the same ones for everybody.
const foldedOf = (place: FoundPage) => {
  const known = folded.get(place) ?? foldAll(place)
  folded.set(place, known)
  return known
}

const foldAll = ({ title: shown, description, words }: FoundPage) => {
  const title = fold(shown)
  return {
    title,
    all: `${title} ${fold(`${description} ${words}`)}`,
    order: `2${Array.from(title).slice(0, 60).join('')}`,
  }
}

const folded = new WeakMap<FoundPage, ReturnType<typeof foldAll>>()

const slipsIn = (text: string, word: string): number | null => {
  if (text.includes(word)) return 0
  const slips = tokensOf(text).flatMap((token) => editsTo(word, token) ?? [])
  return slips.length === 0 ? null : Math.min(...slips)
}
