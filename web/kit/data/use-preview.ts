// What a command would change, shown before it is given.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

interface Preview<Answer> {
  /** Of the input before this one, while the answer is on its way. */
  readonly shown: Answer | undefined
  /** `shown` is of this input. */
  readonly isCurrent: boolean
  readonly error: Error | null
}

/**
 * The answer of an operation that only looks, asked for anew with each input: what was answered before may have been
 * done since. null: there is nothing to ask about.
 */
export const usePreview = <Op extends Operation>(op: Op, input: Input<Op> | null): Preview<Output<Op>> => {
  const { data, error, isSuccess, isFetching } = useQuery({
    queryKey: ['preview', op.name, input],
    queryFn: () => (input === null ? null : call(op, input)),
    placeholderData: keepPreviousData,
    enabled: input !== null,
    staleTime: 0,
    gcTime: 0,
  })
  return { shown: input === null ? undefined : (data ?? undefined), isCurrent: isSuccess && !isFetching, error }
}
