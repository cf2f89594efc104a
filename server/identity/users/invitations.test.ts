// Invitations: who may send what, what a link gives when it is followed, and people from a file.
import * as users from '@gatehouse/contract/identity/users'
import { own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { type ACompany, aCompany, aLabel, aRole, aUser, type AUser } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, tokenIn, type ApiClient } from '../../testing/test-server.testing.ts'
import type { Letter } from '../../messages/mail/mail.ts'
import { permissionsOf } from '../roles/roles.ts'
import { acceptInvitation, findInvitation } from './users.ts'

let server: TestServer
let company: ACompany
let admin: Person

interface Person extends AUser {
  readonly visitor: ApiClient
}

const person = async (can: readonly Permission[], of = company, labels: readonly string[] = []): Promise<Person> => {
  const user = await aUser(server.store.pool, of, { can, labels })
  const visitor = await server.signIn(user)
  return { ...user, visitor }
}
const somebody = (over: object = {}) => ({
  email: `${uuid()}@gatehouse.example`,
  firstName: 'Grace',
  lastName: 'Hopper',
  ...over,
})
/** An account without a company, as sign-up makes it. */
const anAccount = async (email: string) => {
  const user = await aUser(server.store.pool, company, { can: own })
  await server.store.pool.query('update users set company_id = null, email = $2, verified = false where id = $1', [
    user.id,
    email,
  ])
  return user
}
const posted: Letter[] = []
const post = {
  post: async (_db: unknown, letters: Letter | readonly Letter[]) => void posted.push(...[letters].flat()),
}
const accept = async (token: string, userId: string) => {
  const invitation = await findInvitation(server.store.db, token)
  if (!invitation) throw new Error('This link is void')
  await server.store.db.transaction().execute((tx) => acceptInvitation(tx, post, invitation, userId))
}
const tokenFor = async (email: string) => tokenIn(await server.letterTo(email))
const change = (set: string, { id }: { id: string }) =>
  server.store.pool.query(`update users set ${set} where id = $1`, [id])
const rolesOf = async ({ id }: { id: string }) =>
  (
    await server.store.pool.query<{ role_id: string }>('select role_id from user_role where user_id = $1', [id])
  ).rows.map((row) => row.role_id)

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(server.store.pool, 'Meridian')
  admin = await person(systemRoles.admin)
})

describe('inviting', () => {
  test('with what one may give; the link is mailed and open for seven days', async () => {
    const role = await aRole(server.store.pool, company, { name: 'Doors', can: ['read_doors'] })
    const invitee = somebody({ roleIds: [role] })
    const { invitation } = await admin.visitor.call(users.invite, invitee)
    expect(invitation).toMatchObject({
      email: invitee.email,
      roles: [{ _id: role, name: 'Doors' }],
      invitedBy: 'Ada Okafor',
    })
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(7 * 86_400_000)
    expect((await admin.visitor.call(users.invitations)).invitations.map((i) => i.id)).toContain(invitation.id)
    const found = await findInvitation(server.store.db, await tokenFor(invitee.email))
    expect(found).toMatchObject({ company: company.name, email: invitee.email, invitedBy: 'Ada Okafor' })
  })

  test('neither roles nor labels beyond one’s own, nor those of another company', async () => {
    const { pool } = server.store
    const [mine, other] = [await aLabel(pool, company), await aLabel(pool, company)]
    const helper = await person(['manage_users'], company, [mine])
    const more = await aRole(pool, company, { can: ['read_doors'] })
    const foreign = await aRole(pool, await aCompany(pool))
    for (const [over, status] of [
      [{ roleIds: [more] }, 403],
      [{ roleIds: [foreign] }, 404],
      [{ labelIds: [mine, other] }, 403],
      [{ labelIds: [uuid()] }, 404],
      [{ labelIds: [mine] }, 200],
    ] as const) {
      expect((await helper.visitor.try(users.invite, somebody(over))).status).toBe(status)
    }
  })

  test('an account elsewhere changes nothing in the answer; one in the company, or an open invitation, does', async () => {
    const elsewhere = await aUser(server.store.pool, await aCompany(server.store.pool))
    const [known, unknown] = [
      await admin.visitor.try(users.invite, somebody({ email: elsewhere.email })),
      await admin.visitor.try(users.invite, somebody()),
    ]
    expect(known.status).toBe(200)
    expect(Object.keys((known.body as { invitation: object }).invitation)).toEqual(
      Object.keys((unknown.body as { invitation: object }).invitation),
    )
    const inUse = { status: 422, body: { details: [{ field: 'email' }] } }
    expect(await admin.visitor.try(users.invite, somebody({ email: admin.email.toUpperCase() }))).toMatchObject(inUse)
    expect(await admin.visitor.try(users.invite, somebody({ email: elsewhere.email }))).toMatchObject(inUse)
  })

  test('a letter again: a new link, the old one void, five an hour; withdrawn, none opens', async () => {
    const invitee = somebody()
    const { invitation } = await admin.visitor.call(users.invite, invitee)
    const invitationId = invitation.id
    const first = await tokenFor(invitee.email)
    await admin.visitor.call(users.resendInvitation, { invitationId })
    const second = await tokenFor(invitee.email)
    expect(await findInvitation(server.store.db, first)).toBeNull()
    expect(await findInvitation(server.store.db, second)).toMatchObject({ id: invitationId })
    for (let i = 0; i < 4; i++) await admin.visitor.call(users.resendInvitation, { invitationId })
    expect((await admin.visitor.try(users.resendInvitation, { invitationId })).status).toBe(429)
    await admin.visitor.call(users.revokeInvitation, { invitationId })
    expect((await admin.visitor.try(users.resendInvitation, { invitationId })).status).toBe(404)
    expect(await findInvitation(server.store.db, second)).toBeNull()
    // Inviting anew is no way round it.
    expect((await admin.visitor.try(users.invite, invitee)).status).toBe(429)
  })

  test('only who could give what it offers sends it again or withdraws it', async () => {
    const role = await aRole(server.store.pool, company, { can: ['manage_settings'] })
    const { invitation } = await admin.visitor.call(users.invite, somebody({ roleIds: [role] }))
    const invitationId = invitation.id
    const helper = await person(['manage_users'])
    expect((await helper.visitor.try(users.resendInvitation, { invitationId })).status).toBe(403)
    expect((await helper.visitor.try(users.revokeInvitation, { invitationId })).status).toBe(403)
    const stranger = await person(['manage_users', 'manage_settings'], await aCompany(server.store.pool))
    expect((await stranger.visitor.try(users.resendInvitation, { invitationId })).status).toBe(404)
    expect((await stranger.visitor.try(users.revokeInvitation, { invitationId })).status).toBe(404)
  })
})

describe('accepting', () => {
  test('the account joins with its roles and labels, its address verified, and the inviter is told', async () => {
    const { pool } = server.store
    const role = await aRole(pool, company, { can: ['read_doors'] })
    const label = await aLabel(pool, company)
    const invitee = somebody({ roleIds: [role], labelIds: [label], job: 'Guard' })
    await admin.visitor.call(users.invite, invitee)
    const token = await tokenFor(invitee.email)
    const account = await anAccount(invitee.email)
    posted.length = 0
    await accept(token, account.id)
    expect(await permissionsOf(server.store.db, account.id)).toEqual(new Set(['read_doors']))
    const { user } = await admin.visitor.call(users.byId, { userId: account.id })
    expect(user).toMatchObject({ verified: true, job: 'Guard', roles: [{ _id: role }], labels: [{ _id: label }] })
    expect(posted).toMatchObject([{ to: admin.email, letter: 'invitation-accepted' }])
    expect(await findInvitation(server.store.db, token)).toBeNull()
  })

  test('once, by the account of the address, which belongs to no other company', async () => {
    const invitee = somebody()
    await admin.visitor.call(users.invite, invitee)
    const token = await tokenFor(invitee.email)
    const stranger = await anAccount(somebody().email)
    await expect(accept(token, stranger.id)).rejects.toMatchObject({ status: 409 })
    const account = await anAccount(invitee.email)
    await change(`company_id = '${(await aCompany(server.store.pool)).id}'`, account)
    await expect(accept(token, account.id)).rejects.toMatchObject({ status: 409 })
    await change('company_id = null', account)
    const twice = await Promise.allSettled([accept(token, account.id), accept(token, account.id)])
    expect(twice.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await permissionsOf(server.store.db, account.id)).toEqual(new Set(own))
  })

  test('who was on the staff list only goes on with what is known of them', async () => {
    const staff = await aUser(server.store.pool, company)
    await change('password_hash = null, verified = false', staff)
    await admin.visitor.call(users.invite, somebody({ email: staff.email }))
    await accept(await tokenFor(staff.email), staff.id)
    expect(await permissionsOf(server.store.db, staff.id)).toEqual(new Set(own))
  })

  test('gives only what the inviter, if still there, holds whole at that moment', async () => {
    const { pool } = server.store
    const [stored, lost, gone] = [
      await aRole(pool, company, { can: ['read_doors'] }),
      await aRole(pool, company, { can: ['read_doors', 'operate_doors'] }),
      await aRole(pool, company, { can: ['read_doors'] }),
    ]
    const [label, lostLabel] = [await aLabel(pool, company), await aLabel(pool, company)]
    const inviter = await person(['manage_users', 'read_doors', 'operate_doors'], company, [label, lostLabel])
    const invitee = somebody({ roleIds: [stored, lost, gone], labelIds: [label, lostLabel] })
    await inviter.visitor.call(users.invite, invitee)
    await change(`permissions = '{read_doors}'`, inviter)
    await pool.query('delete from user_label where label_id = $1', [lostLabel])
    await pool.query('delete from role where id = $1', [gone])
    const account = await anAccount(invitee.email)
    await accept(await tokenFor(invitee.email), account.id)
    expect(await rolesOf(account)).toEqual([stored])
    const { user } = await admin.visitor.call(users.byId, { userId: account.id })
    expect(user.labels.map(({ _id: id }) => id)).toEqual([label])
    for (const end of [`status = 'suspended'`, 'verified = false', `company_id = null`]) {
      const leaver = await person(['manage_users', 'read_doors'])
      const next = somebody({ roleIds: [stored] })
      await leaver.visitor.call(users.invite, next)
      await change(end, leaver)
      const joiner = await anAccount(next.email)
      await accept(await tokenFor(next.email), joiner.id)
      expect(await rolesOf(joiner), end).toEqual([])
    }
  })

  test('an inviter who does not want to know is not told', async () => {
    const inviter = await person(['manage_users'])
    await change(`notification_preferences = '{"email": {"invitation-accepted": false}}'`, inviter)
    const invitee = somebody()
    await inviter.visitor.call(users.invite, invitee)
    posted.length = 0
    await accept(await tokenFor(invitee.email), (await anAccount(invitee.email)).id)
    expect(posted).toEqual([])
  })
})
