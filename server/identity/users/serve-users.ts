// Looking after accounts: seen, changed, suspended, released, reset, looked through, and why each may what.
import * as users from '@gatehouse/contract/identity/users'
import type { Account } from '@gatehouse/contract/identity/users'
import { releaseLock, type Sessions, sessionsOf, userOf } from '../auth/auth.ts'
import { type Db, updateRow, valuesOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes, namesNothing, orNothing } from '../../kit/changes.ts'
import { existing, notFound, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { demandGivableLabels, givableLabels, giveLabels, takeLabels } from '../labels/labels.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { changeRights, demandInHands, grantedTo, labelsNow, notifyOfAccess } from '../roles/roles.ts'
import { removeSecondFactors } from '../second-factors/second-factors.ts'
import { accountById, accountsList, groundsOf, readAccounts } from './accounts.sql.ts'
import { serveInvitations } from './serve-invitations.ts'

export interface UsersParts {
  readonly db: Db
  readonly sessions: Pick<Sessions, 'caller' | 'revokeAllOf' | 'view'>
  readonly mail: Poster
}

const done = { success: true } as const

export const serveUsers = (serve: Serve, parts: UsersParts) => {
  const { db, sessions, mail } = parts
  serveInvitations(serve, parts)

  serve(users.list, async (wanted, caller) => {
    const { page, ...rest } = await accountsList.page(
      wanted,
      (filter) => readAccounts(db, caller, filter),
      ({ id }) => id,
    )
    return { users: page, ...rest }
  })

  serve(users.byId, async ({ userId }, caller) => ({ user: await shown(db, caller, userId) }))

  serve(users.update, ({ userId, firstName, lastName, job, department }, caller, call) =>
    changing(db, caller, call, userId, async (tx) => {
      const set = { first_name: firstName, last_name: lastName, job: orNothing(job), department: orNothing(department) }
      if (namesNothing(set)) return
      await updateRow(tx, 'users', userId, set)
    }),
  )

  serve(users.suspend, async ({ userId }, caller, call) => {
    refuseSelf(userId, caller, 'You cannot suspend your own account.')
    const answer = await changing(db, caller, call, userId, async (tx) => {
      await demandAccount(tx, caller, userId)
      await updateRow(tx, 'users', userId, { status: 'suspended' })
    })
    await sessions.revokeAllOf(userId)
    return answer
  })

  serve(users.reinstate, ({ userId }, caller, call) =>
    changing(db, caller, call, userId, async (tx) => {
      await updateRow(tx, 'users', userId, { status: 'active' })
    }),
  )

  serve(users.unlock, ({ userId }, caller, call) =>
    changing(db, caller, call, userId, async (tx) => {
      await releaseLock(tx, (await demandAccount(tx, caller, userId)).email)
    }),
  )

  serve(users.resetSecondFactor, async ({ userId }, caller, call) => {
    refuseSelf(userId, caller, 'Change how you confirm your own sign-in in your security settings.')
    const answer = await changing(db, caller, call, userId, async (tx) => {
      const { email, firstName } = await demandAccount(tx, caller, userId)
      await removeSecondFactors(tx, userId)
      const what = `${caller.name} has reset how you confirm your sign-in: from now on with a code by email`
      const values = { name: firstName, what }
      await mail.post(tx, {
        to: email,
        userId,
        companyId: caller.companyId,
        letter: 'second-factor-changed',
        values,
      })
    })
    await sessions.revokeAllOf(userId)
    return answer
  })

  serve(users.setLabels, ({ userId, labelIds }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      await demandInHands(tx, held, userId)
      const giver = { ...held, userId: caller.userId }
      const was = await shown(tx, caller, userId)
      const before = await labelsOf(tx, held.companyId, userId)
      const added = [...new Set(labelIds)].filter((id) => !before.has(id))
      await demandGivableLabels(tx, giver, added)
      // What the caller does not have stays as it is.
      const dropped = [...before].filter((id) => !labelIds.includes(id))
      const removed = await givableLabels(tx, giver, dropped)
      await takeLabels(tx, userId, removed)
      await giveLabels(tx, userId, added)
      if (added.length + removed.length > 0) await notifyOfAccess(tx, mail, [userId], labelsNow)
      const user = await shown(tx, caller, userId)
      await call.record(tx, { subject: user.email, ...changes(factsOf(was), factsOf(user)) })
      return { user }
    }),
  )

  serve(users.sessions, async ({ userId }, caller, call) => {
    await demandInHands(db, caller, userId)
    call.annotate({ subject: (await shown(db, caller, userId)).email })
    return { sessions: await sessionsOf(db, userId, caller.sessionId) }
  })

  serve(users.endSessions, async ({ userId }, caller, call) => {
    await demandInHands(db, caller, userId)
    const { email } = await shown(db, caller, userId)
    const ended = await sessions.revokeAllOf(userId, undefined, (tx, count) =>
      call.record(tx, { subject: email, after: { ended: count } }),
    )
    return { ...done, ended }
  })

  serve(users.permissions, async ({ userId }, caller) => {
    const account = (await grantedTo(db, [userId])).get(userId)
    if (!account || account.companyId === null || account.companyId !== caller.companyId) throw notFound('This person')
    return { permissions: await groundsOf(db, userId), held: heldOf(account) }
  })

  serve(users.viewAs, async ({ userId }, caller, call) => {
    refuseSelf(userId, caller, 'This is what you see already.')
    await demandInHands(db, caller, userId)
    const { status, email } = await shown(db, caller, userId)
    call.annotate({ subject: email })
    if (status === 'suspended' || status === 'staff')
      throw new Refusal(409, 'NO_ACCESS', 'This person cannot sign in, so there is nothing to see.')
    // Not in its transaction: nobody has the token before the entry is written.
    const token = await sessions.view(userId, caller, call)
    const viewing = await sessions.caller(token)
    const user = existing(viewing && (await userOf(db, viewing)), 'This person')
    return { token, user }
  })
}

/** A change of an account that is in the caller's hands; answers it as it is then. */
const changing = (db: Db, caller: Caller, call: Call, userId: string, change: (tx: Db) => Promise<void>) =>
  changeRights(db, caller, async (tx, held) => {
    await demandInHands(tx, held, userId)
    const before = await shown(tx, caller, userId)
    call.annotate({ subject: before.email })
    await change(tx)
    const user = await shown(tx, caller, userId)
    await call.record(tx, changes(factsOf(before), factsOf(user)))
    return { user }
  })

const factsOf = ({ firstName, lastName, job, department, status, roles, labels, secondFactor, passkeys }: Account) => ({
  firstName,
  lastName,
  job,
  department,
  status,
  roles: roles.map(({ name }) => name),
  labels: labels.map(({ name }) => name),
  secondFactor,
  passkeys,
})

const shown = async (db: Db, caller: Caller, userId: string): Promise<Account> =>
  existing(await accountById(db, caller, userId), 'This person')

const heldOf = ({ status, verified }: { status: string; verified: boolean }): 'all' | 'unverified' | 'suspended' => {
  if (status === 'suspended') return 'suspended'
  return verified ? 'all' : 'unverified'
}

const demandAccount = async (tx: Db, caller: Caller, userId: string): Promise<Account> => {
  const account = await shown(tx, caller, userId)
  if (account.status === 'staff')
    throw new Refusal(409, 'NO_ACCOUNT', 'This person is on the staff list only and has no account.')
  return account
}

const refuseSelf = (userId: string, caller: Caller, message: string) => {
  if (userId === caller.userId) throw new Refusal(409, 'SELF', message)
}

const labelsOf = async (tx: Db, companyId: string, userId: string): Promise<Set<string>> =>
  new Set(
    await valuesOf<string>(tx)`
      select l.id from user_label ul join label l on l.id = ul.label_id
      where ul.user_id = ${userId} and l.company_id = ${companyId}
    `,
  )
