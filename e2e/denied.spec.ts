// Somebody is kept out at a door and asks why; and a visitor is let in by a pass, as often as it says.
import { randomUUID } from 'node:crypto'
import * as access from '@gatehouse/contract/access'
import * as devices from '@gatehouse/contract/devices'
import * as decisions from '@gatehouse/contract/decisions'
import * as entryExit from '@gatehouse/contract/entry-exit'
import * as passes from '@gatehouse/contract/passes'
import type { Pool } from 'pg'
import { enter, send, type Signed } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooWide } from './geometry.ts'
import { expect, test } from './test.ts'

const room = 'door-archive'

const doorOf = async ({ ask }: Signed, key: string) => {
  const { devices: doors } = await ask(devices.list, { kind: 'door' })
  const door = doors.find((one) => one.key === key)
  if (!door) throw new Error(`There is no ${key}`)
  return door
}

/** Somebody with an account and a card, whom no level lets into the archive. */
const somebodyWithout = async ({ ask }: Signed, { user }: Signed, store: Pool, doorId: string) => {
  const { verdict } = await ask(decisions.ask, { userId: user.id, doorId })
  expect(verdict.reason).toBe('not authorised')
  const { rows } = await store.query<{ value: string }>(
    `select value from credential where user_id = $1 and kind = 'card' and revoked_at is null and state = 'active'`,
    [user.id],
  )
  if (!rows[0]) throw new Error(`${user.displayName} has no card`)
  return { ...user, card: rows[0].value }
}

test('a person is kept out at a door; they, the guard and the manager read why in plain words', async ({
  page: guards,
  anotherPage,
  gateway,
  store,
}) => {
  const managers = await anotherPage()
  const phone = await anotherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const [guard, manager, refused] = await Promise.all([
    enter(guards, 'guard'),
    enter(managers, 'admin'),
    enter(phone, 'staff'),
  ])
  const door = await doorOf(manager, room)
  const person = await somebodyWithout(manager, refused, store, door.id)
  await gateway.say(room, 'ask', { id: randomUUID(), credential: person.card, direction: 'entry' })

  const denied = async () => (await guard.ask(entryExit.logs, { doorId: door.id, userId: person.id, limit: 1 })).logs[0]
  await expect.poll(async () => (await denied())?.reason).toBe('not authorised')
  const log = await denied()
  await guards.goto(`/log-details/${log?.id ?? ''}`)
  await expect(guards.getByRole('heading', { level: 1 })).toContainText(person.displayName)
  const asked = guards.getByRole('list', { name: 'What was asked before it was decided' })
  await expect(asked).toContainText(`No access level of ${person.displayName} has this door.`)
  const now = guards.getByRole('region', { name: 'Would it be so now?' })
  await expect(now).toContainText('Kept out: not authorised')
  await expectAccessible(guards)

  // On their own telephone the door is named to them, though of others they see none.
  await phone.goto('/profile')
  const lately = phone.getByRole('list', { name: 'Where you showed your card, PIN or telephone' })
  const newest = lately.getByRole('listitem').filter({ hasText: door.name }).first()
  await expect(newest).toContainText('The door does not open for you.')
  await newest.getByText('What was asked').click()
  await expect(newest).toContainText('None of your access levels has this door.')
  expect(await tooWide(phone)).toEqual([])
  await expectAccessible(phone)

  // Who manages doors finds it by the question, and gives the level that is missing.
  await managers.goto('/door-management/questions?ask=why')
  await managers.getByRole('link', { name: person.displayName }).first().click()
  const sheet = managers.getByRole('dialog', { name: `Why ${person.displayName} was not let in` })
  await expect(sheet).toContainText('The door does not open for this person.')
  await expectAccessible(managers)
  const { level } = await send(managers, manager, access.createLevel, {
    name: `Guests ${randomUUID()}`,
    doorIds: [door.id],
  })
  await managers.goto(`/door-management/people?person=${person.id}&change=levels`)
  const given = managers.getByRole('group', { name: /^Give levels/ })
  await given.getByRole('checkbox', { name: level.name }).check()
  await managers.getByRole('button', { name: 'See what would change' }).click()
  await managers.getByRole('button', { name: `Change it for ${person.displayName}` }).click()
  await expect(managers.getByText(`What ${person.displayName} may open is changed.`)).toBeVisible()
  // The rules are in memory: a change is there within a second.
  await expect(async () => {
    await now.getByRole('button', { name: 'Ask again' }).click()
    await expect(now).toContainText('Let in', { timeout: 1000 })
  }).toPass()
  await gateway.say(room, 'ask', { id: randomUUID(), credential: person.card, direction: 'entry' })
  await expect.poll(async () => (await denied())?.result).toBe('granted')

  await managers.goto(`/door-management/questions?ask=would&person=${person.id}&door=${door.id}`)
  const verdict = managers.getByTestId('verdict')
  await expect(verdict).toContainText('Let in')
  await expect(verdict).toContainText(`holds ${level.name}`)
  await managers.getByRole('button', { name: 'Who can open a door?' }).click()
  await expect(managers.getByText(level.name)).toBeVisible()
  await expectAccessible(managers)
  await store.query('delete from access_level where id = $1', [level.id])
})

test('a visitor is let in by a pass as often as it says; on a telephone the guard reads why not again', async ({
  anotherPage,
  gateway,
}) => {
  const phone = await anotherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const manager = await enter(phone, 'manager')
  const door = await doorOf(manager, room)
  const visitor = `Kwame Mensah ${randomUUID().slice(0, 4)}`
  const { code } = await send(phone, manager, passes.issue, {
    visitor,
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 3_600_000).toISOString(),
    uses: 1,
    doorIds: [door.id],
  })
  const latest = async () => (await manager.ask(entryExit.logs, { doorId: door.id, method: 'pass', limit: 1 })).logs[0]
  const known = async () =>
    (await manager.ask(decisions.whoOpens, { doorId: door.id })).passes.some(({ name }) => name === visitor)
  await expect.poll(known).toBe(true)
  const ask = () => gateway.say(room, 'ask', { id: randomUUID(), credential: code, direction: 'entry' })
  await ask()
  await expect.poll(async () => (await latest())?.result).toBe('granted')
  await ask()
  await expect.poll(async () => (await latest())?.reason).toBe('expired')
  await phone.goto(`/door-management/questions?ask=why&log=${(await latest())?.id ?? ''}`)
  const sheet = phone.getByRole('dialog')
  await expect(sheet).toContainText(`The pass of ${visitor} has let in once, which is all it may.`)
  expect(await tooWide(phone)).toEqual([])
  await expectAccessible(phone)
})
