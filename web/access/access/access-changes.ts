// Changing who may open what: everything that shows it is asked for again, also when somebody else changed it.
import { altered } from '@gatehouse/contract/access/access'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import { altered as passesAltered } from '@gatehouse/contract/access/passes'
import { call } from '../../kit/data/api.ts'
import { useLiveEvent } from '../../kit/live/live-events.ts'
import { queryClient } from '../../kit/data/queries.ts'

export const changeAccess = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op>> => {
  const answer = await call(op, input)
  await accessChanged()
  return answer
}

export const accessChanged = () =>
  queryClient().invalidateQueries({ predicate: ({ queryKey: [name] }) => isAboutAccess(name) })

/** While a screen of access is shown, what others change is seen on it. */
export const useAccessNews = (): void => {
  useLiveEvent(altered, () => void accessChanged())
  useLiveEvent(passesAltered, () => void accessChanged())
}

const isAboutAccess = (name: unknown) => typeof name === 'string' && /^GET \/(access|passes|staff|schedules)/.test(name)
