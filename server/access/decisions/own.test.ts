// People read of themselves what they open and why a door did not: their own alone, and nothing that is for the guards.
import * as access from '@gatehouse/contract/access/access'
import * as decisions from '@gatehouse/contract/access/decisions'
import { allPermissions } from '@gatehouse/contract/permissions'
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aController, aLevel, aLockdown, type Controller, outcomeOf } from './decisions.testing.ts'
import { ownPath, ownReason } from './own-words.ts'

let server: TestServer
let company: ACompany
let lab: string
let admin: ApiClient
let door: ADevice
let ada: AUser
let card: string
let mine: ApiClient
let controller: Controller
let number = 4_300_000

beforeAll(async () => {
  server = await sharedServer()
  company = await aCompany(db())
  lab = await aZone(db(), company, 'Lab')
  admin = await server.signedIn(company, { can: allPermissions })
})

const db = () => server.store.pool

beforeEach(async () => {
  door = await aDevice(db(), company, 'door', { zone: lab, leadsTo: lab })
  card = `card:${++number}`
  ada = await aUser(db(), company, { card, can: ['read_profile'] })
  await server.knows(admin, door)
  controller = await aController(server.gatehouse.devices, door)
  mine = await server.signIn(ada)
  return () => controller.end()
})

/** The rules are in memory: a change is there a moment later. */
const becomes = (result: string, credential = card) => expect.poll(outcomeOf(db(), controller, credential)).toBe(result)
const presentations = async (visitor = mine) => (await visitor.call(decisions.mine)).presentations
const opens = async (visitor = mine) => (await visitor.call(decisions.myDoors)).doors

test('whoever was refused reads why, and what opens for them since when; of others nothing', async () => {
  const other = await aUser(db(), company, { card: `card:${++number}`, can: ['read_profile'] })
  const others = await server.signIn(other)
  await becomes('not authorised')
  expect((await presentations())[0]).toMatchObject({
    door: door.key,
    type: 'entry',
    method: 'card',
    result: 'denied',
    says: 'The door does not open for you.',
    path: [
      { check: 'credential', ok: true, says: `The card ending ${card.slice(-4)} is yours.` },
      { check: 'active', ok: true },
      { check: 'person', ok: true, says: 'You may use doors.' },
      { check: 'level', ok: false, says: 'None of your access levels has this door.' },
    ],
  })
  expect(await opens()).toEqual([])
  expect(await presentations(others)).toEqual([])

  // Some hours from now.
  const hour = new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/London' }) < '12' ? '15' : '03'
  const night = Array.from({ length: 7 }, () => [{ from: `${hour}:00`, to: `${hour}:01` }])
  await aLevel(db(), company, { doors: [door], people: [ada], week: night })
  await becomes('outside schedule')
  expect(await opens()).toMatchObject([
    {
      door: { id: door.id, zone: 'Lab' },
      ways: [{ hours: `Daily ${hour}:00–${hour}:01`, since: expect.any(String) }],
      open: false,
      because: expect.stringContaining('Outside schedule ('),
    },
  ])
  await aLevel(db(), company, { doors: [door], people: [ada] })
  await becomes('granted')
  expect((await presentations())[0]).toMatchObject({ result: 'granted', says: null, path: [] })
  const [now] = await opens()
  expect(now).toMatchObject({ open: true, because: null })
  expect(now?.ways.map(({ hours }) => hours)).toContain('At any time')
  expect(await opens(others)).toEqual([])

  // By pages, each once.
  const whole = await presentations()
  const first = await mine.call(decisions.mine, { limit: 1 })
  const rest = await mine.call(decisions.mine, { limit: 100, cursor: first.next ?? '' })
  expect([...first.presentations, ...rest.presentations]).toEqual(whole)
  expect((await mine.try(decisions.mine, { cursor: 'made up' })).status).toBe(422)
  const stripped = await server.signedIn(company)
  expect((await stripped.try(decisions.mine)).status).toBe(403)
  expect((await stripped.try(decisions.myDoors)).status).toBe(403)
})

test('a door that a label hides is named to whoever was refused at it, and to nobody else', async () => {
  await becomes('not authorised')
  await aLevel(db(), company, { doors: [door], people: [ada] })
  await becomes('granted')
  const label = await aLabel(db(), company, { device: door.id })
  try {
    await expect.poll(() => opens()).toEqual([])
    const shown = await presentations()
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.every(({ result, door: named }) => result === 'denied' && named === door.key)).toBe(true)
  } finally {
    await db().query('delete from label where id = $1', [label])
  }
})

test('of a lockdown it is said that it is, and neither why nor which', async () => {
  await aLevel(db(), company, { doors: [door], people: [ada] })
  await becomes('granted')
  const words = { name: 'Intruder on floor 3', reason: 'A man with a knife', by: 'Grace Hopper' }
  const id = await aLockdown(db(), company, door, words)
  await becomes('lockdown')
  const [refused] = await presentations()
  expect(refused).toMatchObject({ result: 'denied', says: 'The door was locked down. The way out stays free.' })
  expect(refused?.path.at(-1)).toEqual({
    check: 'lockdown',
    ok: false,
    says: 'The door is locked down. The way out stays free.',
  })
  const answered = JSON.stringify([await presentations(), await mine.call(decisions.myDoors)])
  for (const secret of ['Intruder', 'knife', 'Grace']) expect(answered).not.toContain(secret)
  await db().query('update lockdown set released_at = now() where id = $1', [id])
})

test('the PIN for use under threat looks as any other, let in or not', async () => {
  const { pin } = await admin.call(access.givePin, { userId: ada.id })
  const threatened = await admin.call(access.givePin, { userId: ada.id, duress: true })
  const asking = { doorId: door.id, pinNeeded: false, passback: 'none', passbackMinutes: 60 } as const
  await admin.call(decisions.change, { ...asking, decides: 'controller' })
  await controller.send('status', { online: true, accessList: null })
  await expect.poll(() => controller.lists.length).toBeGreaterThan(0)
  const key = Buffer.from(controller.lists.at(-1)?.pinKey ?? '', 'base64')
  await admin.call(decisions.change, { ...asking, decides: 'server' })
  const shown = (digits: string) => `pin:${createHmac('sha256', key).update(digits).digest('hex')}`
  const last = async () => {
    const { id: _id, timestamp: _timestamp, ...rest } = (await presentations())[0] ?? { id: '', timestamp: '' }
    return rest
  }
  await becomes('not authorised', shown(pin))
  const refused = await last()
  expect(await controller.ask(shown(threatened.pin))).toMatchObject({ reason: 'not authorised' })
  expect(await last()).toEqual(refused)
  await aLevel(db(), company, { doors: [door], people: [ada] })
  await becomes('granted', shown(pin))
  const granted = await last()
  expect(granted).toMatchObject({ result: 'granted', method: 'pin', path: [] })
  expect(await controller.ask(shown(threatened.pin))).toMatchObject({ result: 'granted' })
  expect(await last()).toEqual(granted)
  expect(JSON.stringify(await presentations())).not.toMatch(/duress|threat/)
})

test('what a controller writes, and what the rules would have said instead, is not told', () => {
  expect(ownReason('flagged by Grace Hopper')).toBeNull()
  expect(ownReason('outside schedule')).toBe('The door opens for you, but not at that time.')
  const step = (check: string, ok: boolean, text: string) => ({ check, ok, says: text })
  const path = [
    step('controller', true, 'The door decided by its own list: denied: flagged by Grace Hopper.'),
    step('credential', true, 'The card ending 5678 belongs to Ada Okafor.'),
    step('level', true, 'Ada Okafor holds Laboratory by Under investigation.'),
    step('agreement', false, 'By the rules as they are here it is granted.'),
  ]
  expect(ownPath(path).map(({ says: text }) => text)).toEqual(['The door decided by its own list.'])
  expect(ownPath(path.slice(0, 3)).map(({ says: text }) => text)).toEqual([
    'The door decided by its own list.',
    'The card ending 5678 is yours.',
    'You hold an access level that has this door.',
  ])
  expect(ownPath([step('constructor', true, 'Who knows')])).toEqual([])
})
