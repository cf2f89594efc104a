// An answer over a range of time: what was shown before stays until the next one has come.
import type { Input, Operation } from '@gatehouse/contract/operation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import type { Bounds } from '../../ui/time/time-range.ts'

export const spanOf = ({ from, to }: Bounds) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

export const useSpanQuery = <Op extends Operation>(op: Op, input: Input<Op>) =>
  useQuery({ ...queryOf(op, input), placeholderData: keepPreviousData })
