// Every operation there is, by every role and by nobody, by someone expired, suspended, of another company and under
// other labels. Read from the contract's own list: an operation that nobody decided about fails here.
import { defaultPolicy } from '@gatehouse/contract/companies'
import { nameOf, operations } from '@gatehouse/contract/contract'
import type { Operation } from '@gatehouse/contract/operation'
import {
  allPermissions,
  type Permission,
  type SystemRole,
  systemRoleNames,
  systemRoles,
} from '@gatehouse/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import { aCompany, aDevice, aLabel, aUser, aZone, type ACompany } from './building.testing.ts'
import { type House, openHouse, type Visitor } from './house.testing.ts'
import { lackOf } from './kit/serve.ts'

const everything = [...operations.values()]
const roles = systemRoleNames
const canary = 'CANARY'

interface Ids {
  readonly person: string
  readonly door: string
  readonly zone: string
  readonly log: string
  readonly site: string
}

// What to send where nothing is not enough. An operation with required input and no line here fails the test below.
const inputs: Record<string, (ids: Ids) => unknown> = {
  'access.levelById': () => ({ levelId: uuid() }),
  'access.createLevel': () => ({ name: `Matrix ${uuid()}` }),
  'access.updateLevel': () => ({ levelId: uuid(), name: 'Matrix' }),
  'access.removeLevel': () => ({ levelId: uuid() }),
  'access.holders': () => ({ levelId: uuid() }),
  'access.groupById': () => ({ groupId: uuid() }),
  'access.members': () => ({ groupId: uuid() }),
  'access.createGroup': () => ({ name: `Matrix ${uuid()}` }),
  'access.updateGroup': () => ({ groupId: uuid(), name: 'Matrix' }),
  'access.removeGroup': () => ({ groupId: uuid() }),
  'access.personById': ({ person }) => ({ userId: person }),
  'access.setTerms': ({ person }) => ({
    userId: person,
    suspended: false,
    extendedTime: false,
    passbackExempt: false,
    escort: 'none',
  }),
  'access.previewAssign': ({ person }) => ({ userIds: [person], addLevels: [uuid()] }),
  'access.assign': ({ person }) => ({ userIds: [person], addLevels: [uuid()] }),
  'access.giveCard': ({ person }) => ({ userId: person, number: String(Date.now()) }),
  'access.givePin': ({ person }) => ({ userId: person }),
  'access.giveMobile': ({ person }) => ({ userId: person }),
  'access.updateCredential': () => ({ credentialId: uuid(), state: 'active' }),
  'access.replaceCard': () => ({ credentialId: uuid(), number: '0012345678' }),
  'access.revokeCredential': () => ({ credentialId: uuid() }),
  'access.setUpMobile': () => ({ credentialId: uuid() }),
  'access.previewImport': () => ({ csv: 'email' }),
  'access.importPeople': () => ({ csv: `email,firstName,lastName\n${uuid()}@matrix.example,Grace,Hopper` }),
  'passes.byId': () => ({ passId: uuid() }),
  'passes.issue': ({ door }) => ({
    visitor: 'Matrix',
    from: new Date().toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    doorIds: [door],
  }),
  'passes.withdraw': () => ({ passId: uuid() }),
  'passes.resend': () => ({ passId: uuid() }),
  'passes.shown': () => ({ token: 'x'.repeat(43) }),
  'accounts.signUp': () => somebody(),
  'accounts.registerUser': () => ({ ...somebody(), company: 'No such company' }),
  'accounts.registerCompany': () => ({ ...somebody(), companyName: `Matrix ${uuid()}`, timeZone: 'Europe/London' }),
  'accounts.invitation': () => ({ token: 'x'.repeat(43) }),
  'accounts.setUpLink': () => ({ token: 'x'.repeat(43) }),
  'accounts.acceptInvitation': () => ({ token: 'x'.repeat(43) }),
  'accounts.verifyEmail': () => ({ token: 'x'.repeat(43) }),
  'accounts.confirmEmail': () => ({ token: 'x'.repeat(43) }),
  'accounts.resendVerification': () => ({ email: 'nobody@gatehouse.example' }),
  'accounts.forgotPassword': () => ({ email: 'nobody@gatehouse.example' }),
  'accounts.resetPassword': () => ({ token: 'x'.repeat(43), password: 'Mauve-lantern-4' }),
  'accounts.changePassword': () => ({ currentPassword: 'not mine', newPassword: 'Mauve-lantern-4' }),
  'activity.byId': () => ({ id: uuid() }),
  'channels.setPreferences': () => someChoices,
  'channels.subscribe': () => ({
    endpoint: 'https://push.example/matrix',
    keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
  }),
  'channels.unsubscribe': () => ({ id: uuid() }),
  'channels.testPush': () => ({ id: uuid() }),
  'channels.acknowledge': () => ({ token: 'x'.repeat(43), what: 'seen' }),
  'channels.receipts': () => ({ id: uuid() }),
  'channels.retryDelivery': () => ({ id: uuid() }),
  'contact.send': () => aMessage(),
  'muster.start': ({ site }) => ({ siteId: site, kind: 'drill', reason: 'Matrix' }),
  'muster.byId': () => ({ musterId: uuid() }),
  'muster.people': () => ({ musterId: uuid() }),
  'muster.onePerson': () => ({ musterId: uuid(), personId: uuid() }),
  'muster.marks': () => ({
    musterId: uuid(),
    sentAt: new Date().toISOString(),
    marks: [{ id: uuid(), personId: uuid(), status: 'safe', at: new Date().toISOString() }],
  }),
  'muster.end': () => ({ musterId: uuid() }),
  'muster.evaluation': () => ({ musterId: uuid() }),
  'muster.exportCsv': () => ({ musterId: uuid() }),
  'notifications.read': () => ({ id: uuid() }),
  'notifications.remove': () => ({ id: uuid() }),
  'notifications.byId': () => ({ id: uuid() }),
  'notifications.unread': () => ({ id: uuid() }),
  'notifications.readMany': () => ({ ids: [uuid()] }),
  'notifications.removeMany': () => ({ ids: [uuid()] }),
  'search.find': () => ({ q: canary }),
  'mail.retry': () => ({ mailId: uuid() }),
  'auth.signIn': () => ({ email: 'nobody@gatehouse.example', password: 'wrong' }),
  'auth.verify2fa': () => ({ userId: uuid(), code: '000000' }),
  'auth.resend2faCode': () => ({ userId: uuid() }),
  'auth.signInWithPasskey': () => ({ challengeId: uuid(), response: {} }),
  'auth.endSession': () => ({ sessionId: uuid() }),
  'secondFactors.confirmTotp': () => ({ code: '000000' }),
  'secondFactors.addPasskey': () => ({ challengeId: uuid(), response: {}, name: 'Matrix' }),
  'secondFactors.removePasskey': () => ({ passkeyId: 'none' }),
  'secondFactors.forgetDevice': () => ({ deviceId: uuid() }),
  'commands.byId': () => ({ commandId: uuid() }),
  'decisions.ofDoor': ({ door }) => ({ doorId: door }),
  'decisions.change': ({ door }) => ({
    doorId: door,
    decides: 'server',
    pinNeeded: false,
    passback: 'none',
    passbackMinutes: 60,
  }),
  'decisions.whoOpens': ({ door }) => ({ doorId: door }),
  'decisions.whatOpens': ({ person }) => ({ userId: person }),
  'decisions.ask': ({ person, door }) => ({ userId: person, doorId: door }),
  'decisions.why': ({ log }) => ({ id: log }),
  'decisions.resetPassback': ({ person }) => ({ userId: person, reason: 'Matrix' }),
  'decisions.decide': () => ({
    device: `door-${uuid()}`,
    id: uuid(),
    at: new Date().toISOString(),
    credential: 'card:0012345678',
  }),
  'doors.byId': ({ door }) => ({ doorId: door }),
  'doors.commands': ({ door }) => ({ doorId: door }),
  'doors.unlock': ({ door }) => ({ doorId: door }),
  'doors.lock': ({ door }) => ({ doorId: door }),
  'doors.hold': ({ door }) => ({ doorId: door, reason: 'Matrix' }),
  'doors.release': ({ door }) => ({ doorId: door }),
  'doors.update': ({ door }) => ({ doorId: door }),
  'doors.maintenance': ({ door }) => ({ doorId: door, on: false, reason: 'Matrix' }),
  'doors.retire': () => ({ doorId: uuid(), reason: 'Matrix' }),
  'doors.acknowledge': ({ door }) => ({ doorId: door }),
  'doorGroups.create': () => ({ name: `Matrix ${uuid()}` }),
  'doorGroups.update': () => ({ groupId: uuid() }),
  'doorGroups.remove': () => ({ groupId: uuid() }),
  'doorSetup.add': ({ site }) => ({ name: `Matrix ${uuid()}`, siteId: site }),
  'doorSetup.addGateway': () => ({ driver: 'zigbee2mqtt', username: `matrix-${uuid()}` }),
  'doorSetup.approve': ({ door }) => ({ doorId: door, revision: 'none' }),
  'doorSetup.checklist': ({ door }) => ({ doorId: door }),
  'doorSetup.refuse': () => ({ driver: 'shelly', address: uuid(), revision: 'none' }),
  // Where and what it is: the tests know it by both.
  'doorSetup.relocate': ({ door, site, zone }) => ({
    doorId: door,
    name: `${canary} door`,
    siteId: site,
    zoneId: zone,
    fromZoneId: null,
  }),
  'doorSetup.rewire': ({ door }) => ({ doorId: door, relay: 0, energised: 'unlocked', contact: null, cover: null }),
  'doorSetup.renewSecret': ({ door }) => ({ doorId: door }),
  'entryExit.logById': ({ log }) => ({ id: log }),
  'entryExit.unmatchedById': () => ({ id: uuid() }),
  'entryExit.logProof': ({ log }) => ({ id: log }),
  'entryExit.saveView': () => ({ name: `Matrix ${uuid()}`, query: '' }),
  'entryExit.changeView': () => ({ id: uuid(), name: 'Matrix', query: '' }),
  'entryExit.removeView': () => ({ id: uuid() }),
  'entryExit.correct': ({ door }) => ({
    id: uuid(),
    type: 'exit',
    doorId: door,
    timestamp: new Date().toISOString(),
    reason: 'Matrix',
  }),
  'entryExit.dismiss': () => ({ id: uuid(), reason: 'Matrix' }),
  'entryExit.changeRules': () => ({ insideHours: 16, takenGraceSeconds: 5 }),
  'entryExit.record': ({ person, door }) => ({
    userId: person,
    doorId: door,
    type: 'entry',
    timestamp: new Date().toISOString(),
  }),
  'gas.history': ({ door }) => ({
    deviceId: door,
    channel: 'CO',
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-02T00:00:00.000Z',
  }),
  'plans.arrange': () => ({ floorId: uuid() }),
  'plans.byFloor': () => ({ floorId: uuid() }),
  'plans.look': () => ({ page: '1' }),
  'plans.pictureOf': () => ({ floorId: uuid(), pictureId: uuid(), size: 'small' }),
  'plans.removePicture': () => ({ floorId: uuid() }),
  'plans.setPicture': () => ({ floorId: uuid(), page: '1' }),
  'profile.picture': () => ({ pictureId: uuid(), size: 'small' }),
  'social.callback': () => ({ provider: 'google', code: 'none', state: uuid() }),
  'social.connect': () => ({ provider: 'google' }),
  'social.disconnect': () => ({ provider: 'google' }),
  'schedules.create': () => ({ name: `Matrix ${uuid()}`, week: [[], [], [], [], [], [], []] }),
  'schedules.update': () => ({ scheduleId: uuid(), name: 'Matrix' }),
  'schedules.remove': () => ({ scheduleId: uuid() }),
  'schedules.createCalendar': () => ({ name: `Matrix ${uuid()}` }),
  'schedules.updateCalendar': () => ({ calendarId: uuid(), name: 'Matrix' }),
  'schedules.removeCalendar': () => ({ calendarId: uuid() }),
  'schedules.addDoorSchedule': ({ door }) => ({ scheduleId: uuid(), doorId: door }),
  'schedules.updateDoorSchedule': () => ({ doorScheduleId: uuid(), firstPersonIn: true }),
  'schedules.removeDoorSchedule': () => ({ doorScheduleId: uuid() }),
  'lockdowns.scenarioDoors': () => ({ scenarioId: uuid() }),
  'lockdowns.createScenario': ({ door }) => ({ name: `Matrix ${uuid()}`, doorIds: [door] }),
  'lockdowns.updateScenario': () => ({ scenarioId: uuid(), name: 'Matrix' }),
  'lockdowns.removeScenario': () => ({ scenarioId: uuid() }),
  'lockdowns.byId': () => ({ lockdownId: uuid() }),
  'lockdowns.trigger': ({ door }) => ({ doorIds: [door], reason: 'Matrix' }),
  'lockdowns.release': () => ({ lockdownId: uuid(), reason: 'Matrix' }),
  'lockdowns.retry': () => ({ lockdownId: uuid() }),
  'roles.create': () => ({ name: `Matrix ${uuid()}`, permissions: [] }),
  'roles.update': () => ({ id: uuid(), name: 'Matrix' }),
  'roles.remove': () => ({ id: uuid() }),
  'roles.byIds': () => ({ roleIds: [] }),
  'roles.holders': () => ({ id: uuid() }),
  'roles.assign': ({ person }) => ({ userIds: [person], add: [], remove: [] }),
  'labels.create': () => ({ name: `Matrix ${uuid()}` }),
  'labels.update': () => ({ id: uuid(), name: 'Matrix' }),
  'labels.remove': () => ({ id: uuid() }),
  'labels.marks': () => ({ id: uuid() }),
  'labels.setMarks': () => ({ id: uuid(), siteIds: [], zoneIds: [], deviceIds: [] }),
  'users.byId': ({ person }) => ({ userId: person }),
  'users.update': ({ person }) => ({ userId: person, firstName: 'Ada', lastName: 'Okafor' }),
  'users.suspend': () => ({ userId: uuid(), reason: 'Matrix' }),
  'users.reinstate': ({ person }) => ({ userId: person }),
  'users.unlock': ({ person }) => ({ userId: person }),
  'users.resetSecondFactor': ({ person }) => ({ userId: person, reason: 'Matrix' }),
  'users.setLabels': ({ person }) => ({ userId: person, labelIds: [] }),
  'users.sessions': ({ person }) => ({ userId: person }),
  'users.endSessions': ({ person }) => ({ userId: person }),
  'users.permissions': ({ person }) => ({ userId: person }),
  'users.viewAs': ({ person }) => ({ userId: person, reason: 'Matrix' }),
  'users.invite': () => ({ email: `${uuid()}@gatehouse.example`, firstName: 'Grace', lastName: 'Hopper' }),
  'users.resendInvitation': () => ({ invitationId: uuid() }),
  'users.revokeInvitation': () => ({ invitationId: uuid() }),
  'users.previewImport': () => ({ csv: 'email,firstName,lastName' }),
  'users.importPeople': () => ({
    csv: `email,firstName,lastName\n${uuid()}@gatehouse.example,Grace,Hopper`,
  }),
  'webhooks.create': () => ({ name: 'Matrix', url: 'https://matrix.example/', kinds: null }),
  'webhooks.update': () => ({ id: uuid(), name: 'Matrix', url: 'https://matrix.example/', kinds: null, enabled: true }),
  'webhooks.remove': () => ({ id: uuid() }),
  'webhooks.rotate': () => ({ id: uuid() }),
  'webhooks.test': () => ({ id: uuid() }),
  'webhooks.deliveries': () => ({ id: uuid() }),
  'webhooks.replay': () => ({ id: uuid(), deliveryId: uuid() }),
  'webhooks.replayFailed': () => ({ id: uuid(), since: '2026-01-01T00:00:00.000Z' }),
  'events.byId': () => ({ id: uuid() }),
  'events.timeline': () => ({ correlationId: uuid() }),
  'logs.systemLineById': () => ({ id: uuid() }),
  'system.reportCrash': () => ({ message: 'Matrix', stack: '', path: '/', build: 'none' }),
  'ingest.batch': () => [{ device: 'none', kind: 'status' }],
  'ingest.replay': () => ({ id: uuid() }),
  'ingest.createApiKey': () => ({ name: 'Matrix' }),
  'ingest.revokeApiKey': () => ({ id: uuid() }),
  'blog.read': () => ({ postId: 'none' }),
  'blog.picture': () => ({ pictureId: uuid(), size: 'small' }),
  'blog.ownPicture': () => ({ pictureId: uuid(), size: 'small' }),
  'blog.open': () => ({ id: uuid() }),
  'blog.create': () => anArticle(),
  'blog.save': () => ({ ...anArticle(), id: uuid(), revision: 1 }),
  'blog.setStatus': () => ({ id: uuid(), revision: 1, status: 'draft' }),
  'blog.remove': () => ({ id: uuid() }),
  'blog.revisions': () => ({ id: uuid() }),
  'blog.revision': () => ({ id: uuid(), number: '1' }),
  'blog.restore': () => ({ id: uuid(), number: '1', revision: 1 }),
  'blog.preview': () => ({ markdown: 'Matrix' }),
  'companies.create': () => ({
    name: `Matrix ${uuid()}`,
    timeZone: 'UTC',
    adminEmail: `${uuid()}@matrix.example`,
    adminFirstName: 'Ada',
    adminLastName: 'Okafor',
  }),
  'companies.byName': () => ({ name: `${canary} House` }),
  'companies.update': () => ({ name: `${canary} House`, timeZone: 'UTC' }),
  'companies.switchTo': () => ({ companyId: uuid() }),
  'companies.setPublishing': () => ({ companyId: uuid(), publishes: true }),
  'companies.setPolicy': () => defaultPolicy,
  'companies.requestToJoin': () => ({ company: `${canary} House` }),
  'companies.decideJoinRequest': () => ({ requestId: uuid(), decision: 'decline' }),
  'sites.addFloor': ({ site }) => ({ siteId: site, name: `Matrix ${uuid()}`, level: 9 }),
  'sites.addZone': ({ site }) => ({ siteId: site, name: `Matrix ${uuid()}` }),
  'sites.create': () => ({ name: `Matrix ${uuid()}`, timeZone: 'Europe/London' }),
  'sites.remove': () => ({ siteId: uuid() }),
  'sites.removeFloor': () => ({ floorId: uuid() }),
  'sites.removeZone': () => ({ zoneId: uuid() }),
  'sites.update': () => ({ siteId: uuid(), name: 'Matrix' }),
  'sites.updateFloor': () => ({ floorId: uuid(), name: 'Matrix' }),
  'sites.updateZone': () => ({ zoneId: uuid(), name: 'Matrix' }),
  'staff.details': ({ person }) => ({ email: `${person}@gatehouse.example` }),
  'staff.add': () => ({ email: `${uuid()}@matrix.example`, firstName: 'Ada', lastName: 'Okafor' }),
  'staff.update': ({ person }) => ({ email: `${person}@gatehouse.example`, firstName: 'Ada', lastName: 'Okafor' }),
  'staff.addCredential': ({ person }) => ({ email: `${person}@gatehouse.example`, value: `card:${Date.now()}` }),
  'staff.revokeCredential': ({ person }) => ({ email: `${person}@gatehouse.example`, credentialId: uuid() }),
  'devices.register': ({ site, zone }) => ({
    key: `door-${uuid()}`,
    kind: 'door',
    name: 'Matrix',
    siteId: site,
    zoneId: zone,
  }),
  'devices.createGateway': () => ({ username: `gateway-${uuid()}` }),
  'devices.approveChange': ({ door }) => ({ deviceId: door, revision: 'none' }),
  'devices.rotateCredential': ({ door }) => ({ deviceId: door }),
}

const someChoices = {
  kinds: { 'device-offline': { email: true, push: true } },
  quiet: { on: false, from: '22:00', to: '07:00', days: [1] },
  digest: { every: 'off', at: '08:00' },
  timeZone: null,
}

// Without the work that its proof would be of.
const aMessage = () => ({
  name: 'Ada Okafor',
  email: `${uuid()}@gatehouse.example`,
  topic: 'other',
  message: 'Written by the matrix, which does no work.',
  proof: {
    challenge: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 1,
        data: { at: 0 },
        expiresAt: 4_102_444_800,
        keyLength: 32,
        keyPrefix: '00',
        keySignature: '00',
        nonce: '00',
        salt: '00',
      },
      signature: '00',
    },
    solution: { counter: 0, derivedKey: '00' },
  },
})

const anArticle = () => ({
  title: `Matrix ${uuid()}`,
  summary: '',
  markdown: '',
  tags: [],
  cover: null,
  author: 'Ada Okafor',
})

const somebody = () => ({
  firstName: 'Ada',
  lastName: 'Okafor',
  email: `${uuid()}@gatehouse.example`,
  phone: '+44 20 7946 0000',
  country: 'GB',
  password: 'Mauve-lantern-4',
  confirmPassword: 'Mauve-lantern-4',
})

describe('the permission matrix', () => {
  let house: House
  let company: ACompany
  let ids: Ids
  const signedIn = new Map<string, Visitor>()

  const as = async (who: { role?: SystemRole; can?: readonly Permission[]; labels?: string[]; of?: ACompany }) => {
    const user = await aUser(house.store.pool, who.of ?? company, {
      can: who.can ?? (who.role ? systemRoles[who.role] : []),
      labels: who.labels ?? [],
    })
    const visitor = house.visit()
    await visitor.signIn(user.email, user.password)
    return { visitor, user }
  }
  const inputOf = (op: Operation) => inputs[nameOf(op)]?.(ids) ?? {}

  beforeAll(async () => {
    house = await openHouse()
    const db = house.store.pool
    company = await aCompany(db, `${canary} House`)
    const zone = await aZone(db, company, `${canary} zone`)
    const door = await aDevice(db, company, 'door', { zone, leadsTo: zone })
    await db.query('update device set name = $1 where id = $2', [`${canary} door`, door.id])
    const person = await aUser(db, company, { card: 'card:0000000001' })
    const admin = await as({ role: 'admin' })
    const { log } = (
      await admin.visitor.try(operations.get('entryExit.record') as Operation, {
        userId: person.id,
        doorId: door.id,
        type: 'entry',
        timestamp: new Date().toISOString(),
      })
    ).body as { log: { id: string } }
    ids = { person: person.id, door: door.id, zone, log: log.id, site: company.siteId }
    for (const role of roles) signedIn.set(role, (await as({ role })).visitor)
  })
  afterAll(() => house.close())

  test('every operation of the contract is served and described', async () => {
    const { paths } = (await (await fetch(`${house.gatehouse.address}/api/openapi.json`)).json()) as { paths: object }
    const described = Object.values(paths).flatMap((methods: Record<string, { operationId: string }>) =>
      Object.values(methods).map((m) => m.operationId),
    )
    expect(described.sort()).toEqual([...operations.keys()].sort())
  })

  test('every operation that needs input has one here', () => {
    const undecided = everything.filter((op) => !inputs[nameOf(op)] && !op.input.safeParse({}).success)
    expect(undecided.map(nameOf)).toEqual([])
  })

  test.each(everything.map((op) => [nameOf(op), op] as const))(
    '%s: nobody, expired and suspended',
    async (_name, op) => {
      const expected = op.permission === 'public' ? /^(2|3|400|401|404|409|422)/ : /^401$/
      const anonymous = await house.visit().try(op, inputOf(op))
      expect(String(anonymous.status)).toMatch(expected)
      const ended = async (end: string) => {
        const { visitor, user } = await as({ can: allPermissions })
        await house.store.pool.query(end, [user.id])
        await house.store.pool.query(`notify access`)
        await expect
          .poll(async () => (await visitor.try(op, inputOf(op))).status, { timeout: 1000, interval: 10 })
          .toSatisfy((s) => expected.test(String(s)))
      }
      await Promise.all(
        [
          `update session set expires_at = now() - interval '1 second' where user_id = $1`,
          `update users set status = 'suspended' where id = $1`,
          `update session set revoked_at = now() where user_id = $1`,
        ].map(ended),
      )
    },
  )

  test.each(everything.map((op) => [nameOf(op), op] as const))(
    '%s: each role by its permissions',
    async (_name, op) => {
      for (const role of roles) {
        const visitor = op.path === '/auth/logout' ? (await as({ role })).visitor : signedIn.get(role)
        const answer = await visitor?.try(op, inputOf(op))
        const allowed = lackOf(op, new Set(systemRoles[role])).length === 0
        if (op.permission === 'api-key') expect(answer?.status, role).toBe(401)
        else if (op.permission === 'public') expect(answer?.status, role).not.toBe(403)
        else if (!allowed) expect(answer, role).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
        else if (nameOf(op) !== 'entryExit.record') expect([401, 403], role).not.toContain(answer?.status)
      }
    },
  )

  test.each(
    everything
      .filter((op) => op.kind === 'command' && op.permission !== 'api-key')
      .map((op) => [nameOf(op), op] as const),
  )('%s: refused without its CSRF token', async (_name, op) => {
    const { visitor } = await as({ can: allPermissions })
    const answer = await visitor.try(op, inputOf(op), { 'x-csrf-token': 'forged' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'EBADCSRFTOKEN' } })
  })

  test.each(everything.map((op) => [nameOf(op), op] as const))(
    '%s: another company learns nothing',
    async (_name, op) => {
      const other = await aCompany(house.store.pool)
      const { visitor } = await as({ can: allPermissions.filter((p) => p !== 'manage_companies'), of: other })
      const { status, body } = await visitor.try(op, inputOf(op))
      expect(JSON.stringify(body)).not.toContain(canary)
      if (op.target) expect(status).toBe(404)
    },
  )

  test.each(everything.map((op) => [nameOf(op), op] as const))('%s: labels hide what they mark', async (_name, op) => {
    const db = house.store.pool
    const label = await aLabel(db, company, { zone: ids.zone })
    try {
      const { visitor } = await as({
        can: allPermissions.filter((p) => p !== 'admin_access' && p !== 'manage_companies'),
      })
      await expect
        .poll(async () => JSON.stringify((await visitor.try(op, inputOf(op))).body), { timeout: 1000 })
        .not.toContain(`${canary} door`)
      if (op.target) expect((await visitor.try(op, inputOf(op))).status).toBe(404)
    } finally {
      await db.query('delete from label where id = $1', [label])
    }
  })

  test('who may log entries only may not log exits', async () => {
    const { visitor } = await as({ can: ['create_entry'] })
    const record = operations.get('entryExit.record') as Operation
    const log = (type: string) => visitor.try(record, { ...(inputs['entryExit.record']?.(ids) as object), type })
    expect((await log('entry')).status).toBe(200)
    expect(await log('exit')).toMatchObject({
      status: 403,
      body: { message: 'You do not have permission to log exits' },
    })
  })
})
