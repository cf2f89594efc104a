// Who may open which door, in the browser: a lockdown is prepared, a level is made and given, a PIN is told once, and a
// pass is set up on one's own phone.
import * as access from '@gatehouse/contract/access/access'
import { send } from '../kit/accounts.ts'
import { violationsOn } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, unreachable } from '../kit/watch.ts'

const mobile = { viewport: phone, hasTouch: true, isMobile: true }

test('a manager prepares a lockdown, makes a level, gives it to people after seeing what changes, a PIN that is told once, and a pass, which its holder sets up on their phone, and whose code is there after a reload, without a network too', async ({
  page: managers,
  anotherPage,
  company,
  watch,
}) => {
  watch.expect(failedWith(422))
  watch.expect(unreachable)
  const lobby = await company.aDoor({ name: 'Floor 3 lift lobby' })
  await company.aRole('supervisor')
  await company.furtherDoors(9)
  const person = await company.aPerson({ role: 'staff', name: 'Priya Raghavan' })
  const manager = await company.enter(managers, await company.aPerson({ role: 'manager' }))
  const drill = 'Drill of the gate'
  // What comes late is waited for: a list is not said to be empty, and nothing below it moves.
  const answered = Promise.withResolvers<void>()
  await managers.route('**/api/roles', async (route) => {
    await answered.promise
    await route.continue()
  })
  await managers.goto('/door-management/lockdowns?edit=new')
  await expect(managers.getByRole('dialog', { name: 'New lockdown scenario' }).getByText('Loading')).toBeAttached()
  await expect(managers.getByText(/^There is no/)).toHaveCount(0)
  answered.resolve()
  await managers.getByRole('textbox', { name: 'Name' }).fill(drill)
  await managers
    .getByRole('group', { name: /^Single doors/ })
    .getByLabel(lobby.name)
    .check()
  await managers
    .getByRole('group', { name: /^Who may end it/ })
    .getByLabel('supervisor')
    .check()
  await managers.getByRole('button', { name: 'Add scenario' }).click()
  await expect(managers.getByRole('row').filter({ hasText: drill })).toContainText('supervisor')
  await managers.getByRole('row').filter({ hasText: drill }).getByRole('link').first().click()
  await managers.getByRole('button', { name: 'Remove this scenario' }).click()
  await managers.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(managers.getByRole('row').filter({ hasText: drill })).toHaveCount(0)

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
  await managers.getByRole('link', { name: 'Manage access' }).click()
  const given = managers.getByRole('group', { name: /^Give levels/ })
  await given.getByRole('checkbox', { name }).check()
  await expect(managers.getByText('1 person gets it')).toBeVisible()
  await managers.getByRole('button', { name: 'Save changes' }).click()
  await expect(managers.getByText(/What 1 person may open is changed/)).toBeVisible()
  // The same once more: what was shown before it was done is not shown again.
  await expect(managers.getByText('1 person chosen')).toBeHidden()
  await managers
    .getByRole('checkbox', { name: /^(Choose|Select) (?!all)/i })
    .first()
    .check()
  await managers.getByRole('link', { name: 'Manage access' }).click()
  await given.getByRole('checkbox', { name }).check()
  await expect(managers.getByRole('region', { name: 'Preview' })).toContainText('Nothing changes')
  await given.getByRole('checkbox', { name }).uncheck()
  await managers.getByRole('button', { name: 'Cancel' }).click()
  await expect(given).toBeHidden()

  await follow(managers, `/staff/${person.email}?tab=access`)
  const sheet = managers.getByRole('main')
  await expect(sheet.getByText(name).first()).toBeVisible()
  expect(await violationsOn(managers)).toEqual([])
  await sheet.getByRole('tab', { name: 'Credentials' }).click()
  await sheet.getByRole('link', { name: 'Add PIN' }).click()
  const pin = managers.getByRole('dialog', { name: 'Add PIN' })
  await pin.getByLabel('PIN', { exact: true }).fill('1234')
  await pin.getByRole('button', { name: 'Add PIN' }).click()
  await expect(managers.getByText(/Digits in a row/)).toBeVisible()
  await pin.getByLabel('PIN', { exact: true }).fill('')
  await pin.getByRole('button', { name: 'Add PIN' }).click()
  const notified = managers.getByRole('dialog', { name: /^The PIN of/ })
  await expect(notified.getByText(/^\d{6}$/)).toBeVisible()
  await notified.getByRole('button', { name: 'I have told it' }).click()
  await expect(notified).toBeHidden()

  const label = 'Phone of the night shift'
  await follow(managers, `/staff/${person.email}?tab=credentials&give=mobile`)
  const pass = managers.getByRole('dialog', { name: 'Add mobile credential' })
  await pass.getByLabel('Name').fill(label)
  await pass.getByRole('button', { name: 'Add credential' }).click()
  await expect(managers.getByText(/A pass waits for/)).toBeVisible()
  const page = await anotherPage({ ...mobile, serviceWorkers: 'allow' })
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
  const isStored = async () =>
    (await caches.match('/shell')) !== undefined && navigator.serviceWorker.controller !== null
  await expect.poll(() => page.evaluate(isStored)).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
  await expect(code).toBeVisible()
  await expect(page.getByText('The code above works without one.')).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})
