// Changing the staff list and the cards of its people: what the change was about is asked for again.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { call } from '../../kit/data/api.ts'
import { queryClient } from '../../kit/data/queries.ts'

export const changeStaff = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op>> => {
  const answer = await call(op, input)
  await queryClient().invalidateQueries({ predicate: ({ queryKey: [name] }) => isAboutStaff(name) })
  return answer
}

// The names of its people stand in other lists too.
const isAboutStaff = (name: unknown) => typeof name === 'string' && /^GET \/(staff|users|roles\/people)/.test(name)

/** The address of a person's card. */
export const staffPath = (email: string): string => `/staff/${encodeURIComponent(email)}`
