// Somebody at a door that asks: over MQTT, with the log, the guards and the lists of doors that decide alone.
import * as access from '@gatehouse/contract/access/access'
import * as decisions from '@gatehouse/contract/access/decisions'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as events from '@gatehouse/contract/insight/events'
import * as ingest from '@gatehouse/contract/building/ingest'
import { codeAt, fromBase64url, keyOf } from '@gatehouse/contract/access/mobile-pass'
import * as notifications from '@gatehouse/contract/messages/notifications'
import * as passes from '@gatehouse/contract/access/passes'
import { allPermissions, systemRoles } from '@gatehouse/contract/permissions'
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { v7 as uuid } from 'uuid'
import type { ACompany, ADevice, AUser } from '../../testing/building.testing.ts'
import { aCompany, aDevice, aLabel, aRole, aUser, aZone } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aController, aLevel, aLockdown, type Controller, outcomeOf } from './decisions.testing.ts'

let server: TestServer
let company: ACompany
let lab: string
let admin: ApiClient
let guardAccount: AUser
let guard: ApiClient
let door: ADevice
let ada: AUser
let card: string
let controller: Controller
let number = 4_200_000

beforeAll(async () => {
  server = await sharedServer()
  const { pool } = server.store
  company = await aCompany(pool)
  lab = await aZone(pool, company, 'Lab')
  admin = await server.signedIn(company, { can: allPermissions })
  guardAccount = await aUser(pool, company, { can: systemRoles.guard })
  guard = await server.signIn(guardAccount)
})

beforeEach(async () => {
  const { pool } = server.store
  door = await aDevice(pool, company, 'door', { zone: lab, leadsTo: lab })
  card = `card:${++number}`
  ada = await aUser(pool, company, { card })
  await server.knows(admin, door)
  controller = await aController(server.gatehouse.devices, door)
  return () => controller.end()
})

const db = () => server.store.pool
const opens = (...people: AUser[]) =>
  aLevel(db(), company, { doors: [door], people: people.length > 0 ? people : [ada] })
const becomes = (result: string, credential = card, more = {}) =>
  expect.poll(outcomeOf(db(), controller, credential, more)).toBe(result)
const happened = async (what: string) =>
  (await admin.call(events.list, { deviceId: door.id, type: `door.${what}` })).events
const setting = (more: object) =>
  admin.call(decisions.change, {
    doorId: door.id,
    decides: 'server',
    pinNeeded: false,
    passback: 'none',
    passbackMinutes: 60,
    ...more,
  })
const logged = async () => (await admin.call(entryExit.logs, { doorId: door.id })).logs

describe('a door that asks', () => {
  test('is told to let in who may, after that is on the log with every question that was asked', async () => {
    await opens()
    await becomes('granted')
    expect(await controller.ask(card)).toMatchObject({ result: 'granted', seconds: 5 })
    const [log] = await logged()
    expect(log).toMatchObject({ userId: ada.id, result: 'granted', method: 'card', source: 'device', zone: 'Lab' })
    const { decision } = await admin.call(entryExit.logById, { id: log?.id ?? '' })
    expect(decision?.map(({ check, ok }) => [check, ok])).toEqual([
      ['credential', true],
      ['active', true],
      ['person', true],
      ['level', true],
      ['schedule', true],
    ])
    expect((await admin.call(entryExit.inside)).inside).toBeGreaterThan(0)
  })

  test('hears why not, and the log says the same; whoever asks later is told in plain words', async () => {
    expect(await controller.ask('card:9999')).toMatchObject({
      result: 'denied',
      reason: 'unknown credential',
      seconds: 0,
    })
    await becomes('not authorised')
    const [log] = await logged()
    expect(log).toMatchObject({ userId: ada.id, result: 'denied', reason: 'not authorised' })
    const why = await guard.call(decisions.why, { id: log?.id ?? '' })
    expect(why).toMatchObject({ reason: 'not authorised', says: 'The door does not open for this person.' })
    expect(why.holder).toEqual({ id: ada.id, name: 'Ada Okafor', kind: 'person', email: ada.email })
    expect(why.presented).toMatch(/^Card ending \d{4}$/)
    expect(why.path?.at(-1)).toMatchObject({ check: 'level', ok: false })
    expect(why.now).toMatchObject({ result: 'denied', reason: 'not authorised' })
    await opens()
    await expect.poll(async () => (await guard.call(decisions.why, { id: log?.id ?? '' })).now?.result).toBe('granted')
  })

  test('is not believed once a card is revoked: soon', async () => {
    await opens()
    await becomes('granted')
    await db().query('update credential set revoked_at = now() where user_id = $1', [ada.id])
    const began = performance.now()
    await becomes('not active')
    // A tenth of a second as a rule. Were the change not published, it would be an hour.
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('that asks the same again hears the same again, and it is on the log once', async () => {
    await opens()
    await becomes('granted')
    const before = (await logged()).length
    const id = uuid()
    const ask = { id, at: new Date().toISOString(), credential: card, direction: 'entry' }
    for (const again of [ask, ask]) await controller.send('ask', again)
    await expect.poll(() => controller.answers.filter(({ askId }) => askId === id)).toHaveLength(2)
    const [first, second] = controller.answers.filter(({ askId }) => askId === id)
    expect(second).toEqual(first)
    expect(await logged()).toHaveLength(before + 1)
  })

  test('waits for half a minute after five failures: the reader for everybody, a card at every door', async () => {
    await opens()
    await becomes('granted')
    for (const unknown of ['card:880', 'card:881', 'card:882', 'card:883', 'card:884'])
      expect(await controller.ask(unknown)).toMatchObject({ reason: 'unknown credential' })
    expect(await controller.ask(card)).toMatchObject({ result: 'denied', reason: 'locked out' })
    expect(await happened('locked-out')).toMatchObject([{ severity: 'warning', data: { blocked: 'reader' } }])
    expect(await controller.ask(card, { direction: 'exit' })).toMatchObject({ result: 'granted' })
    await db().query(`update access_failure set blocked_until = now() - interval '1 s' where subject like 'reader:%'`)
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
  })

  test('keeps out at a lockdown whom it does not let pass, and never keeps anybody in', async () => {
    const chief = await aUser(db(), company, { card: `card:${++number}` })
    const chiefs = `card:${number}`
    const role = await aRole(db(), company, { name: `Chief ${uuid()}`, to: [chief] })
    await opens(chief, ada)
    await becomes('granted')
    const id = await aLockdown(db(), company, door)
    await db().query(`insert into lockdown_role (lockdown_id, role_id, may) values ($1, $2, 'pass')`, [id, role])
    expect(await controller.ask(card)).toMatchObject({ result: 'denied', reason: 'lockdown' })
    expect(await controller.ask(card, { direction: 'exit' })).toMatchObject({ result: 'granted' })
    expect(await controller.ask(chiefs)).toMatchObject({ result: 'granted' })
    await db().query('update lockdown set released_at = now() where id = $1', [id])
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
  })

  test('lets in again by anti-passback only who came out, or who was pardoned', async () => {
    await opens()
    await setting({ passback: 'enforce' })
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
    expect(await controller.ask(card)).toMatchObject({ reason: 'anti-passback' })
    expect(await controller.ask(card, { direction: 'exit' })).toMatchObject({ result: 'granted' })
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
    expect(await controller.ask(card)).toMatchObject({ reason: 'anti-passback' })
    await admin.call(decisions.resetPassback, { userId: ada.id, reason: 'Tailgated out' })
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
    await setting({ passback: 'alert' })
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
    const notified = await happened('passback')
    expect(notified).toMatchObject([{ severity: 'warning' }])
    expect(notified[0]?.correlationId).toBe((await logged())[0]?.correlationId)
  })

  test('lets the escorted in right after their escort', async () => {
    const escort = await aUser(db(), company, { card: `card:${++number}` })
    const escorts = `card:${number}`
    await db().query(
      `insert into access_person (user_id, company_id, escort) values ($1, $3, 'needed'), ($2, $3, 'may escort')`,
      [ada.id, escort.id, company.id],
    )
    await opens(escort, ada)
    await becomes('escort needed')
    expect(await controller.ask(escorts)).toMatchObject({ result: 'granted' })
    expect(await controller.ask(card)).toMatchObject({ result: 'granted' })
  })

  test('tells the guards silently of the PIN for use under threat, but not the one who gave it', async () => {
    const { pin } = await admin.call(access.givePin, { userId: guardAccount.id })
    const threatened = await admin.call(access.givePin, { userId: guardAccount.id, duress: true })
    await admin.call(access.givePin, { userId: ada.id })
    await opens(guardAccount)
    const colleague = await server.signedIn(company, { can: systemRoles.guard })
    await setting({ decides: 'controller' })
    await controller.send('status', { online: true, accessList: null })
    await expect.poll(() => controller.lists.length).toBeGreaterThan(0)
    await setting({})
    const key = Buffer.from(controller.lists.at(-1)?.pinKey ?? '', 'base64')
    const shown = (digits: string) => `pin:${createHmac('sha256', key).update(digits).digest('hex')}`
    await becomes('granted', shown(pin))
    const answer = await controller.ask(shown(threatened.pin))
    expect(answer).toMatchObject({ result: 'granted', seconds: 5 })
    expect(Object.keys(answer ?? {})).not.toContain('duress')
    expect(await happened('duress')).toMatchObject([{ severity: 'critical' }])
    const kinds = async (visitor: ApiClient) =>
      (await visitor.call(notifications.list)).notifications.filter(({ title }) => title.startsWith('Duress PIN used'))
        .length
    expect(await kinds(colleague)).toBe(1)
    expect(await kinds(guard)).toBe(0)
    const withPin = async () => (await logged()).filter(({ method }) => method === 'pin')
    const before = await withPin()
    expect(before.filter(({ result }) => result === 'granted')).toHaveLength(2)
    // In clear it is refused, and stands nowhere.
    await controller.send('ask', { credential: `pin:${pin}` })
    expect(await withPin()).toHaveLength(before.length)
    const guards = `card:${++number}`
    await db().query('insert into credential (id, company_id, user_id, value) values ($1, $2, $3, $4)', [
      uuid(),
      company.id,
      guardAccount.id,
      guards,
    ])
    await setting({ pinNeeded: true })
    await becomes('wrong PIN', guards)
    expect(await controller.ask(guards, { pin: shown(pin) })).toMatchObject({ result: 'granted' })
    expect(await controller.ask(shown(pin))).toMatchObject({ reason: 'not authorised' })
  })

  test('takes each code of a phone once, and lets a visitor in as often as the pass says', async () => {
    const { credential } = await admin.call(access.giveMobile, { userId: guardAccount.id, label: 'Phone' })
    await opens(guardAccount)
    const { secret } = await guard.call(access.setUpMobile, { credentialId: credential.id })
    const code = await codeAt(await keyOf(fromBase64url(secret)), credential.id, Date.now())
    await becomes('granted', code)
    expect(await controller.ask(code)).toMatchObject({ reason: 'expired' })
    expect((await logged())[0]).toMatchObject({ method: 'mobile', userId: guardAccount.id })
    // The way out is free, and nobody is put outside by a code that somebody made up.
    expect(await controller.ask(`${code.slice(0, -9)}AAAAAAAAA`, { direction: 'exit' })).toMatchObject({ seconds: 5 })
    expect((await logged())[0]).toMatchObject({ method: 'mobile', type: 'exit', result: 'granted', userId: null })
    const { pass, code: shown } = await admin.call(passes.issue, {
      visitor: 'Kwame Mensah',
      from: new Date(Date.now() - 60_000).toISOString(),
      to: new Date(Date.now() + 3_600_000).toISOString(),
      uses: 1,
      doorIds: [door.id],
    })
    await becomes('granted', shown)
    const [log] = await logged()
    expect(log).toMatchObject({ method: 'pass', userId: null, person: 'Kwame Mensah', passId: pass.id })
    const { decision } = await admin.call(entryExit.logById, { id: log?.id ?? '' })
    expect(decision?.[0]?.says).toBe('The pass belongs to Kwame Mensah (visitor).')
    expect(await controller.ask(shown)).toMatchObject({ reason: 'expired' })
    expect((await admin.call(passes.byId, { passId: pass.id })).pass).toMatchObject({ used: 1, state: 'used' })
    const why = await guard.call(decisions.why, { id: log?.id ?? '' })
    expect(why.now).toMatchObject({ result: 'denied', reason: 'expired' })
  })

  test('may ask over HTTP with an API key of its company, and no other', async () => {
    await opens()
    await becomes('granted')
    const { secret } = await admin.call(ingest.createApiKey, { name: 'Controller' })
    const question = { device: door.key, id: uuid(), at: new Date().toISOString(), credential: card }
    const answer = await server.client().try(decisions.decide, question, { 'x-api-key': secret })
    expect(answer).toMatchObject({ status: 200, body: { result: 'granted', seconds: 5 } })
    expect((await server.client().try(decisions.decide, question, { 'x-api-key': secret })).body).toEqual(answer.body)
    const inClear = { ...question, id: uuid(), credential: 'pin:1234' }
    expect(await server.client().try(decisions.decide, inClear, { 'x-api-key': secret })).toMatchObject({ status: 422 })
    const stranger = await server.signedIn(await aCompany(db()), { can: allPermissions })
    const theirs = await stranger.call(ingest.createApiKey, { name: 'Other' })
    const ofAnother = await admin.call(ingest.createApiKey, { name: 'Of another', deviceKeys: ['another-door'] })
    for (const { secret: key } of [theirs, ofAnother])
      expect((await server.client().try(decisions.decide, question, { 'x-api-key': key })).status).toBe(404)
  })
})

describe('a door that decides alone', () => {
  test('is given its list, told of changes within seconds, and what it decides otherwise stands out', async () => {
    await opens()
    await setting({ decides: 'controller' })
    const version = async () => (await admin.call(decisions.ofDoor, { doorId: door.id })).list
    await expect.poll(async () => (await version())?.entries).toBe(1)
    await controller.send('status', { online: true, accessList: null })
    await expect.poll(() => controller.lists).toHaveLength(1)
    const [list] = controller.lists
    expect(list).toMatchObject({ part: 1, parts: 1, decides: 'controller', entries: [{ credential: card }] })
    expect(list?.entries[0]?.schedules).toBeUndefined()
    expect(await version()).toMatchObject({ held: null, current: false })
    await controller.send('status', { online: true, accessList: list?.version })
    await expect.poll(async () => (await version())?.current).toBe(true)
    expect((await admin.call(decisions.lists)).lists.find(({ doorId }) => doorId === door.id)?.list.current).toBe(true)
    // Under threat she is let in by the list too, and says it by the PIN she chooses.
    await db().query(
      `insert into credential (id, company_id, user_id, kind, value, duress)
       values ($1, $3, $4, 'pin', 'pin:usual', false), ($2, $3, $4, 'pin', 'pin:under threat', true)`,
      [uuid(), uuid(), company.id, ada.id],
    )
    await setting({ decides: 'controller', pinNeeded: true })
    await expect
      .poll(() => controller.lists.at(-1)?.entries)
      .toEqual([
        {
          credential: card,
          pins: expect.toSatisfy((pins: string[]) => pins.toSorted().join() === 'pin:under threat,pin:usual'),
          duressPins: ['pin:under threat'],
        },
      ])
    await db().query(`update credential set state = 'lost' where user_id = $1`, [ada.id])
    await expect.poll(() => controller.lists.at(-1)?.entries).toEqual([])
    expect((await admin.call(decisions.lists)).lists[0]).toMatchObject({ doorId: door.id, list: { current: false } })
    await controller.send('event', { type: 'access', direction: 'entry', credential: card, result: 'granted' })
    const [{ id, correlationId } = { id: '' }] = await logged()
    const { decision } = await admin.call(entryExit.logById, { id })
    expect(decision?.[0]).toMatchObject({ check: 'controller', ok: true })
    expect(decision?.at(-1)).toEqual({
      check: 'agreement',
      ok: false,
      says: 'By the rules as they are here it is denied, not active.',
    })
    expect(await happened('decided-otherwise')).toMatchObject([{ severity: 'warning', correlationId }])
  })
})

describe('the questions', () => {
  test('who opens this door, what this person opens, by which way, since when, and at what time', async () => {
    const night = [{ from: '00:00', to: '01:00' }]
    await aLevel(db(), company, { doors: [door], people: [ada], week: Array.from({ length: 7 }, () => night) })
    const at = '2026-11-23T12:00:00.000Z'
    await expect
      .poll(async () => (await admin.call(decisions.whoOpens, { doorId: door.id, at })).people)
      .toMatchObject([
        {
          person: { id: ada.id, name: 'Ada Okafor' },
          ways: [{ group: null, open: false, since: expect.any(String) }],
          credentials: ['card'],
          verdict: { result: 'denied', reason: 'outside schedule' },
        },
      ])
    const { doors } = await admin.call(decisions.whatOpens, { userId: ada.id, at: '2026-11-23T00:30:00.000Z' })
    expect(doors).toMatchObject([{ door: { id: door.id, zone: 'Lab' }, verdict: { result: 'granted' } }])
    const asked = await admin.call(decisions.ask, { userId: ada.id, doorId: door.id, at })
    expect(asked.verdict).toMatchObject({ result: 'denied', reason: 'outside schedule' })
    expect(await logged()).toEqual([])
    await controller.ask(card)
    const [log] = await logged()
    const why = await guard.call(decisions.why, { id: log?.id ?? '' })
    const next = new Date(why.nextAt ?? '').toLocaleTimeString('en-GB', { timeZone: 'Europe/London' })
    if (why.now?.result === 'denied') expect(next).toBe('00:00:00')
  })

  test('are answered to nobody of another company, nor through labels, nor without the permission', async () => {
    await opens()
    await becomes('granted')
    const [log] = await logged()
    const other = await aCompany(db())
    const stranger = await server.signedIn(other, { can: allPermissions })
    const label = await aLabel(db(), company, { device: door.id })
    const can = ['read_doors', 'manage_doors', 'read_log_details', 'read_staff_details'] as const
    const blind = await server.signedIn(company, { can })
    try {
      await expect.poll(async () => (await blind.try(decisions.whoOpens, { doorId: door.id })).status).toBe(404)
      for (const visitor of [stranger, blind]) {
        const statuses = [
          await visitor.try(decisions.whoOpens, { doorId: door.id }),
          await visitor.try(decisions.ofDoor, { doorId: door.id }),
          await visitor.try(decisions.ask, { userId: ada.id, doorId: door.id }),
          await visitor.try(decisions.why, { id: log?.id ?? '' }),
        ]
        expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      }
      expect((await stranger.try(decisions.whatOpens, { userId: ada.id })).status).toBe(404)
      expect((await stranger.try(decisions.resetPassback, { userId: ada.id, reason: 'Test' })).status).toBe(404)
      const { doors } = await blind.call(decisions.whatOpens, { userId: ada.id })
      expect(doors).toEqual([])
      expect((await guard.try(decisions.whoOpens, { doorId: door.id })).status).toBe(403)
      expect((await guard.try(decisions.whatOpens, { userId: ada.id })).status).toBe(403)
    } finally {
      await db().query('delete from label where id = $1', [label])
    }
  })
})
