// Whether an address is its owner's: the mailed link, and what happens once it is followed.
import * as accounts from '@gatehouse/contract/identity/accounts'
import { z } from 'zod'
import { addCompany, askToJoin } from '../companies/companies.ts'
import { type Db, execute, firstOf, isAny, rowsOf } from '../../db/pool.ts'
import type { JsonValue } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../kit/errors.ts'
import { changes } from '../../kit/changes.ts'
import type { Call, Serve, Notified } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { giveRoles, namesOfHeld } from '../roles/roles.ts'
import type { AccountParts } from './accounts.ts'
import { evenly } from './evenly.ts'
import { afterwardsOf, findLink, issuedLately, issueLink, useLink } from './links.sql.ts'

const lettersAnHour = 3
/** As `companyNameRule` has it. */
const longestName = 120

/**
 * What somebody who registered wants beside an account. It waits for the address: nobody founds a company in another's
 * name, takes its name away, or fills the mailboxes of its managers.
 */
const afterwards = z.union([
  z.object({
    found: z.object({ name: z.string(), timeZone: z.string(), country: z.string(), platform: z.boolean() }),
  }),
  z.object({ ask: z.object({ company: z.string(), message: z.string() }) }),
])
export type Afterwards = z.output<typeof afterwards>

export const serveVerification = (serve: Serve, { db, mail }: AccountParts) => {
  const verify = async (token: string, consume: boolean, call: Call) => {
    await inTransaction(db, async (tx) => {
      const link = await findLink(tx, 'verify-email', token)
      if (!link?.userId || (consume && !(await useLink(tx, link.id))))
        throw new Refusal(400, 'INVALID_TOKEN', accounts.messages.linkInvalid)
      await call.record(tx, await settleAddress(tx, mail, link.userId, call))
    })
    return { success: true as const, message: accounts.messages.verified }
  }

  serve.open(accounts.verifyEmail, async ({ token }, _who, call) => verify(token, false, call))
  serve.open(accounts.confirmEmail, async ({ token }, _who, call) => verify(token, true, call))

  serve.open(accounts.resendVerification, async ({ email }, _who, call) =>
    evenly(async () => {
      await inTransaction(db, async (tx) => {
        await call.record(tx, { subject: email })
        const person = await firstOf<{ id: string; email: string; name: string; companyId: string | null }>(tx)`
          select id, email, first_name as name, company_id as "companyId" from users
          where lower(email) = lower(${email}) and not verified and password_hash is not null for update
        `
        if (!person || (await issuedLately(tx, 'verify-email', person.id)) >= lettersAnHour) return
        await mailVerification(tx, mail, person, await afterwardsOf(tx, person.id))
      })
      return { success: true as const, message: accounts.messages.checkMail }
    }),
  )
}

export const mailVerification = async (
  tx: Db,
  mail: Mail,
  { id, email, name, companyId }: { id: string; email: string; name: string; companyId: string | null },
  wanted: JsonValue = null,
): Promise<void> => {
  const token = await issueLink(tx, 'verify-email', { userId: id, email }, wanted)
  const link = `/verify-email?token=${token}`
  await mail.post(tx, { to: email, userId: id, companyId, letter: 'verify-email', values: { name, link } })
}

const standingOf = async (tx: Db, userId: string) => {
  const standing = await firstOf<{
    email: string
    verified: boolean
    companyId: string | null
    company: string | null
  }>(tx)`
    select u.email, u.verified, c.id as "companyId", c.name as company
    from users u left join company c on c.id = u.company_id where u.id = ${userId}
  `
  if (!standing) throw new Refusal(400, 'INVALID_TOKEN', accounts.messages.linkInvalid)
  const { email, companyId, ...facts } = standing
  return { email, companyId, facts: { ...facts, roles: (await namesOfHeld(tx, userId)).roles } }
}

/**
 * The address is its owner's from now on; the first time, what was asked for when registering happens. The call is theirs
 * and, on record, in the company that they are in afterwards; answers what has changed.
 */
export const settleAddress = async (tx: Db, mail: Mail, userId: string, call: Call): Promise<Notified> => {
  const before = await standingOf(tx, userId)
  await settle(tx, mail, userId)
  const { email, companyId, facts } = await standingOf(tx, userId)
  call.actsFor({ companyId, userId, actor: email })
  return { subject: email, ...changes(before.facts, facts) }
}

const settle = async (tx: Db, mail: Mail, userId: string): Promise<void> => {
  if ((await execute(tx)`update users set verified = true where id = ${userId} and not verified`) !== 1) return
  const { data } = afterwards.safeParse(await afterwardsOf(tx, userId))
  if (data && 'found' in data) await found(tx, userId, data.found)
  if (data && 'ask' in data) await askToJoin(mail, tx, { userId, ...data.ask })
}

const found = async (
  tx: Db,
  userId: string,
  { name, timeZone, country, platform }: { name: string; timeZone: string; country: string; platform: boolean },
) => {
  const rows = await rowsOf<unknown>(tx)`select id from users where id = ${userId} and company_id is null for update`
  if (rows.length === 0) return
  const { companyId, roles } = await addCompany(tx, {
    name: await freeName(tx, name),
    timeZone,
    country,
    address: null,
    phone: null,
    website: null,
    // Of whoever sets the installation up.
    publishes: platform,
  })
  await execute(tx)`update users set company_id = ${companyId} where id = ${userId}`
  const given = [roles.get('admin'), platform ? roles.get('platform admin') : undefined]
  await giveRoles(
    tx,
    userId,
    given.filter((id) => id !== undefined),
  )
}

// Somebody else may have verified first. Whoever comes second gets in too, and chooses another name inside.
const freeName = async (tx: Db, name: string): Promise<string> => {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` ${number}`
    const candidate = name.slice(0, longestName - suffix.length).trimEnd() + suffix
    if (!(await nameInUse(tx, candidate))) return candidate
  }
}

export const nameInUse = (db: Db, name: string) => isAny(db)`select id from company where lower(name) = lower(${name})`
