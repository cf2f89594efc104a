// Adding, changing and deleting roles: who lacks the permission for it is told so, and logged out.
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import * as roles from '@gatehouse/contract/identity/roles'
import { ApiError, call, isStatus } from '../../kit/data/api.ts'
import { exit } from '../../kit/session/session.ts'
import { currentSession } from '../../kit/session/session-state.ts'

export const addRole = (input: Input<typeof roles.create>) => change(roles.create, input)

export const updateRole = (input: Input<typeof roles.update>) => change(roles.update, input)

export const deleteRole = (input: Input<typeof roles.remove>) => change(roles.remove, input)

const change = async <Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op>> => {
  const denied = op.denied ?? ''
  if (!currentSession().permissions.has('manage_roles')) return turnAway(denied)
  try {
    return await call(op, input)
  } catch (error) {
    // Rights that ended while the page was open: not the same as a role that is out of one's hands.
    if (isStatus(error, 403) && error.message === denied) return turnAway(denied)
    throw error
  }
}

const turnAway = async (message: string): Promise<never> => {
  await exit({ message, tone: 'error' })
  throw new ApiError(403, { code: 'FORBIDDEN', message })
}
