// Invitations: a mailed link by which somebody joins a company, with what the inviter may still give at that moment.
import { randomBytes } from 'node:crypto'
import { isPermission, missing, own } from '@gatehouse/contract/permissions'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, rowsOf } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { Refusal } from '../../kit/errors.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import { givableLabels, giveLabels } from '../labels/labels.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { notify } from '../../messages/notifications/notifications.ts'
import { giveRoles, grantedTo, lockCompany, permissionsOf, rolesAmong } from '../roles/roles.ts'

const daysOpen = 7
/** The first letter and five more. */
const lettersAnHour = 6

export interface Invitee {
  readonly companyId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly job?: string
  readonly department?: string
  /** The inviter has been asked for them: `demandGivable`, `demandGivableLabels`. */
  readonly roleIds: readonly string[]
  readonly labelIds: readonly string[]
  readonly inviter: { readonly userId: string; readonly name: string }
}

/** Writes down an invitation and mails its link; answers its id. One that has run out makes room. */
export const invite = async (tx: Db, mail: Poster, { companyId, inviter, ...person }: Invitee): Promise<string> => {
  const [id = ''] = await inviteAll(tx, mail, { companyId, inviter }, [person])
  return id
}

/** The same for many; answers their ids in order. */
export const inviteAll = async (
  tx: Db,
  mail: Poster,
  { companyId, inviter }: Pick<Invitee, 'companyId' | 'inviter'>,
  people: readonly Omit<Invitee, 'companyId' | 'inviter'>[],
): Promise<string[]> => {
  const now = instant()
  await execute(tx)`
    update invitation set revoked_at = ${now}
    where company_id = ${companyId} and lower(email) = any (${people.map(({ email }) => email.toLowerCase())}::text[])
      and accepted_at is null and revoked_at is null and expires_at <= ${now}
  `
  const invitations = people.map((person) => ({ ...person, id: uuid(), token: newToken() }))
  const rows = invitations.map(({ id, token, email, firstName, lastName, job, department, roleIds, labelIds }) => ({
    id,
    email,
    first_name: firstName,
    last_name: lastName,
    job: job || null,
    department: department || null,
    role_ids: [...new Set(roleIds)],
    label_ids: [...new Set(labelIds)],
    token_hash: digestOf(token).toString('hex'),
  }))
  await execute(tx)`
    insert into invitation (id, company_id, email, first_name, last_name, job, department, role_ids, label_ids,
      invited_by, token_hash, created_at, expires_at)
    select id, ${companyId}, email, first_name, last_name, job, department, role_ids, label_ids,
      ${inviter.userId}, decode(token_hash, 'hex'), ${now}, ${now} + ${daysOpen} * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, email text, first_name text, last_name text,
      job text, department text, role_ids uuid[], label_ids uuid[], token_hash text)
  `
  await mailInvitations(tx, mail, companyId, inviter.name, invitations)
  return invitations.map(({ id }) => id)
}

/** A new link for an open invitation, and seven days more; the link before is void. Whoever sends it answers for it. */
export const renewInvitation = async (tx: Db, mail: Poster, id: string, inviter: Invitee['inviter']): Promise<void> => {
  const token = newToken()
  const rows = await rowsOf<{ companyId: string; email: string; firstName: string }>(tx)`
    update invitation set token_hash = ${digestOf(token)}, expires_at = ${instant()} + ${daysOpen} * interval '1 day',
      invited_by = ${inviter.userId}
    where id = ${id} returning company_id as "companyId", email, first_name as "firstName"
  `
  for (const { companyId, ...person } of rows) {
    await mailInvitations(tx, mail, companyId, inviter.name, [{ ...person, token }])
  }
}

/** The page that an invitation's link opens. */
export const invitationLink = (token: string): string => `/user/register?token=${token}`

const newToken = () => randomBytes(32).toString('base64url')

const mailInvitations = async (
  tx: Db,
  mail: Poster,
  companyId: string,
  inviter: string,
  people: readonly { email: string; firstName: string; token: string }[],
) => {
  const rows = await rowsOf<{ company: string; tired: string | null }>(tx)`
    select c.name as company, (select min(recipient) from (
      select lower(m.recipient) as recipient from mail m
      where m.company_id = c.id and m.letter = 'invitation' and m.created_at > ${instant()} - interval '1 hour'
        and lower(m.recipient) = any (${people.map(({ email }) => email.toLowerCase())}::text[])
      group by 1 having count(*) >= ${lettersAnHour}) t) as tired
    from company c where c.id = ${companyId}
  `
  const { company = '', tired = null } = rows[0] ?? {}
  if (tired !== null)
    throw new Refusal(429, 'TOO_MANY', `${tired} has been sent enough invitations for now. Try again in an hour.`)
  for (const { email, firstName, token } of people) {
    const values = { name: firstName, company, inviter, link: invitationLink(token) }
    await mail.post(tx, { to: email, companyId, letter: 'invitation', values })
  }
}

export interface OpenInvitation {
  readonly id: string
  readonly companyId: string
  readonly company: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly job: string | null
  readonly department: string | null
  readonly roleIds: string[]
  readonly labelIds: string[]
  readonly inviterId: string | null
  readonly invitedBy: string | null
}

/** The invitation behind a link, as long as it is open. */
export const findInvitation = async (db: Db, token: string): Promise<OpenInvitation | null> =>
  (await firstOf<OpenInvitation>(db)`
    select i.id, i.company_id as "companyId", c.name as company, i.email, i.first_name as "firstName",
      i.last_name as "lastName", i.job, i.department, i.role_ids as "roleIds", i.label_ids as "labelIds",
      u.id as "inviterId", u.first_name || ' ' || u.last_name as "invitedBy"
    from invitation i join company c on c.id = i.company_id left join users u on u.id = i.invited_by
    where i.token_hash = ${digestOf(token)} and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${instant()}
  `) ?? null

/**
 * Makes the account a part of the company: with the roles and labels that still exist and that the inviter, if still
 * there, could give at this moment. The link came to the address of the account: that verifies it.
 */
export const acceptInvitation = async (
  tx: Db,
  mail: Poster,
  invitation: OpenInvitation,
  userId: string,
): Promise<void> => {
  const { companyId } = invitation
  await lockCompany(tx, companyId)
  const accepted = await execute(tx)`
    update invitation set accepted_at = ${clock.now()}
    where id = ${invitation.id} and accepted_at is null and revoked_at is null
  `
  if (accepted !== 1) throw new Refusal(409, 'USED', 'This invitation has been used already.')
  await join(tx, invitation, userId)
  const { roleIds, labelIds } = await stillGivable(tx, invitation)
  await giveRoles(tx, userId, roleIds)
  await giveLabels(tx, userId, labelIds)
  await notifyInviter(tx, mail, invitation, userId)
}

// An account of no company, or what the staff list of this company has of the same person.
const join = async (tx: Db, { companyId, email, job, department }: OpenInvitation, userId: string) => {
  const joined = await execute(tx)`
    update users set company_id = ${companyId}, verified = true, job = coalesce(${job}, job),
      department = coalesce(${department}, department),
      permissions = case when permissions = '{}' and not exists (select from user_role where user_id = ${userId})
        then ${[...own]}::text[] else permissions end
    where id = ${userId} and lower(email) = lower(${email}) and (company_id is null or company_id = ${companyId})
      and status = 'active'
  `
  if (joined !== 1) throw new Refusal(409, 'HAS_COMPANY', 'This account cannot accept the invitation.')
}

const stillGivable = async (tx: Db, { companyId, inviterId, roleIds, labelIds }: OpenInvitation) => {
  const inviter = inviterId === null ? undefined : (await grantedTo(tx, [inviterId])).get(inviterId)
  if (!inviter) return { roleIds: [], labelIds: [] }
  const held = await permissionsOf(tx, inviter.id)
  if (inviter.companyId !== companyId && !held.has('manage_companies')) return { roleIds: [], labelIds: [] }
  const roles = await rolesAmong(tx, companyId, roleIds)
  return {
    roleIds: roles
      .filter((role) => missing(held, role.permissions.filter(isPermission)).length === 0)
      .map((role) => role.id),
    labelIds: await givableLabels(tx, { userId: inviter.id, companyId, permissions: held }, labelIds),
  }
}

const notifyInviter = async (tx: Db, mail: Poster, { inviterId, companyId }: OpenInvitation, userId: string) => {
  if (inviterId === null) return
  const row = await firstOf<{ email: string; name: string; person: string; personEmail: string; byMail: boolean }>(tx)`
    select i.email, i.first_name as name, p.first_name || ' ' || p.last_name as person, p.email as "personEmail",
      coalesce(i.notification_preferences #>> '{email,invitation-accepted}', 'true') <> 'false' as "byMail"
    from users i, users p
    where i.id = ${inviterId} and p.id = ${userId} and i.status = 'active'
  `
  if (!row) return
  const { email, name, person, personEmail, byMail } = row
  const opensCards = (await permissionsOf(tx, inviterId)).has('read_staff_details')
  await notify(tx, {
    userId: inviterId,
    companyId,
    kind: 'invitation-accepted',
    title: `${person} has accepted your invitation`,
    message: `${person} has accepted your invitation and can sign in now.`,
    type: 'success',
    priority: 'low',
    ...(opensCards && {
      action: { label: `See ${person}`, path: `/staff/${encodeURIComponent(personEmail)}` },
    }),
  })
  if (!byMail) return
  await mail.post(tx, {
    to: email,
    userId: inviterId,
    companyId,
    letter: 'invitation-accepted',
    values: { name, person },
  })
}
