// What an invitation's link opens: the page that shows it, and joining with a new account or the one signed in.
import * as accounts from '@gatehouse/contract/identity/accounts'
import { demandGoodPassword } from '../auth/auth.ts'
import { instant } from '../../db/instant.ts'
import { type Db, isAny, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { canSignIn, namesOfHeld } from '../roles/roles.ts'
import { acceptInvitation, findInvitation, type OpenInvitation } from '../users/users.ts'
import type { AccountParts } from './accounts.ts'
import { addAccount, hashInTurn, type Person } from './add-account.ts'

export const serveInvited = (serve: Serve, { db, mail }: AccountParts) => {
  serve.open(accounts.invitation, async ({ token }) => {
    const { email, firstName, lastName, company, invitedBy } = await demandInvitation(db, token)
    const hasAccount = await isAny(db)`select from users u where lower(u.email) = lower(${email}) and ${canSignIn}`
    return { invitation: { email, firstName, lastName, company, invitedBy, hasAccount } }
  })

  serve(accounts.acceptInvitation, async ({ token }, caller, call) => {
    const invitation = await demandInvitation(db, token)
    if (invitation.email.toLowerCase() !== caller.email.toLowerCase())
      throw new Refusal(403, 'FORBIDDEN', `This invitation is for ${invitation.email}. Sign in with that address.`)
    await inTransaction(db, async (tx) => {
      const before = await namesOfHeld(tx, caller.userId)
      await acceptInvitation(tx, mail, invitation, caller.userId)
      await recordJoining(tx, call, invitation, { id: caller.userId, email: caller.email, before })
    })
    return { success: true as const, company: invitation.company }
  })
}

/** A new account by invitation. Its address is the invitation's, and whoever has the link has read its mail. */
export const joinByInvitation = async ({ db, mail }: AccountParts, token: string, given: Person, call: Call) => {
  const invitation = await demandInvitation(db, token)
  const person = { ...given, email: invitation.email }
  await demandGoodPassword(db, invitation.companyId, person.password)
  const passwordHash = await hashInTurn(person.password)
  await inTransaction(db, async (tx) => {
    const id =
      (await addAccount(tx, person, passwordHash)) ?? (await claimStaffEntry(tx, invitation, person, passwordHash))
    if (id === undefined) throw new Refusal(409, 'HAS_ACCOUNT', accounts.messages.signInToAccept)
    await acceptInvitation(tx, mail, invitation, id)
    await recordJoining(tx, call, invitation, { id, email: person.email, before: { roles: [], labels: [] } })
  })
  return { success: true as const, message: accounts.messages.joined }
}

type Held = Awaited<ReturnType<typeof namesOfHeld>>

/** In the log of the company that somebody has joined. */
const recordJoining = async (
  tx: Db,
  call: Call,
  { companyId, company }: OpenInvitation,
  { id, email, before }: { readonly id: string; readonly email: string; readonly before: Held },
) => {
  call.actsFor({ companyId, userId: id, actor: email })
  const facts = changes({ company: null, ...before }, { company, ...(await namesOfHeld(tx, id)) })
  await call.record(tx, { subject: company, ...facts })
}

const demandInvitation = async (db: Db, token: string): Promise<OpenInvitation> => {
  const invitation = await findInvitation(db, token)
  if (!invitation) throw new Refusal(400, 'INVALID_TOKEN', accounts.messages.invitationInvalid)
  return invitation
}

// Who is on the staff list of the company without an account becomes the same person with one.
const claimStaffEntry = async (
  tx: Db,
  { companyId }: OpenInvitation,
  { email, firstName, lastName, phone, country }: Person,
  passwordHash: string,
): Promise<string | undefined> => {
  const [id] = await valuesOf<string>(tx)`
    update users u set first_name = ${firstName}, last_name = ${lastName}, phone = ${phone}, country = ${country},
      password_hash = ${passwordHash}, password_changed_at = ${instant()}, two_factor = 'email'
    where lower(u.email) = lower(${email}) and (u.company_id is null or u.company_id = ${companyId}) and not ${canSignIn}
    returning u.id
  `
  return id
}
