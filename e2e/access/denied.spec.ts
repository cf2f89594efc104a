// Somebody is kept out at a door and asks why; a visitor is invited and shows the mailed pass, and another is let in as
// often as a pass says.
import * as access from '@gatehouse/contract/access/access'
import * as decisions from '@gatehouse/contract/access/decisions'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as passes from '@gatehouse/contract/access/passes'
import { send } from '../kit/accounts.ts'
import { expectAccessible, violationsOn } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { linkIn, nextLetter, unique } from '../kit/people.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

const mobile = { viewport: phone, hasTouch: true, isMobile: true }

// The visitor's letter is read in the demo's mailbox.
test.use({ demo: true })
test('a person is kept out at a door; they, the guard and the manager read why in plain words; a visitor is invited, shows the mailed pass and is let in until it is withdrawn, another as often as the pass says', async ({
  page: managers,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(failedWith(422))
  const door = await company.aDoor({ name: 'Archive' })
  await company.furtherDoors(9)
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan', card: 'card:0000000001' })
  const guards = await anotherPage(mobile)
  const own = await anotherPage(mobile)
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
  const now = guards.getByRole('region', { name: 'Result if tried now' })
  await expect(now).toContainText('Access denied: not authorised')
  await expectAccessible(guards)

  // On their own phone the door is named to them, though of others they see none.
  await follow(own, '/profile')
  const lately = own.getByRole('list', { name: 'Where you showed your card, PIN or phone' })
  const refusal = lately.getByRole('listitem').filter({ hasText: door.name }).first()
  await expect(refusal).toContainText('The door does not open for you.')
  await refusal.getByText('What was asked').click()
  await expect(refusal).toContainText('None of your access levels has this door.')
  expect(await tooWide(own)).toEqual([])
  await expectAccessible(own)

  // Who manages doors finds it by the question, and gives the level that is missing.
  await follow(managers, '/door-management/questions?ask=why')
  await managers.getByRole('link', { name: person.name }).first().click()
  const sheet = managers.getByRole('dialog', { name: `Why ${person.name} was denied` })
  await expect(sheet).toContainText('The door does not open for this person.')
  await expectAccessible(managers)
  const { level } = await send(managers, manager, access.createLevel, {
    name: 'Guests',
    doorIds: [door.id],
  })
  await sheet.getByRole('link', { name: 'Give access' }).click()
  const given = managers.getByRole('group', { name: /^Levels/ })
  await given.getByRole('checkbox', { name: level.name }).check()
  await managers.getByRole('button', { name: 'Save changes' }).click()
  await expect(managers.getByText(`What ${person.name} may open is changed.`)).toBeVisible()
  // The rules are in memory: a change is there within a second.
  const verdictNow = async () => (await manager.ask(decisions.ask, { userId: person.id, doorId: door.id })).verdict
  await expect.poll(async () => (await verdictNow()).result).toBe('granted')
  await now.getByRole('button', { name: 'Re-check' }).click()
  await expect(now).toContainText('Allowed')
  expect((await door.asks(person.card)).result).toBe('granted')
  expect((await denied())?.result).toBe('granted')

  await follow(managers, `/door-management/questions?ask=would&person=${person.id}&door=${door.id}`)
  const verdict = managers.getByTestId('verdict')
  await expect(verdict).toContainText('Allowed')
  await expect(verdict).toContainText(`holds ${level.name}`)
  await managers.getByRole('button', { name: 'Who can open a door?' }).click()
  await expect(managers.getByText(level.name)).toBeVisible()
  await expectAccessible(managers)

  // A visitor is invited.
  const invited = 'Esi Boateng'
  const email = `${unique()}@visitors.example`
  await follow(managers, '/visitors')
  await managers.getByRole('link', { name: 'Issue pass' }).click()
  const form = managers.getByRole('dialog', { name: 'Issue a visitor pass' })
  await form.getByLabel('Name of the visitor').fill(invited)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('combobox', { name: 'Host' }).fill('Priya')
  // Nobody else is offered while this one is being found.
  await managers.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Issue pass' }).click()
  await expect(form.getByText('Choose a door or an access level')).toBeVisible()
  await form.getByRole('searchbox', { name: 'Search: doors' }).fill('archive')
  await form
    .getByRole('group', { name: /^Doors/ })
    .getByRole('checkbox', { name: /^Archive/ })
    .check()
  const letter = await nextLetter(managers.request, email, `Your visitor pass for ${company.name}`, async () => {
    await form.getByRole('button', { name: 'Issue pass' }).click()
    await expect(managers.getByText(`The pass of ${invited} is issued, and on its way to ${email}`)).toBeVisible()
  })
  const [issued] = (await manager.ask(passes.list, { q: invited })).passes
  // It is shown at once.
  const drawnAtTheDesk = managers.getByRole('img', { name: `QR code of the pass of ${invited}` })
  await expect(drawnAtTheDesk).toBeVisible()
  expect(await violationsOn(managers)).toEqual([])

  // On the visitor's own phone: no account, and the same code as at the desk.
  const visitors = await anotherPage(mobile)
  await follow(visitors, linkIn(letter))
  await expect(visitors.getByRole('heading', { name: 'Visitor pass' })).toBeVisible()
  await expect(async () => {
    const drawn = await visitors.locator('.code svg path').last().getAttribute('d')
    expect(decodeURIComponent((await drawnAtTheDesk.getAttribute('src')) ?? '')).toContain(drawn ?? 'nothing')
  }).toPass({ timeout: 30_000 })
  expect(await violationsOn(visitors)).toEqual([])
  expect(await tooWide(visitors)).toEqual([])

  const credential = (await manager.ask(passes.byId, { passId: issued?.id ?? '' })).code ?? ''
  const newest = async () => (await guard.ask(entryExit.logs, { doorId: door.id, method: 'pass', limit: 1 })).logs[0]
  await follow(guards, `/doors/visitors?q=${invited}`)
  await expect(guards.locator('html')).toHaveAttribute('data-live', 'live')
  const row = guards.getByRole('listitem').filter({ hasText: invited })
  await expect(row).toContainText('Expected')
  const began = Date.now()
  expect((await door.asks(credential)).result).toBe('granted')
  await expect(row).toContainText('On site')
  const entered = await newest()
  expect(entered).toMatchObject({ result: 'granted', type: 'entry' })
  expect(Date.parse(entered?.timestamp ?? '')).toBeGreaterThan(began - 5_000)
  await expect.poll(async () => [...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await follow(guards, `/log-details/${entered?.id}`)
  await expect(guards.getByRole('heading', { level: 1 })).toContainText(invited)

  await managers.getByRole('button', { name: 'Revoke' }).click()
  const withdrawal = managers.getByRole('alertdialog')
  await withdrawal.getByLabel('Why').fill('The visit is off')
  await withdrawal.getByRole('button', { name: 'Revoke' }).click()
  await expect(managers.getByRole('dialog').getByText('Overdue')).toBeVisible()
  await visitors.reload()
  await expect(visitors.getByRole('heading', { name: 'No such pass' })).toBeVisible()
  // The rules are in memory: a change is there within a second.
  await expect(async () => {
    expect((await door.asks(credential)).reason).toBe('not active')
  }).toPass()
  expect((await newest())?.reason).toBe('not active')

  // A pass that lets in once; on a phone it is read why not again.
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
