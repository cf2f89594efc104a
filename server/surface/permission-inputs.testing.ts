// What operations are sent in the permission matrix, where the least that they take is not enough or would do harm.
import type { Ids } from './examples.testing.ts'
import { v7 as uuid } from 'uuid'

export const canary = 'CANARY'

// An operation of which no valid example can be made, and that has no line here, fails the permission matrix.
export const inputs: Record<string, (ids: Ids) => unknown> = {
  'gasExposure.people': ({ zone }) => anExposure(zone),
  'gasExposure.csv': ({ zone }) => anExposure(zone),
  'setPoints.preview': () => ({ change: aSetPointChange }),
  'setPoints.apply': () => ({ change: aSetPointChange, reason: 'Matrix' }),
  'setPoints.propose': () => ({ change: aSetPointChange, reason: 'Matrix' }),
  'gas.exportCsv': () => aGasChannel(),
  'gas.exportXlsx': () => aGasChannel(),
  'gas.shiftReport': () => hourBefore(),
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
  'access.replaceCard': () => ({ credentialId: uuid(), number: '0012345678' }),
  'access.previewImport': () => ({ csv: 'email' }),
  'passes.issue': ({ door }) => ({
    visitor: 'Matrix',
    from: new Date().toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
    doorIds: [door],
  }),
  'entryExit.record': ({ person, door }) => ({
    userId: person,
    doorId: door,
    type: 'entry',
    timestamp: new Date().toISOString(),
  }),
  'accounts.signUp': () => somebody(),
  'accounts.registerUser': () => ({ ...somebody(), company: 'No such company' }),
  'accounts.registerCompany': () => ({ ...somebody(), companyName: `Matrix ${uuid()}`, timeZone: 'Europe/London' }),
  'onCall.create': ({ person }) => aRota(person),
  'onCall.update': ({ person }) => ({ ...aRota(person), id: uuid() }),
  'channels.setPreferences': () => someChoices,
  'channels.subscribe': () => ({
    endpoint: 'https://push.example/matrix',
    keys: { p256dh: 'x'.repeat(87), auth: 'x'.repeat(22) },
  }),
  'contact.send': () => aMessage(),
  'search.find': () => ({ q: canary }),
  'auth.signIn': () => ({ email: 'nobody@gatehouse.example', password: 'wrong' }),
  'auth.verify2fa': () => ({ userId: uuid(), code: '000000' }),
  'auth.resend2faCode': () => ({ userId: uuid() }),
  'decisions.change': ({ door }) => ({
    doorId: door,
    decides: 'server',
    pinNeeded: false,
    passback: 'none',
    passbackMinutes: 60,
  }),
  'decisions.why': ({ log }) => ({ id: log }),
  'decisions.resetPassback': ({ person }) => ({ userId: person, reason: 'Matrix' }),
  'decisions.decide': () => ({
    device: `door-${uuid()}`,
    id: uuid(),
    at: new Date().toISOString(),
    credential: 'card:0012345678',
  }),
  'doorSetup.addGateway': () => ({ driver: 'zigbee2mqtt', name: 'matrix' }),
  'doorSetup.refuse': () => ({ driver: 'shelly', address: uuid(), revision: 'none' }),
  // Where and what it is: the tests know it by both.
  'doorSetup.relocate': ({ door, site, zone }) => ({
    doorId: door,
    name: `${canary} door`,
    siteId: site,
    zoneId: zone,
    fromZoneId: null,
  }),
  'entryExit.logById': ({ log }) => ({ id: log }),
  'entryExit.logProof': ({ log }) => ({ id: log }),
  'entryExit.changeRules': () => ({ insideHours: 16, takenGraceSeconds: 5 }),
  'savedViews.list': () => ({ page: '/company/details' }),
  'savedViews.save': () => ({ page: '/company/details', name: `Matrix ${uuid()}`, query: '' }),
  'social.callback': () => ({ provider: 'google', code: 'none', state: uuid() }),
  'schedules.addDoorSchedule': ({ door }) => ({ scheduleId: uuid(), doorId: door }),
  'lockdowns.createScenario': ({ door }) => ({ name: `Matrix ${uuid()}`, doorIds: [door] }),
  'lockdowns.trigger': ({ door }) => ({ doorIds: [door], reason: 'Matrix' }),
  'users.update': ({ person }) => ({ userId: person, firstName: 'Ada', lastName: 'Okafor' }),
  'users.suspend': () => ({ userId: uuid(), reason: 'Matrix' }),
  'users.endSessions': ({ person }) => ({ userId: person }),
  'users.invite': () => ({ email: `${uuid()}@gatehouse.example`, firstName: 'Grace', lastName: 'Hopper' }),
  'system.reportCrash': () => ({ message: 'Matrix', stack: '', path: '/', build: 'none' }),
  'ingest.batch': () => [{ device: 'none', kind: 'status' }],
  'companies.create': () => ({
    name: `Matrix ${uuid()}`,
    timeZone: 'UTC',
    adminEmail: `${uuid()}@matrix.example`,
    adminFirstName: 'Ada',
    adminLastName: 'Okafor',
  }),
  'companies.byName': () => ({ name: `${canary} House` }),
  'companies.update': () => ({ name: `${canary} House`, timeZone: 'UTC' }),
  'companies.setPublishing': () => ({ companyId: uuid(), publishes: true }),
  'companies.decideJoinRequest': () => ({ requestId: uuid(), decision: 'decline' }),
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
  'polling.tryConnection': () => ({ settings: aPolledDevice }),
  // Else it would search the networks of this machine.
  'polling.findDevices': () => ({ host: '127.0.0.1', waitMs: 100 }),
  'polling.readObjects': () => ({ host: '127.0.0.1', deviceInstance: 1 }),
  'polling.changeSettings': () => ({ deviceId: uuid(), settings: aPolledDevice }),
  'devices.setLines': ({ door }) => ({ deviceId: door, in: ['Entry'], out: [] }),
  'devices.createGateway': () => ({ name: 'gateway' }),
  'devices.refuse': () => ({ driver: 'shelly', address: uuid(), revision: 'none' }),
}

/** On this machine, where none is connected to unless that is allowed. */
const aPolledDevice = {
  protocol: 'modbus',
  host: '127.0.0.1',
  map: {
    maker: 'Matrix',
    model: 'One channel',
    channels: [{ channel: 'CO', unit: 'ppm', register: { table: 'holding', address: 0, type: 'uint16' } }],
  },
}

const aRota = (userId: string) => ({
  name: `Rota ${uuid()}`,
  userIds: [userId],
  handOverAt: '08:00',
  everyDays: 7,
  startsOn: '2026-01-05',
})

const someChoices = {
  kinds: { 'alarm-medium': { email: true, push: true } },
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

const somebody = () => ({
  firstName: 'Ada',
  lastName: 'Okafor',
  email: `${uuid()}@gatehouse.example`,
  phone: '+44 20 7946 0000',
  country: 'GB',
  password: 'Mauve-lantern-4',
  confirmPassword: 'Mauve-lantern-4',
})

const hourBefore = () => ({
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date().toISOString(),
})
const aGasChannel = () => ({ channels: `${uuid()}.CO`, ...hourBefore() })
const anExposure = (zoneId: string) => ({ zoneId, ...hourBefore(), reason: 'Matrix' })

const aSetPointChange = { kind: 'profile', profile: 'osha', at: {} }
