// A call that succeeds for every operation that is on record; what has to be there before, each makes by itself.
import * as access from '@gatehouse/contract/access/access'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as accounts from '@gatehouse/contract/identity/accounts'
import * as activity from '@gatehouse/contract/record/activity'
import * as auth from '@gatehouse/contract/identity/auth'
import * as blog from '@gatehouse/contract/site/blog'
import * as channels from '@gatehouse/contract/messages/channels'
import * as companies from '@gatehouse/contract/identity/companies'
import * as labels from '@gatehouse/contract/identity/labels'
import * as mail from '@gatehouse/contract/messages/mail'
import type { Operation } from '@gatehouse/contract/operation'
import { allPermissions, own, type Permission } from '@gatehouse/contract/permissions'
import * as profile from '@gatehouse/contract/identity/profile'
import * as roles from '@gatehouse/contract/identity/roles'
import * as factors from '@gatehouse/contract/identity/second-factors'
import * as staff from '@gatehouse/contract/identity/staff'
import * as users from '@gatehouse/contract/identity/users'
import * as webhooks from '@gatehouse/contract/messages/webhooks'
import sharp from 'sharp'
import { expect } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { There } from './audited.testing.ts'
import { accessCalls } from './audited-access.testing.ts'
import { actuatorCalls } from './audited-actuators.testing.ts'
import { alarmCalls } from './audited-alarms.testing.ts'
import { decisionCalls } from './audited-decisions.testing.ts'
import { doorCalls } from './audited-doors.testing.ts'
import { entryExitCalls } from './audited-entry-exit.testing.ts'
import { gasServiceCalls } from './audited-gas-service.testing.ts'
import { installationCalls } from './audited-installation.testing.ts'
import { peopleCountCalls } from './audited-people-count.testing.ts'
import { setupCalls } from './audited-setup.testing.ts'
import { lockCalls } from './audited-lock-calls.testing.ts'
import { appCode } from '../identity/auth/auth.testing.ts'
import { type ACompany, aCompany, aDevice, type AUser, aUser, aZone, password } from '../testing/building.testing.ts'
import { codeIn, type TestServer, openServer, tokenIn, type ApiClient } from '../testing/test-server.testing.ts'
import { until } from '../building/ingest/ingest.testing.ts'
import { type PushService, openPushService } from '../messages/push/push.testing.ts'
import { createAuthenticator } from '../identity/second-factors/authenticator.testing.ts'

let server: TestServer
let push: PushService
let company: ACompany
let doorId: string
let zone: string
let admin: ApiClient & { readonly user: AUser }

const origin = 'https://gatehouse.example'
const newPassword = 'Mauve-lantern-4'

const person = (can: readonly Permission[] = ['manage_account', 'read_notifications'], of = company) =>
  server.signedIn(of, { can })
const anAccount = async () => (await aUser(server.store.pool, company, { can: ['read_doors'] })).id
const query = (text: string, values: unknown[] = []) => server.store.pool.query(text, values)
const aPicture = async (field: string) => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(bytes)], { type: 'image/png' }), 'picture')
  return form
}
const somebody = (email = `${uuid()}@gatehouse.example`) => ({
  firstName: 'Grace',
  lastName: 'Hopper',
  email,
  phone: '+44 20 7946 0000',
  country: 'GB',
  password: newPassword,
  confirmPassword: newPassword,
})
const invited = async (email = `${uuid()}@gatehouse.example`) => {
  const { invitation } = await admin.call(users.invite, { email, firstName: 'Grace', lastName: 'Hopper' })
  return { id: invitation.id, email }
}
/** Somebody who has signed up and not verified the address yet, and the token of the letter. */
const signedUp = async () => {
  const one = somebody()
  await server.client().call(accounts.signUp, one)
  return { email: one.email, token: tokenIn(await server.letterTo(one.email)) }
}
const stranger = async () => {
  const one = await person()
  await query('update users set company_id = null where id = $1', [one.user.id])
  await query('notify access')
  return one
}
const aRole = async () => {
  const { role } = await admin.call(roles.create, { name: `Role ${uuid()}`, permissions: ['read_doors'] })
  const { _id: id } = role
  return id
}
const aLabel = async () => {
  const { label } = await admin.call(labels.create, { name: `Label ${uuid()}` })
  const { _id: id } = label
  return id
}
const aWebhook = async () =>
  (await admin.call(webhooks.create, { name: 'Desk', url: 'http://127.0.0.1:9/hook', kinds: null })).webhook
const aFailure = async () => {
  const { id } = await aWebhook()
  const { deliveryId } = await admin.call(webhooks.test, { id })
  await query(`update delivery set status = 'failed' where id = $1`, [deliveryId])
  return { id, deliveryId }
}
const anArticle = async () => (await admin.call(blog.create, { ...text, title: `An article ${uuid()}` })).article
const text = { title: 'Doors', summary: 'On doors', markdown: 'Doors open.', tags: [], cover: null, author: 'Ada' }
const aLetterGivenUp = async () => {
  const { email } = await invited()
  const giveUp = () =>
    query(
      `update mail set sent_at = null, failed_at = now(), error = 'no such mailbox', text = 'Dear'
       where lower(recipient) = lower($1) and sent_at is not null returning id`,
      [email],
    )
  // It lies in the mailbox before the store knows that it was sent.
  return until(async () => {
    const { rows } = await giveUp()
    return rows.length > 0 && String(rows[0]?.id)
  })
}
const aBrowser = async (one: ApiClient) => (await one.call(channels.subscribe, push.subscribe())).browser
const anAppUser = async () => {
  const one = await person()
  const { secret } = await one.call(factors.beginTotp, { password })
  const { token } = await one.call(factors.confirmTotp, { code: appCode(secret) })
  one.token = token
  return one
}
const aPasskey = async () => {
  const one = await person()
  const authenticator = createAuthenticator(origin)
  const { challengeId, options } = await one.call(factors.beginPasskey, { password })
  const response = authenticator.make(options)
  const { token, passkey } = await one.call(factors.addPasskey, { challengeId, response, name: 'My laptop' })
  one.token = token
  return { one, authenticator, passkey }
}
const asked = async () => {
  const user = await aUser(server.store.pool, company, { can: ['manage_account'] })
  await query(`update users set two_factor = 'email' where id = $1`, [user.id])
  const visitor = server.client()
  await visitor.call(auth.signIn, { email: user.email, password })
  return { user, visitor, code: codeIn(await server.letterTo(user.email)) }
}
let cards = 0
const aCard = () => `card:${String(++cards).padStart(10, '0')}`
const aMember = async () => {
  const email = `${uuid()}@gatehouse.example`
  await admin.call(staff.add, { email, firstName: 'Grace', lastName: 'Hopper' })
  return email
}

export const calls: [op: Operation, call: () => Promise<unknown>][] = []
const on = <Op extends Operation>(op: Op, call: (op: Op) => Promise<unknown>) => calls.push([op, () => call(op)])
const byAdmin = (op: Operation, input: () => unknown) =>
  on(op, async () => expect(await admin.try(op, await input())).toMatchObject({ status: op.status ?? 200 }))

on(accounts.signUp, (op) => server.client().call(op, somebody()))
on(accounts.registerUser, (op) => server.client().call(op, { ...somebody(), company: company.name }))
on(accounts.registerCompany, (op) =>
  server.client().call(op, { ...somebody(), companyName: `Company ${uuid()}`, timeZone: 'Europe/London' }),
)
for (const op of [accounts.verifyEmail, accounts.confirmEmail])
  on(op, async () => server.client().call(op, { token: (await signedUp()).token }))
on(accounts.resendVerification, async (op) => server.client().call(op, { email: (await signedUp()).email }))
on(accounts.acceptInvitation, async (op) => {
  const one = await stranger()
  const { email } = await invited(one.user.email)
  await one.call(op, { token: tokenIn(await server.letterTo(email)) })
})
on(accounts.forgotPassword, async (op) =>
  server.client().call(op, { email: (await aUser(server.store.pool, company)).email }),
)
on(accounts.resetPassword, async (op) => {
  const user = await aUser(server.store.pool, company)
  await server.client().call(accounts.forgotPassword, { email: user.email })
  await server.client().call(op, { token: tokenIn(await server.letterTo(user.email)), password: newPassword })
})
on(accounts.changePassword, async (op) => (await person()).call(op, { currentPassword: password, newPassword }))

for (const op of [activity.verify, activity.exportCsv, activity.exportJson]) byAdmin(op, () => ({}))

on(auth.signIn, () => person())
on(auth.resend2faCode, async (op) => {
  const { user, visitor } = await asked()
  await query(`update second_factor_challenge set code_sent_at = now() - interval '2 minutes' where user_id = $1`, [
    user.id,
  ])
  await visitor.call(op, { userId: user.id })
})
on(auth.verify2fa, async (op) => {
  const { user, visitor, code } = await asked()
  await visitor.call(op, { userId: user.id, code, trustDevice: true })
})
on(auth.signInWithPasskey, async (op) => {
  const { authenticator } = await aPasskey()
  const visitor = server.client()
  const { challengeId, options } = await visitor.call(auth.passkeyChallenge)
  await visitor.call(op, { challengeId, response: authenticator.use(options) })
})
on(auth.endSession, async (op) => {
  const one = await person()
  await server.signIn(one.user)
  await one.call(op, { sessionId: (await one.call(auth.sessions)).sessions.find((s) => !s.current)?.id ?? '' })
})
on(auth.endOtherSessions, async (op) => {
  const one = await person()
  await server.signIn(one.user)
  await one.call(op)
})
on(auth.signOut, async (op) => (await person()).call(op))

byAdmin(blog.create, () => ({ ...text, title: `Begun ${uuid()}` }))
byAdmin(blog.save, async () => ({ ...text, id: (await anArticle()).id, revision: 1 }))
byAdmin(blog.setStatus, async () => ({ id: (await anArticle()).id, revision: 1, status: 'published' }))
byAdmin(blog.restore, async () => {
  const { id } = await anArticle()
  await admin.call(blog.save, { ...text, id, revision: 1 })
  return { id, number: '1', revision: 2 }
})
byAdmin(blog.remove, async () => ({ id: (await anArticle()).id }))
on(blog.uploadPicture, async (op) => admin.try(op, await aPicture(op.upload?.field ?? '')))

byAdmin(channels.setPreferences, async () => {
  const { preferences } = await admin.call(channels.myPreferences)
  return {
    ...preferences,
    kinds: { 'new-sign-in': { email: false, push: true } },
    digest: { every: 'day', at: '07:00' },
  }
})
byAdmin(channels.subscribe, () => push.subscribe())
on(channels.testPush, async (op) => {
  const one = await person()
  await one.call(op, { id: (await aBrowser(one)).id })
})
on(channels.unsubscribe, async (op) => {
  const one = await person()
  await one.call(op, { id: (await aBrowser(one)).id })
})
byAdmin(channels.retryDelivery, async () => ({ id: await aLetterGivenUp() }))

byAdmin(companies.create, () => ({
  name: `Company ${uuid()}`,
  timeZone: 'UTC',
  adminEmail: `${uuid()}@gatehouse.example`,
  adminFirstName: 'Ada',
  adminLastName: 'Okafor',
}))
// The name stays: others ask to join the company by it meanwhile.
byAdmin(companies.update, () => ({ name: company.name, timeZone: 'UTC', phone: '+44 20 7946 0001' }))
byAdmin(companies.setPublishing, async () => ({ companyId: (await aCompany(server.store.pool)).id, publishes: true }))
byAdmin(companies.setPolicy, () => ({ ...companies.defaultPolicy, password: 'length' }))
on(companies.requestToJoin, async (op) => (await stranger()).call(op, { company: company.name }))
byAdmin(companies.decideJoinRequest, async () => {
  const one = await stranger()
  await one.call(companies.requestToJoin, { company: company.name })
  const { requests } = await admin.call(companies.joinRequests)
  return {
    requestId: requests.find(({ person: { email } }) => email === one.user.email)?.id,
    decision: 'approve',
    roleIds: [await aRole()],
  }
})
on(companies.switchTo, async (op) => {
  const one = await person([...allPermissions])
  await one.call(op, { companyId: (await aCompany(server.store.pool)).id })
})

const there = (): There => ({ server, admin, company, doorId, zone })
const atDoors = [doorCalls, decisionCalls, lockCalls, entryExitCalls, accessCalls]
const ofSafety = [alarmCalls, actuatorCalls, peopleCountCalls]
for (const table of [...atDoors, ...ofSafety, installationCalls])
  for (const [op, input] of table(there)) byAdmin(op, input)
// A person makes one workbook or paper at a time, and these calls are made at once: each by somebody else.
for (const op of [entryExit.exportCsv, entryExit.exportXlsx, entryExit.exportPdf])
  on(op, async () =>
    expect(await (await person(allPermissions)).try(op, {})).toMatchObject({ status: op.status ?? 200 }),
  )
on(access.setUpMobile, async (op) => {
  const one = await person(own)
  const { credential } = await admin.call(access.giveMobile, { userId: one.user.id })
  await one.call(op, { credentialId: credential.id })
})

byAdmin(labels.create, () => ({ name: `Label ${uuid()}` }))
byAdmin(labels.update, async () => ({ id: await aLabel(), name: `Label ${uuid()}` }))
byAdmin(labels.setMarks, async () => ({
  id: await aLabel(),
  siteIds: [company.siteId],
  zoneIds: [],
  deviceIds: [],
}))
byAdmin(labels.remove, async () => ({ id: await aLabel() }))

byAdmin(mail.retry, async () => ({ mailId: await aLetterGivenUp() }))

on(profile.update, async (op) => (await person()).call(op, { firstName: 'Augusta' }))
on(profile.uploadPicture, async (op) => (await person()).try(op, await aPicture(op.upload?.field ?? '')))
on(profile.removePicture, async (op) => {
  const one = await person()
  await one.try(profile.uploadPicture, await aPicture(profile.uploadPicture.upload?.field ?? ''))
  await one.call(op)
})
on(profile.exportMine, async (op) => (await person()).call(op))

byAdmin(roles.create, () => ({ name: `Role ${uuid()}`, permissions: [] }))
byAdmin(roles.update, async () => ({ id: await aRole(), name: `Role ${uuid()}` }))
byAdmin(roles.assign, async () => ({ userIds: [await anAccount()], add: [await aRole()], remove: [] }))
byAdmin(roles.remove, async () => ({ id: await aRole() }))

for (const op of [factors.beginTotp, factors.confirmTotp]) on(op, anAppUser)
on(factors.newRecoveryCodes, async (op) => (await anAppUser()).call(op, { password }))
on(factors.useEmail, async (op) => (await person()).call(op, { password }))
on(factors.turnOff, async (op) => (await anAppUser()).call(op, { password }))
for (const op of [factors.beginPasskey, factors.addPasskey]) on(op, aPasskey)
on(factors.removePasskey, async (op) => {
  const { one, passkey } = await aPasskey()
  await one.call(op, { password, passkeyId: passkey.id })
})
on(factors.forgetDevice, async (op) => {
  const { user, visitor, code } = await asked()
  const { token } = await visitor.call(auth.verify2fa, { userId: user.id, code, trustDevice: true })
  visitor.token = token
  await visitor.call(op, { deviceId: (await visitor.call(factors.state)).trustedDevices[0]?.id ?? '' })
})

byAdmin(staff.add, () => ({ email: `${uuid()}@gatehouse.example`, firstName: 'Grace', lastName: 'Hopper' }))
byAdmin(staff.details, async () => ({ email: await aMember() }))
byAdmin(staff.update, async () => ({ email: await aMember(), firstName: 'Grace', lastName: 'Murray' }))
byAdmin(staff.addCredential, async () => ({ email: await aMember(), value: aCard() }))
byAdmin(staff.revokeCredential, async () => {
  const email = await aMember()
  const { credential } = await admin.call(staff.addCredential, { email, value: aCard() })
  return { email, credentialId: credential.id }
})

byAdmin(users.invite, () => ({ email: `${uuid()}@gatehouse.example`, firstName: 'Grace', lastName: 'Hopper' }))
byAdmin(users.resendInvitation, async () => ({ invitationId: (await invited()).id }))
byAdmin(users.revokeInvitation, async () => ({ invitationId: (await invited()).id }))
byAdmin(users.importPeople, () => ({ csv: `email,firstName,lastName\n${uuid()}@gatehouse.example,Grace,Hopper` }))
byAdmin(users.update, async () => ({ userId: await anAccount(), firstName: 'Grace', lastName: 'Hopper' }))
byAdmin(users.suspend, async () => ({ userId: await anAccount(), reason: 'Left' }))
byAdmin(users.reinstate, async () => {
  const userId = await anAccount()
  await admin.call(users.suspend, { userId, reason: 'Left' })
  return { userId }
})
byAdmin(users.unlock, async () => ({ userId: await anAccount() }))
byAdmin(users.resetSecondFactor, async () => ({ userId: (await anAppUser()).user.id, reason: 'Lost the phone' }))
byAdmin(users.setLabels, async () => ({ userId: await anAccount(), labelIds: [await aLabel()] }))
byAdmin(users.sessions, async () => ({ userId: await anAccount() }))
byAdmin(users.endSessions, async () => ({ userId: await anAccount() }))
byAdmin(users.viewAs, async () => ({ userId: await anAccount(), reason: 'A call about a door' }))

byAdmin(webhooks.create, () => ({ name: 'Desk', url: 'http://127.0.0.1:9/hook', kinds: null }))
byAdmin(webhooks.update, async () => ({
  id: (await aWebhook()).id,
  name: 'Desk',
  url: 'http://127.0.0.1:9/other',
  kinds: null,
  enabled: true,
}))
byAdmin(webhooks.rotate, async () => ({ id: (await aWebhook()).id }))
byAdmin(webhooks.test, async () => ({ id: (await aWebhook()).id }))
byAdmin(webhooks.replay, aFailure)
byAdmin(webhooks.replayFailed, async () => ({ id: (await aFailure()).id, since: '2026-01-01T00:00:00.000Z' }))
byAdmin(webhooks.remove, async () => ({ id: (await aWebhook()).id }))

for (const [op, prepare] of [...setupCalls(there), ...gasServiceCalls(there)])
  on(op, async () => {
    const { status, body } = await admin.try(...(await prepare()))
    expect(status, JSON.stringify(body)).toBeLessThan(400)
  })

/** The server of the calls, with somebody in it who may do all. */
export const openForCalls = async (): Promise<TestServer> => {
  push = await openPushService()
  server = await openServer({ OUTBOUND_ALLOW: '127.0.0.1', PUBLIC_URL: origin })
  company = await aCompany(server.store.pool, 'Meridian')
  await query('update company set publishes = true where id = $1', [company.id])
  admin = await person([...allPermissions])
  zone = await aZone(server.store.pool, company)
  doorId = (await server.knows(admin, await aDevice(server.store.pool, company, 'door'))).id
  return server
}

export const closeForCalls = async (): Promise<void> => {
  await server.close()
  push.close()
}
