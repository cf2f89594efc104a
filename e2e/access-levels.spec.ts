// Who may open which door, in the browser: a level is made and given, a PIN is told once, a pass is set up on one's own
// telephone, and a visitor gets a code.
import * as access from '@gatehouse/contract/access'
import * as entryExit from '@gatehouse/contract/entry-exit'
import * as passes from '@gatehouse/contract/passes'
import { send } from './accounts.ts'
import { violationsOn } from './axe.ts'
import { follow } from './follow.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { linkIn, nextLetter, unique } from './people.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { failedWith, unreachable } from './watch.ts'

const telephone = { viewport: phone, hasTouch: true, isMobile: true }

test('a manager makes a level, gives it to people after seeing what changes, a PIN that is told once, and a pass, which its holder sets up on their telephone, and whose code is there after a reload, without a network too', async ({
  page: managers,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(failedWith(422))
  watch.expect(unreachable)
  const lobby = await company.aDoor({ name: 'Floor 3 lift lobby' })
  await company.furtherDoors(9)
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan' })
  const manager = await company.enter(managers, await company.aPerson({ role: 'manager' }))
  const name = 'Night shift'
  await send(managers, manager, access.createLevel, { name: 'Day shift', doorIds: [lobby.id] })
  await follow(managers, '/door-management/access-levels')
  await expect(managers.getByRole('grid')).toBeVisible()
  expect(await violationsOn(managers)).toEqual([])
  await managers.getByRole('link', { name: 'Add level' }).click()
  const form = managers.getByRole('dialog', { name: 'Add an access level' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('searchbox', { name: 'Search: doors' }).fill('lobby')
  await form
    .getByRole('group', { name: /^Doors/ })
    // By its name: those that are not sought stand there a moment longer.
    .getByRole('checkbox', { name: /lobby/i })
    .first()
    .check()
  expect(await violationsOn(managers)).toEqual([])
  await form.getByRole('button', { name: 'Add level' }).click()
  await expect(managers.getByText(`The level ${name} is there.`)).toBeVisible()

  await follow(managers, '/door-management/people?q=priya')
  await managers
    .getByRole('checkbox', { name: /^(Choose|Select) (?!all)/i })
    .first()
    .check()
  await expect(managers.getByText('1 person chosen')).toBeVisible()
  await managers.getByRole('link', { name: 'Give or take levels' }).click()
  const given = managers.getByRole('group', { name: /^Give levels/ })
  const search = given.getByRole('searchbox')
  if (await search.isVisible()) await search.fill(name)
  await given.getByRole('checkbox', { name }).check()
  await managers.getByRole('button', { name: 'See what would change' }).click()
  await expect(managers.getByText('1 person gets it')).toBeVisible()
  await managers.getByRole('button', { name: 'Change it for 1 person' }).click()
  await expect(managers.getByText(/What 1 person may open is changed/)).toBeVisible()

  await follow(managers, `/door-management/people?person=${person.id}`)
  const sheet = managers.getByRole('dialog')
  await expect(sheet.getByText(name)).toBeVisible()
  expect(await violationsOn(managers)).toEqual([])
  await sheet.getByRole('link', { name: 'Give a PIN' }).click()
  const pin = managers.getByRole('dialog', { name: 'Give a PIN' })
  await pin.getByLabel('PIN', { exact: true }).fill('1234')
  await pin.getByRole('button', { name: 'Give PIN' }).click()
  await expect(managers.getByText(/Digits in a row/)).toBeVisible()
  await pin.getByLabel('PIN', { exact: true }).fill('')
  await pin.getByRole('button', { name: 'Give PIN' }).click()
  const told = managers.getByRole('dialog', { name: /^The PIN of/ })
  await expect(told.getByText(/^\d{6}$/)).toBeVisible()
  await told.getByRole('button', { name: 'I have told it' }).click()
  await expect(told).toBeHidden()

  const label = 'Phone of the night shift'
  await follow(managers, `/door-management/people?person=${person.id}&give=mobile`)
  const pass = managers.getByRole('dialog', { name: 'Give a telephone pass' })
  await pass.getByLabel('Name').fill(label)
  await pass.getByRole('button', { name: 'Give pass' }).click()
  await expect(managers.getByText(/A pass waits for/)).toBeVisible()
  const page = await anotherPage({ ...telephone, serviceWorkers: 'allow' })
  await company.enter(page, person)
  await follow(page, '/profile')
  await page
    .getByRole('listitem')
    .filter({ hasText: label })
    .getByRole('button', { name: /Set up/ })
    .click()
  const code = page.getByRole('img', { name: `QR code of ${label}` })
  await expect(code).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.reload()
  await expect(code).toBeVisible()
  // The application is kept by then.
  const isKept = async () => (await caches.match('/shell')) !== undefined && navigator.serviceWorker.controller !== null
  await expect.poll(() => page.evaluate(isKept)).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(code).toBeVisible()
  await expect(page.getByText('The code above works without one.')).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})

test('a visitor is invited, shows the mailed pass at a door and is let in, the guard knows of it, and it is withdrawn', async ({
  page,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(failedWith(422))
  const guards = await anotherPage(telephone)
  const door = await company.aDoor({ name: 'Archive' })
  await company.aPerson({ role: 'staff', name: 'Priya Raghavan' })
  await company.furtherDoors(9)
  const manager = await company.enter(page, await company.aPerson({ role: 'manager' }))
  const guard = await company.enter(guards, await company.aPerson({ role: 'guard' }))
  const visitor = 'Kwame Mensah'
  const email = `${unique()}@visitors.example`
  await follow(page, '/door-management/passes')
  await page.getByRole('link', { name: 'Issue pass' }).click()
  const form = page.getByRole('dialog', { name: 'Issue a visitor pass' })
  await form.getByLabel('Name of the visitor').fill(visitor)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('combobox', { name: 'To see' }).fill('Priya')
  // Nobody else is offered while this one is being found.
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Issue pass' }).click()
  await expect(form.getByText('Choose a door or an access level')).toBeVisible()
  await form.getByRole('searchbox', { name: 'Search: doors' }).fill('archive')
  await form
    .getByRole('group', { name: /^Doors/ })
    .getByRole('checkbox', { name: /^Archive/ })
    .check()
  const letter = await nextLetter(page.request, email, `Your visitor pass for ${company.name}`, async () => {
    await form.getByRole('button', { name: 'Issue pass' }).click()
    await expect(page.getByText(`The pass of ${visitor} is on its way to ${email}`)).toBeVisible()
  })
  const [issued] = (await manager.ask(passes.list, { q: visitor })).passes
  await follow(page, `/door-management/passes?pass=${issued?.id}`)
  const code = page.getByRole('img', { name: `QR code of the pass of ${visitor}` })
  await expect(code).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  // On the visitor's own telephone: no account, and the same code as at the desk.
  const visitors = await anotherPage(telephone)
  await follow(visitors, linkIn(letter))
  await expect(visitors.getByRole('heading', { name: 'Visitor pass' })).toBeVisible()
  const drawn = await visitors.locator('.code svg path').last().getAttribute('d')
  expect(decodeURIComponent((await code.getAttribute('src')) ?? '')).toContain(drawn ?? 'nothing')
  expect(await violationsOn(visitors)).toEqual([])
  expect(await tooWide(visitors)).toEqual([])

  const credential = (await manager.ask(passes.byId, { passId: issued?.id ?? '' })).code ?? ''
  const latest = async () => (await guard.ask(entryExit.logs, { doorId: door.id, method: 'pass', limit: 1 })).logs[0]
  await follow(guards, `/doors/visitors?q=${visitor}`)
  await expect(guards.locator('html')).toHaveAttribute('data-live', 'live')
  const row = guards.getByRole('listitem').filter({ hasText: visitor })
  await expect(row).toContainText('Valid')
  const began = Date.now()
  expect((await door.asks(credential)).result).toBe('granted')
  await expect(row).toContainText('Has come')
  const entered = await latest()
  expect(entered).toMatchObject({ result: 'granted', type: 'entry' })
  expect(Date.parse(entered?.timestamp ?? '')).toBeGreaterThan(began - 5_000)
  expect([...(await tooWide(guards)), ...(await tooSmall(guards))]).toEqual([])
  await follow(guards, `/log-details/${entered?.id}`)
  await expect(guards.getByRole('heading', { level: 1 })).toContainText(visitor)

  await page.getByRole('button', { name: 'Withdraw' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Why').fill('The visit is off')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByRole('dialog').getByText('Withdrawn')).toBeVisible()
  await visitors.reload()
  await expect(visitors.getByRole('heading', { name: 'No such pass' })).toBeVisible()
  // The rules are in memory: a change is there within a second.
  await expect(async () => {
    expect((await door.asks(credential)).reason).toBe('not active')
  }).toPass()
  expect((await latest())?.reason).toBe('not active')
})
