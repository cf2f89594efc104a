// An answer over a range of time: as the range moves on with the clock, what was shown before stays until the next one has come.
import type { Input, Operation } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { whileTimeMoves } from '../../kit/data/while-time-moves.ts'
import type { Bounds } from '../../ui/time/time-range.ts'

export const spanOf = ({ from, to }: Bounds) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** What is shown of another time would be read as nobody: bars and sums are of all of the range. */
const mostMs = 3_600_000

export const useSpanQuery = <Op extends Operation>(op: Op, input: Input<Op> & Readonly<Record<string, unknown>>) =>
  useQuery({ ...queryOf(op, input), placeholderData: whileTimeMoves(input, mostMs) })
