// What a list is sorted by: chosen at the heads of its columns, kept in the address, and answered by the server.
import { useUrlFilters } from './url-filters.ts'

export interface Sorting {
  /** `name`, from the last on `-name`; empty: as the list is sorted unless asked otherwise. */
  readonly by: string
  readonly set: (by: string) => void
}

const directions = {
  newest: ['newest first', 'oldest first'],
  most: ['most first', 'fewest first'],
} as const

/** What a column's head knows of sorting. */
export interface SortedHead {
  readonly title: string
  /** What the list is asked to be sorted by; absent: it cannot be. */
  readonly sort?: string | undefined
  /** The list is sorted by it unless asked otherwise. */
  readonly usual?: boolean | undefined
  /** From the last on at first: times from the newest, counts from the most. */
  readonly descending?: keyof typeof directions | undefined
}

/** `param`: of the address, where more lists than one are on a page. */
export const useSorting = (param = 'sort'): Sorting => {
  const url = useUrlFilters()
  return { by: url.get(param), set: (by) => url.set({ [param]: by }) }
}

const reversed = (by: string): string => (by.startsWith('-') ? by.slice(1) : `-${by}`)

/** What is sorted by, the name and its direction; undefined where it is none of these heads. */
export const directionOf = (
  { sort, usual, descending }: SortedHead,
  by: string,
): 'ascending' | 'descending' | undefined => {
  if (sort === undefined) return undefined
  const down =
    by === '' && usual ? descending !== undefined : by === `-${sort}` ? true : by === sort ? false : undefined
  return down === undefined ? undefined : down ? 'descending' : 'ascending'
}

/** What is sorted by once its head is pressed: one way, the other way, and as usual. */
export const pressed = (head: SortedHead, by: string): string => {
  const { sort = '', usual, descending } = head
  const first = descending ? `-${sort}` : sort
  const now = by === '' && usual ? first : by
  const next = now === first ? reversed(first) : now === reversed(first) ? '' : first
  return usual && next === first ? '' : next
}

/** Every way that the heads offer, in words: `Name`, `Name, from the last`. */
export const waysOf = (heads: readonly SortedHead[]): readonly (readonly [by: string, words: string])[] =>
  heads.flatMap(({ title, sort, usual, descending }) => {
    if (sort === undefined) return []
    const first = descending ? `-${sort}` : sort
    const [one, other] = descending ? directions[descending] : ['A to Z', 'Z to A']
    const ways = [
      [first, `${title}, ${one}`],
      [reversed(first), `${title}, ${other}`],
    ] as const
    return usual ? [['', ways[0][1]] as const, ways[1]] : ways
  })

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

type Value = string | number | null

/** Rows of a list that comes whole, sorted; what has no value comes last in either direction. */
export const sortedBy = <R>(rows: readonly R[], valueOf: (row: R) => Value, descending: boolean): readonly R[] =>
  rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)]
    if (isNone(one) || isNone(other)) return Number(isNone(one)) - Number(isNone(other))
    const order =
      typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(`${one}`, `${other}`)
    return descending ? -order : order
  })

const isNone = (value: Value): boolean => value === null || value === ''
