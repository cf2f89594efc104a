// Forgotten passwords, new ones by a mailed link, and changing one's own.
import * as accounts from '@gatehouse/contract/identity/accounts'
import * as auth from '@gatehouse/contract/identity/auth'
import { sql } from 'kysely'
import { accountOf, demandGoodPassword, forgetDevicesOf, releaseLock } from '../auth/auth.ts'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { browserOf } from '../../kit/http/csrf.ts'
import { invalid, notSignedIn, Refusal } from '../../kit/errors.ts'
import { passwordMatches } from '../../kit/secrets/passwords.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { canSignIn } from '../roles/roles.ts'
import type { AccountParts } from './accounts.ts'
import { hashInTurn } from './add-account.ts'
import { evenly } from './evenly.ts'
import { findLink, issuedLately, issueLink, useLink, voidLinks } from './links.sql.ts'
import { settleAddress } from './verification.ts'

const lettersAnHour = 5

interface Holder {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly companyId: string | null
  readonly passwordHash: string | null
  readonly locked: boolean
}

const holder = () => sql`select u.id, u.email, u.first_name as name, u.company_id as "companyId",
  u.password_hash as "passwordHash", exists (select from sign_in_attempt a
    where a.account = ${accountOf(sql`u.email`)} and a.locked_until > ${instant()}) as locked from users u`

export const servePasswords = (serve: Serve, { db, mail, sessions, attempts }: AccountParts) => {
  serve.open(accounts.forgotPassword, async ({ email }, _who, call) =>
    evenly(async () => {
      await inTransaction(db, async (tx) => {
        call.annotate({ subject: email })
        const person = await firstOf<Holder>(tx)`
          ${holder()} where lower(u.email) = lower(${email}) and ${canSignIn} for update of u
        `
        // For the log of the company; who it was that asked is not known.
        if (person) call.actsFor({ companyId: person.companyId, userId: null, actor: 'anonymous' })
        await call.record(tx)
        if (!person || (await issuedLately(tx, 'reset-password', person.id)) >= lettersAnHour) return
        const { id, name, companyId } = person
        await voidLinks(tx, 'reset-password', id)
        const token = await issueLink(tx, 'reset-password', { userId: id, email: person.email })
        const link = `/forgot?token=${token}`
        await mail.post(tx, {
          to: person.email,
          userId: id,
          companyId,
          letter: 'reset-password',
          values: { name, link },
        })
      })
      return { success: true as const, message: accounts.messages.checkMail }
    }),
  )

  serve.open(accounts.resetPassword, async ({ token, password }, _who, call) => {
    const link = await findLink(db, 'reset-password', token)
    const person = link?.userId ? await holderOf(db, link.userId) : undefined
    if (!link || !person) throw resetInvalid()
    call.actsFor({ companyId: person.companyId, userId: person.id, actor: person.email })
    call.annotate({ subject: person.email })
    await demandGoodPassword(db, person.companyId, password)
    const passwordHash = await hashInTurn(password)
    await inTransaction(db, async (tx) => {
      if (!(await useLink(tx, link.id))) throw resetInvalid()
      // Whoever has the link has read the mail of the address.
      const settled = await settleAddress(tx, mail, person.id, call)
      await setPassword(tx, person, passwordHash)
      await releaseLock(tx, person.email)
      await call.record(tx, settled)
    })
    await sessions.revokeAllOf(person.id)
    return { success: true as const, message: accounts.messages.passwordChanged }
  })

  serve(accounts.changePassword, async ({ currentPassword, newPassword }, caller, call) => {
    const { address, request } = call
    call.annotate({ subject: caller.email })
    const person = await holderOf(db, caller.userId)
    if (!person) throw notSignedIn()
    // A session in strange hands must not become a way to try passwords.
    if (person.locked || attempts.tooManyFrom(address)) throw tooMany()
    if (!person.passwordHash) throw wrongCurrent(accounts.messages.noPassword)
    const attempt = await attempts.begin(person.email, address)
    if (attempt.locked) throw tooMany()
    if (!(await passwordMatches(person.passwordHash, currentPassword)))
      throw wrongCurrent(accounts.messages.wrongPassword)
    await attempt.passed()
    if (newPassword === currentPassword)
      throw invalid([{ field: 'newPassword', message: accounts.messages.samePassword }])
    await demandGoodPassword(db, person.companyId, newPassword, 'newPassword')
    const passwordHash = await hashInTurn(newPassword)
    await inTransaction(db, async (tx) => {
      await setPassword(tx, person, passwordHash)
      await call.record(tx)
    })
    await sessions.revokeAllOf(person.id, caller.sessionId)
    const token = await sessions.rotate(caller.sessionId, { browser: browserOf(request) })
    return { success: true as const, message: accounts.messages.passwordChanged, token }
  })

  const setPassword = async (tx: Db, { id, email, name, companyId }: Holder, passwordHash: string) => {
    await execute(tx)`
      update users set password_hash = ${passwordHash}, password_changed_at = ${instant()} where id = ${id}
    `
    await voidLinks(tx, 'reset-password', id)
    await forgetDevicesOf(tx, id)
    await mail.post(tx, { to: email, userId: id, companyId, letter: 'password-changed', values: { name } })
  }
}

const holderOf = (db: Db, userId: string) => firstOf<Holder>(db)`${holder()} where u.id = ${userId}`

const resetInvalid = () => new Refusal(400, 'INVALID_TOKEN', accounts.messages.resetInvalid)

const tooMany = () => new Refusal(429, 'TOO_MANY', auth.messages.tooMany)

const wrongCurrent = (message: string) =>
  new Refusal(422, 'VALIDATION', accounts.messages.passwordChangeFailed, [{ field: 'currentPassword', message }])
