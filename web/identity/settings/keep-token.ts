// After a change of how an account is protected: the new token that came of it, and what the account may do now.
import { adoptSession, verifySession } from '../../kit/session/session.ts'

export const keepToken = async ({ token }: { readonly token: string }): Promise<void> => {
  await adoptSession({ token })
  // Who had to meet the company's demand first may do more from now on.
  await verifySession()
}
