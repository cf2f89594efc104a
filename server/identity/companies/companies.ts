// Companies: one's own, every one for who looks after the installation, and being in another one.
import * as companies from '@gatehouse/contract/identity/companies'
import { type SystemRole, systemRoles } from '@gatehouse/contract/permissions'
import { CompiledQuery } from 'kysely'
import { v7 as uuid } from 'uuid'
import { placeSession, type Sessions, userById } from '../auth/auth.ts'
import type { SortedFilter } from '../../db/sorted.ts'
import { type Db, insertRow, updateRow, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { changes, namesNothing } from '../../kit/changes.ts'
import { existing, notFound, unlessDuplicate } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { demandHeld, ensureSystemRoles } from '../roles/roles.ts'
import { invite } from '../users/users.ts'
import { companiesList, readCompanies, readCompany, readDetailed } from './companies.sql.ts'
import { serveJoinRequests } from './join-requests.ts'
import { servePolicy } from './policy.ts'

export { askToJoin } from './join-requests.ts'

export interface CompanyParts {
  readonly db: Db
  readonly sessions: Sessions
  readonly mail: Mail
}

export interface CompanyFacts {
  readonly name: string
  readonly timeZone: string
  readonly country: string | null
  readonly address: string | null
  readonly phone: string | null
  readonly website: string | null
  /** Whether it may publish on the public blog from the beginning. */
  readonly publishes?: boolean
}

/** A company with the roles every one starts with. Refused with 422 at `field` where the name is taken. */
export const addCompany = async (
  tx: Db,
  { timeZone, ...facts }: CompanyFacts,
  field = 'name',
): Promise<{ companyId: string; roles: ReadonlyMap<SystemRole, string> }> => {
  const companyId = uuid()
  await nameFree(field, insertRow(tx, 'company', { id: companyId, ...facts, time_zone: timeZone }))
  return { companyId, roles: await ensureSystemRoles(queryIn(tx), companyId) }
}

export const serveCompanies = (serve: Serve, parts: CompanyParts) => {
  const { db, sessions, mail } = parts
  servePolicy(serve, db)
  serveJoinRequests(serve, parts)

  serve(companies.list, async (wanted, caller) => {
    const rowsOf = (filter: SortedFilter<typeof companies.list>) => readCompanies(db, caller, filter)
    const { page, ...rest } = await companiesList(caller).page(wanted, rowsOf, ({ id }) => id)
    return { companies: page, ...rest }
  })

  serve(companies.create, async ({ adminEmail, adminFirstName, adminLastName, ...facts }, caller, call) => {
    // What the invitation gives is asked again when it is accepted: refused here, nobody waits for what never comes.
    demandHeld(caller, systemRoles.admin)
    const companyId = await inTransaction(db, async (tx) => {
      const added = await addCompany(tx, facts)
      const admin = added.roles.get('admin')
      await invite(tx, mail, {
        companyId: added.companyId,
        email: adminEmail,
        firstName: adminFirstName,
        lastName: adminLastName,
        roleIds: admin ? [admin] : [],
        labelIds: [],
        inviter: caller,
      })
      await call.record(tx, { subject: facts.name, after: { ...facts, administrator: adminEmail } })
      return added.companyId
    })
    return { company: found(await readCompany(db, caller, companyId)) }
  })

  serve(companies.byName, async ({ name }, caller) => {
    const [id] = await valuesOf<string>(db)`select id from company where lower(name) = lower(${name}) and not tour`
    if (id === undefined || (id !== caller.companyId && !can(caller, 'manage_companies')))
      throw notFound('This company')
    return found(await readDetailed(db, caller, id))
  })

  serve(companies.mine, async (_input, caller) => found(await readDetailed(db, caller, companyOf(caller))))

  serve(companies.update, async ({ timeZone, ...facts }, caller, call) => {
    const companyId = companyOf(caller)
    const set = { ...facts, time_zone: timeZone }
    return changing(db, caller, call, companyId, async (tx) => {
      if (namesNothing(set)) return
      await nameFree('name', updateRow(tx, 'company', companyId, set))
    })
  })

  serve(companies.setPublishing, ({ companyId, publishes }, caller, call) =>
    changing(db, caller, call, companyId, async (tx) => {
      const named = tx.updateTable('company').set({ publishes }).where('id', '=', companyId).where('tour', '=', false)
      found(await named.returning('id').executeTakeFirst())
    }),
  )

  serve(companies.switchTo, async ({ companyId }, caller, call) => {
    // Nobody works in the company of the public tour.
    const open = db.selectFrom('company').select('name').where('id', '=', companyId).where('tour', '=', false)
    const { name } = found(await open.executeTakeFirst())
    await inTransaction(db, async (tx) => {
      const before = caller.companyId === null ? undefined : await readCompany(tx, caller, caller.companyId)
      await placeSession(tx, caller.sessionId, companyId)
      await call.record(tx, { subject: name, before: { company: before?.name ?? null }, after: { company: name } })
    })
    // Another company, another token.
    const token = await sessions.rotate(caller.sessionId)
    return { token, user: found((await userById(db, caller.userId, companyId)) ?? undefined) }
  })
}

/** A change of a company; answers it as it is then. */
const changing = (db: Db, caller: Caller, call: Call, companyId: string, change: (tx: Db) => Promise<void>) =>
  inTransaction(db, async (tx) => {
    // What it was is what it was when this begins; of people who join or leave meanwhile nobody waits for it.
    await tx.selectFrom('company').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
    const before = found(await readCompany(tx, caller, companyId))
    call.annotate({ subject: before.name })
    await change(tx)
    const company = found(await readCompany(tx, caller, companyId))
    await call.record(tx, changes(factsOf(before), factsOf(company)))
    return { company }
  })

const factsOf = ({ name, timeZone, country, address, phone, website, publishes }: companies.Company) => ({
  name,
  timeZone,
  country,
  address,
  phone,
  website,
  publishes,
})

const queryIn = (tx: Db) => ({
  query: (text: string, values: unknown[]) => tx.executeQuery<{ id: string }>(CompiledQuery.raw(text, values)),
})

export const companyOf = (caller: Caller): string => found(caller.companyId ?? undefined)

const found = <T>(thing: T | undefined): T => existing(thing, 'This company')

const nameFree = (field: string, write: Promise<void>) =>
  unlessDuplicate(write, field, 'There is a company of this name already')
