// A list of the server: its pages read one after the other as one scrolls, in the order that the address asks for.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { pagesKeyOf, whileFetching } from '../../kit/live/live-cache.ts'
import type { Answered } from '../feedback/states.tsx'
import { type SortedHead, type Sorting, useSorting } from './sorting.ts'

/** How many rows a list asks for at a time. */
export const pageLength = 50

/** What the foot of a list knows of the rows that have not been read. */
export interface More extends Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'isFetching' | 'hasNextPage'> {
  readonly fetchNextPage: () => unknown
}

/** What DataTable draws. */
export interface Pages<T> {
  readonly op: Operation
  readonly query: Answered<unknown> & Pick<UseQueryResult, 'isSuccess' | 'isFetching' | 'isPlaceholderData'>
  /** As many as have been read, in their order. */
  readonly answers: readonly T[]
  readonly first: T | undefined
  /** null: the list comes whole. */
  readonly more: More | null
  readonly sorting: Sorting
}

/** What a list may be sorted by, of the operation that answers it. */
export type Sort<Op extends Operation> =
  Input<Op> extends { readonly sort?: infer S } ? Exclude<NonNullable<S>, `-${string}`> & string : never

interface PageAsked<Op extends Operation> {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: Sort<Op> | `-${Sort<Op>}`
}

/**
 * `usePages(users.list, (page) => ({ ...page, search }), columns)`
 *
 * `columns`: those of the table, which say what it may be sorted by. `param`: as of `useSorting`.
 */
export const usePages = <Op extends Operation>(
  op: Op,
  inputOf: (page: PageAsked<Op>) => Input<Op>,
  columns: readonly (SortedHead & { readonly sort?: Sort<Op> | undefined })[] = [],
  param?: string,
): Pages<Output<Op>> => {
  const sorting = useSorting(param)
  const sort = sortIn<Sort<Op>>(columns, sorting.by)
  const asked = { limit: pageLength, ...(sort === undefined ? {} : { sort }) }
  const query = useInfiniteQuery({
    queryKey: pagesKeyOf(op, inputOf(asked)),
    queryFn: ({ pageParam, signal, client }) =>
      whileFetching(client, () =>
        call(op, inputOf(pageParam === undefined ? asked : { ...asked, cursor: pageParam }), { signal }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (answer) => nextIn(answer) ?? undefined,
    placeholderData: keepPreviousData,
    enabled: useMissing(op).length === 0,
  })
  const answers = query.data?.pages ?? []
  return { op, query, answers, first: answers[0], more: query, sorting }
}

/** A list that the server answers whole. */
export const useWhole = <Op extends Operation>(op: Op, input: Input<Op>, param?: string): Pages<Output<Op>> => {
  const sorting = useSorting(param)
  const query = useQuery({ ...queryOf(op, input), enabled: useMissing(op).length === 0 })
  const answers = query.data === undefined ? [] : [query.data]
  return { op, query, answers, first: query.data, more: null, sorting }
}

/** What the address asks for, where a column offers it. */
export const sortIn = <S extends string>(columns: readonly { readonly sort?: S | undefined }[], by: string) =>
  columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort, `-${sort}` as const])).find((way) => way === by)

const nextIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'next' in answer && typeof answer.next === 'string'
    ? answer.next
    : null

/** How many there are, pages that have not been read included; null where the server does not count them. */
export const totalIn = (answer: unknown): number | null =>
  typeof answer === 'object' && answer !== null && 'total' in answer && typeof answer.total === 'number'
    ? answer.total
    : null
