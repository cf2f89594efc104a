// A list of the server by pages: next and previous over keyset cursors; back to the first when the question changes.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { local } from '../../kit/data/storage.ts'

export const pageSizes = [20, 50, 100] as const

/** What DataTable draws: an answer, and the way to those before and after it. */
export interface Pages<T> {
  readonly op: Operation
  readonly query: UseQueryResult<T>
  /** null: the list comes whole. */
  readonly paging: Paging | null
}

export interface Paging {
  /** From 1. */
  readonly number: number
  readonly size: number
  readonly setSize: (size: number) => void
  readonly next: (() => void) | null
  readonly previous: (() => void) | null
}

interface Place {
  readonly question: string
  /** Those of the pages after the first, up to the present one. */
  readonly cursors: readonly string[]
}

/** `usePages('users', users.list, (page) => ({ ...page, search }))` */
export const usePages = <Op extends Operation>(
  name: string,
  op: Op,
  inputOf: (page: { limit: number; cursor?: string }) => Input<Op>,
): Pages<Output<Op>> => {
  const [size, setSize] = useState(() => sizeOf(local.get(`rows:${name}`)))
  const question = JSON.stringify(inputOf({ limit: size }))
  const [place, setPlace] = useState<Place>({ question, cursors: [] })
  const cursors = place.question === question ? place.cursors : []
  const cursor = cursors.at(-1)
  const query = useQuery({
    ...queryOf(op, inputOf({ limit: size, ...(cursor === undefined ? {} : { cursor }) })),
    placeholderData: keepPreviousData,
    enabled: useMissing(op).length === 0,
  })
  const next = query.isPlaceholderData ? null : nextIn(query.data)
  const paging: Paging = {
    number: cursors.length + 1,
    size,
    setSize: (chosen) => {
      local.set(`rows:${name}`, String(chosen))
      setSize(chosen)
    },
    next: next === null ? null : () => setPlace({ question, cursors: [...cursors, next] }),
    previous: cursors.length === 0 ? null : () => setPlace({ question, cursors: cursors.slice(0, -1) }),
  }
  return { op, query, paging }
}

/** A list that the server answers whole. */
export const useWhole = <Op extends Operation>(op: Op, input: Input<Op>): Pages<Output<Op>> => ({
  op,
  query: useQuery({ ...queryOf(op, input), enabled: useMissing(op).length === 0 }),
  paging: null,
})

const nextIn = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'next' in answer && typeof answer.next === 'string'
    ? answer.next
    : null

const sizeOf = (text: string | null): number => pageSizes.find((size) => String(size) === text) ?? pageSizes[0]
