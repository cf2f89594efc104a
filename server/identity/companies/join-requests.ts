// Requests to join a company: asked by an account that has none, decided by who looks after the company's people.
import * as companies from '@gatehouse/contract/identity/companies'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, isoRowsOf, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { clock } from '../../kit/clock.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Mail } from '../../messages/mail/mail.ts'
import { notify, usersWho } from '../../messages/notifications/notifications.ts'
import { changeRights, demandGivable, namesOfHeld } from '../roles/roles.ts'
import { joinCompany } from '../users/users.ts'
import { holding } from './companies.sql.ts'

const asked = 'If there is a company of this name, its managers have your request and will decide.'

/**
 * Puts a request before the managers of a company. Says nothing of whether there is one: neither may the caller. One
 * request is open per account; a new one to another company takes its place.
 */
export const askToJoin = async (
  mail: Mail,
  tx: Db,
  { userId, company, message }: { userId: string; company: string; message: string },
): Promise<void> => {
  const rows = await rowsOf<{ id: string; name: string; person: string; again: boolean }>(tx)`
    select c.id, c.name, u.first_name || ' ' || u.last_name as person,
      exists (select from join_request j where j.user_id = u.id and j.company_id = c.id and j.decision is null) as again
    from company c, users u
    where lower(c.name) = lower(${company}) and not c.tour and u.id = ${userId} and u.company_id is null
  `
  const [wanted] = rows
  if (!wanted) return
  await execute(tx)`
    insert into join_request (id, company_id, user_id, message) values (${uuid()}, ${wanted.id}, ${userId}, ${message})
    on conflict (user_id) where decision is null
      do update set company_id = excluded.company_id, message = excluded.message, created_at = ${instant()}
  `
  // Asking twice does not fill the managers' mailboxes.
  if (wanted.again) return
  const deciders = await usersWho(tx, [wanted.id], ['manage_users'])
  await notify(
    tx,
    deciders.map(({ id }) => ({
      userId: id,
      companyId: wanted.id,
      kind: 'join-request',
      title: `${wanted.person} asks to join`,
      message: `${wanted.person} asks to join ${wanted.name}. Approve it only if you know them.`,
      type: 'info' as const,
      priority: 'medium' as const,
      action: { label: 'Review the request', path: '/user-management?view=requests' },
      requiredPermissions: ['manage_users'] as const,
    })),
  )
  const managers = await rowsOf<{ id: string; email: string; name: string }>(tx)`
    select u.id, u.email, u.first_name as name from users u
    where u.company_id = ${wanted.id} and u.status = 'active' and u.verified and ${holding('manage_users')}
      and u.notification_preferences #>> '{email,join-request}' is distinct from 'false'
  `
  for (const manager of managers) {
    await mail.post(tx, {
      to: manager.email,
      userId: manager.id,
      companyId: wanted.id,
      letter: 'join-request',
      values: {
        name: manager.name,
        person: wanted.person,
        company: wanted.name,
        link: '/user-management?view=requests',
      },
    })
  }
}

export const serveJoinRequests = (serve: Serve, { db, mail }: { readonly db: Db; readonly mail: Mail }) => {
  serve(companies.requestToJoin, async ({ company, message }, caller, call) => {
    if (caller.companyId) throw new Refusal(409, 'CONFLICT', 'You are in a company already.')
    await inTransaction(db, async (tx) => {
      await askToJoin(mail, tx, { userId: caller.userId, company, message })
      await call.record(tx, { subject: company })
    })
    return { success: true as const, message: asked }
  })

  serve(companies.joinRequests, async (_input, caller) => {
    const requests = await isoRowsOf<companies.JoinRequest>(db)`
      select j.id, j.message, j.created_at as "createdAt", jsonb_build_object('id', u.id, 'email', u.email,
        'displayName', coalesce(u.display_name, u.first_name || ' ' || u.last_name), 'verified', u.verified) as person
      from join_request j join users u on u.id = j.user_id
      where j.company_id = ${caller.companyId} and j.decision is null and u.company_id is null and u.status = 'active'
      order by j.created_at, j.id
    `
    return { requests }
  })

  serve(companies.decideJoinRequest, async ({ requestId, decision, roleIds }, caller, call) => {
    await changeRights(db, caller, async (tx, held) => {
      const approved = decision === 'approve'
      if (approved) await demandGivable(tx, held, roleIds)
      // The person is locked: two companies cannot both have them.
      const person = await firstOf<{ userId: string; email: string; name: string; company: string; taken: boolean }>(
        tx,
      )`
        select u.id as "userId", u.email, u.first_name as name, u.company_id is not null as taken, c.name as company
        from join_request j join users u on u.id = j.user_id join company c on c.id = j.company_id
        where j.id = ${requestId} and j.company_id = ${held.companyId} and j.decision is null
        for update of j, u
      `
      if (!person) throw notFound('This request')
      if (approved && person.taken) throw new Refusal(409, 'CONFLICT', 'This person is in a company by now.')
      await updateRow(tx, 'join_request', requestId, {
        decision: approved ? 'approved' : 'declined',
        decided_at: clock.now(),
        decided_by: caller.userId,
      })
      if (approved) await joinCompany(tx, person.userId, held.companyId, roleIds)
      const { roles } = await namesOfHeld(tx, person.userId)
      await call.record(tx, {
        subject: person.email,
        before: { decision: null },
        after: { decision: approved ? 'approved' : 'declined', ...(approved ? { roles } : {}) },
      })
      await notify(tx, {
        userId: person.userId,
        companyId: null,
        kind: 'join-decision',
        title: approved ? `You have joined ${person.company}` : `${person.company} has declined your request`,
        message: approved
          ? `Your request was approved: you belong to ${person.company} now.`
          : `Your request to join ${person.company} was declined. Your account stays as it is.`,
        type: approved ? 'success' : 'warning',
        priority: 'medium',
      })
      await mail.post(tx, {
        to: person.email,
        userId: person.userId,
        companyId: held.companyId,
        letter: 'join-decision',
        values: { name: person.name, company: person.company, approved },
      })
    })
  })
}
