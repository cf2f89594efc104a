// Making an account: by oneself, as the first of a company, or to join one. The answer is the same for every address.
import * as accounts from '@gatehouse/contract/identity/accounts'
import { demandGoodPassword } from '../auth/auth.ts'
import { instant } from '../../db/instant.ts'
import { type Db, firstOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { invalid, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { canSignIn } from '../roles/roles.ts'
import type { AccountParts } from './accounts.ts'
import { addAccount, hashInTurn, type Person } from './add-account.ts'
import { evenly } from './evenly.ts'
import { joinByInvitation } from './invited.ts'
import { findLink, useLink } from './links.sql.ts'
import { type Afterwards, mailVerification, nameInUse } from './verification.ts'

/** To an address that has an account already. */
const lettersAnHour = 3

export const serveSignUp = (serve: Serve, parts: AccountParts) => {
  const { db, mail } = parts

  const register = (
    person: Person,
    { record }: Call,
    before: (tx: Db) => Promise<Afterwards | null>,
    subject = person.email,
  ) =>
    evenly(async () => {
      await demandGoodPassword(db, null, person.password)
      const passwordHash = await hashInTurn(person.password)
      await inTransaction(db, async (tx) => {
        const id = await addAccount(tx, person, passwordHash)
        // The address that was typed may have an account already: then nothing is made, and its owner is told.
        await record(tx, { subject, after: id === undefined ? { madeAccount: false } : factsOf(person) })
        if (id === undefined) return notifyOwner(tx, mail, person.email)
        const name = person.firstName
        return mailVerification(tx, mail, { id, email: person.email, name, companyId: null }, await before(tx))
      })
      return { success: true as const, message: accounts.messages.checkMail }
    })

  serve.open(accounts.signUp, async (person, _who, call) => register(person, call, async () => null))

  serve.open(accounts.registerUser, async ({ invitation, company = '', message, ...person }, _who, call) =>
    invitation === undefined
      ? register(person, call, async () => ({ ask: { company, message } }))
      : joinByInvitation(parts, invitation, person, call),
  )

  serve.open(accounts.setUpLink, async ({ token }) => {
    if (!(await findLink(db, 'set-up', token))) throw setUpInvalid()
  })

  serve.open(accounts.registerCompany, async ({ companyName, timeZone, setUp, ...person }, _who, call) => {
    const link = setUp === undefined ? undefined : await findLink(db, 'set-up', setUp)
    if (setUp !== undefined && !link) throw setUpInvalid()
    if (await nameInUse(db, companyName))
      throw invalid([{ field: 'companyName', message: accounts.messages.companyNameInUse }])
    const wanted = async (tx: Db): Promise<Afterwards> => {
      if (link && !(await useLink(tx, link.id))) throw setUpInvalid()
      return { found: { name: companyName, timeZone, country: person.country, platform: link !== undefined } }
    }
    return register(person, call, wanted, companyName)
  })
}

const factsOf = ({ email, firstName, lastName, phone, country }: Person) => ({
  madeAccount: true,
  email,
  firstName,
  lastName,
  phone,
  country,
})

const setUpInvalid = () => new Refusal(400, 'INVALID_TOKEN', accounts.messages.setUpInvalid)

const notifyOwner = async (tx: Db, mail: Mail, email: string) => {
  const owner = await firstOf<{
    id: string
    email: string
    name: string
    companyId: string | null
    company: string | null
    canSignIn: boolean
    lately: number
  }>(tx)`
    select u.id, u.email, u.first_name as name, c.id as "companyId", c.name as company, ${canSignIn} as "canSignIn",
      (select count(*) from mail m where lower(m.recipient) = lower(u.email)
        and m.letter in ('account-exists', 'on-staff-list') and m.created_at > ${instant()} - interval '1 hour') as lately
    from users u left join company c on c.id = u.company_id where lower(u.email) = lower(${email})
  `
  if (!owner || owner.lately >= lettersAnHour) return
  const { id, email: to, name, companyId, company } = owner
  const addressed = { to, userId: id, companyId }
  await (owner.canSignIn
    ? mail.post(tx, { ...addressed, letter: 'account-exists', values: { name, link: '/forgot' } })
    : mail.post(tx, { ...addressed, letter: 'on-staff-list', values: { name, company: company ?? 'your company' } }))
}
