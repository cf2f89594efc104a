// Who seeks, what for, and how what is found is put in order.
import { mostCounted } from '@gatehouse/contract/insight/search'
import type { Caller } from '../../kit/http/caller.ts'
import type { IndexWord } from '../../db/index-words.sql.ts'
import type { Sought } from './terms.sql.ts'
import { fold } from '../../kit/folded-words.ts'

export interface Seeker {
  readonly caller: Caller
  /** Folded; every one must be held. */
  readonly words: readonly string[]
  /** Them all as one. */
  readonly phrase: string
  readonly limits: Limits
  readonly known: Known
}

/** What has been asked already. */
interface Known {
  /** What words a word may have been meant for. */
  readonly meant: Map<string, Promise<readonly IndexWord[]>>
  told?: Promise<readonly Notified[]>
  /** Of each stream of what happened, what holds each word. */
  held?: Promise<readonly Sought[]>
}

/** What a stream says of some of its rows. */
export interface Notified {
  readonly of: string
  /** As it stands in `search_told`. */
  readonly told: string
  readonly text: string
}

/** Where one way of finding gives place to another: what is found is the same. */
export interface Limits {
  /** More than this is not counted. */
  readonly counted: number
  /** So many lines of a type are sooner read and put in order than walked to. */
  readonly read: number
  /** Where more people fit, or a door, what fits is looked for among the newest rows first. */
  readonly walked: number
  /** Of so many of the newest rows every word is compared then. */
  readonly newest: number
  /** So many people or doors of one type are named for a word at first. */
  readonly named: number
}

export const usual: Limits = { counted: mostCounted, read: 300, walked: 9, newest: 500, named: 1000 }

const mostWords = 10

export const seekerOf = (caller: Caller, q: string, limits: Limits): Seeker => {
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
  return { caller, words, phrase: words.join(' '), limits, known: { meant: new Map() } }
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
