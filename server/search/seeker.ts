// Who seeks, what for, and how what is found is put in order.
import { mostCounted } from '@gatehouse/contract/search'
import type { Caller } from '../kit/caller.ts'
import type { Holding } from './index-words.sql.ts'
import { fold, tokensOf } from './words.ts'

export interface Seeker {
  readonly caller: Caller
  /** Folded; every one must be held. */
  readonly words: readonly string[]
  /** Them all as one. */
  readonly phrase: string
  /** What stands in the index of the words; the longest first, they are seldom. */
  readonly tokens: readonly string[]
  readonly limits: Limits
  /** What has been asked about words already. */
  readonly known: Map<string, Holding>
}

/** Where one way of finding gives place to another: what is found is the same. */
export interface Limits {
  /** More than this is not counted. */
  readonly counted: number
  /** So many lines are sooner read and put in order than walked to. */
  readonly read: number
  /** Of so many words the lists are merged. */
  readonly lists: number
  /** Of so many words holding a token nothing is gained by naming them: most lines hold one. */
  readonly words: number
  /** Where more people and doors fit, what fits is looked for among the newest rows first. */
  readonly walked: number
  /** Of so many of the newest rows every word is compared then. */
  readonly newest: number
  /** So many people or doors of one word are named at first. */
  readonly named: number
}

export const usual: Limits = {
  counted: mostCounted,
  read: 1500,
  lists: 200,
  words: 1500,
  walked: 200,
  newest: 5000,
  named: 400,
}

const mostWords = 10

export const seekerOf = (caller: Caller, q: string, limits: Limits): Seeker => {
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
  const tokens = [...new Set(words.flatMap(tokensOf))].toSorted((a, b) => b.length - a.length)
  return { caller, words, phrase: words.join(' '), tokens, limits, known: new Map() }
}

/** Of a result: 0 its title is what is sought, 1 begins with it, 2 one of its words does, 3 holds it; 4 elsewhere. */
export type Rank = 0 | 1 | 2 | 3 | 4

export const rankOf = (titleKey: string, phrase: string): Rank => {
  if (titleKey === phrase) return 0
  if (titleKey.startsWith(phrase)) return 1
  if (titleKey.includes(` ${phrase}`)) return 2
  return titleKey.includes(phrase) ? 3 : 4
}

export interface Ranked {
  readonly rank: number
  readonly order: string
  readonly document: number
}

export const byRank = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank || (a.order < b.order ? -1 : a.order > b.order ? 1 : a.document - b.document)

/** How many there are, up to one more than are counted. */
export interface Counted {
  readonly total: number
  /** Counting stopped early: there are at least so many. */
  readonly atLeast: boolean
}

export const holding = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
