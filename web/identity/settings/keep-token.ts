// After a change of how an account is protected: the new token that came of it, what the account may do now, and what is
// shown of its protection. Such a change does not touch its domain by itself: it could not be read with the old token.
import { state } from '@gatehouse/contract/identity/second-factors'
import { sessions } from '@gatehouse/contract/identity/auth'
import { queryClient } from '../../kit/data/queries.ts'
import { showing } from '../../kit/data/touch.ts'
import { adoptSession, verifySession } from '../../kit/session/session.ts'

export const keepToken = async ({ token }: { readonly token: string }): Promise<void> => {
  await adoptSession({ token })
  // Who had to meet the company's demand first may do more from now on.
  await verifySession()
  for (const { name } of [state, sessions]) void queryClient().invalidateQueries(showing(name))
}
