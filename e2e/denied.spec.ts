// Somebody is kept out at a door and asks why; and a visitor is let in by a pass, as often as it says.
import * as access from '@gatehouse/contract/access'
import * as decisions from '@gatehouse/contract/decisions'
import * as entryExit from '@gatehouse/contract/entry-exit'
import * as passes from '@gatehouse/contract/passes'
import { send } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { follow } from './follow.ts'
import { tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'

test('a person is kept out at a door; they, the guard and the manager read why in plain words; a visitor is let in by a pass as often as it says', async ({
  page: guards,
  anotherPage,
  company,
}) => {
  const door = await company.aDoor({ name: 'Archive' })
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan', card: 'card:0000000001' })
  const managers = await anotherPage()
  const own = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true })
  const guard = await company.enter(guards, await company.aPerson({ role: 'guard' }))
  const manager = await company.enter(managers, await company.aPerson({ role: 'manager' }))
  await company.enter(own, person)
  // No level lets them into the archive.
  const { verdict: would } = await manager.ask(decisions.ask, { userId: person.id, doorId: door.id })
  expect(would.reason).toBe('not authorised')
  expect(await door.asks(person.card)).toMatchObject({ result: 'denied', reason: 'not authorised' })

  const denied = async () => (await guard.ask(entryExit.logs, { doorId: door.id, userId: person.id, limit: 1 })).logs[0]
  const log = await denied()
  expect(log?.reason).toBe('not authorised')
  await follow(guards, `/log-details/${log?.id ?? ''}`)
  await expect(guards.getByRole('heading', { level: 1 })).toContainText(person.name)
  const asked = guards.getByRole('list', { name: 'What was asked before it was decided' })
  await expect(asked).toContainText(`No access level of ${person.name} has this door.`)
  const now = guards.getByRole('region', { name: 'Would it be so now?' })
  await expect(now).toContainText('Kept out: not authorised')
  await expectAccessible(guards)

  // On their own telephone the door is named to them, though of others they see none.
  await follow(own, '/profile')
  const lately = own.getByRole('list', { name: 'Where you showed your card, PIN or telephone' })
  const newest = lately.getByRole('listitem').filter({ hasText: door.name }).first()
  await expect(newest).toContainText('The door does not open for you.')
  await newest.getByText('What was asked').click()
  await expect(newest).toContainText('None of your access levels has this door.')
  expect(await tooWide(own)).toEqual([])
  await expectAccessible(own)

  // Who manages doors finds it by the question, and gives the level that is missing.
  await follow(managers, '/door-management/questions?ask=why')
  await managers.getByRole('link', { name: person.name }).first().click()
  const sheet = managers.getByRole('dialog', { name: `Why ${person.name} was not let in` })
  await expect(sheet).toContainText('The door does not open for this person.')
  await expectAccessible(managers)
  const { level } = await send(managers, manager, access.createLevel, {
    name: 'Guests',
    doorIds: [door.id],
  })
  await follow(managers, `/door-management/people?person=${person.id}&change=levels`)
  const given = managers.getByRole('group', { name: /^Give levels/ })
  await given.getByRole('checkbox', { name: level.name }).check()
  await managers.getByRole('button', { name: 'See what would change' }).click()
  await managers.getByRole('button', { name: `Change it for ${person.name}` }).click()
  await expect(managers.getByText(`What ${person.name} may open is changed.`)).toBeVisible()
  // The rules are in memory: a change is there within a second.
  await expect(async () => {
    await now.getByRole('button', { name: 'Ask again' }).click()
    await expect(now).toContainText('Let in', { timeout: 1000 })
  }).toPass()
  expect((await door.asks(person.card)).result).toBe('granted')
  expect((await denied())?.result).toBe('granted')

  await follow(managers, `/door-management/questions?ask=would&person=${person.id}&door=${door.id}`)
  const verdict = managers.getByTestId('verdict')
  await expect(verdict).toContainText('Let in')
  await expect(verdict).toContainText(`holds ${level.name}`)
  await managers.getByRole('button', { name: 'Who can open a door?' }).click()
  await expect(managers.getByText(level.name)).toBeVisible()
  await expectAccessible(managers)

  // A pass that lets in once; on a telephone it is read why not again.
  const visitor = 'Kwame Mensah'
  const { code } = await send(managers, manager, passes.issue, {
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
  expect((await door.asks(code)).result).toBe('granted')
  expect((await latest())?.result).toBe('granted')
  expect((await door.asks(code)).reason).toBe('expired')
  expect((await latest())?.reason).toBe('expired')
  await follow(managers, `/door-management/questions?ask=why&log=${(await latest())?.id ?? ''}`)
  const reasons = managers.getByRole('dialog')
  await expect(reasons).toContainText(`The pass of ${visitor} has let in once, which is all it may.`)
  await managers.setViewportSize(phone)
  await expect.poll(() => tooWide(managers)).toEqual([])
  await expectAccessible(managers)
})
