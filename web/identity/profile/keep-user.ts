// What one changed about oneself, shown at once wherever one is named.
import type { User } from '@gatehouse/contract/identity/auth'
import { adoptSession } from '../../kit/session/session.ts'
import { currentSession } from '../../kit/session/session-state.ts'

export const keepUser = async (user: User): Promise<void> => {
  const token = currentSession().user?.token
  if (token !== undefined) await adoptSession({ token, user })
}
