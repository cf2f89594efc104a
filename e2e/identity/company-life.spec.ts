// The first days of a company: it registers, invites a colleague, gives a role and takes it away again, while the
// colleague looks on. What a menu shows, a page opens and a call answers is what the roles hold, no more and no less.
import { messages as accounts } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import { missing, own, systemRoles } from '@gatehouse/contract/permissions'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { expectAccessible } from '../kit/axe.ts'
import { standStill } from '../kit/clock.ts'
import { follow } from '../kit/follow.ts'
import {
  fillPerson,
  fillSignIn,
  linkIn,
  type Newcomer,
  newcomer,
  nextLetter,
  unique,
  verifySubject,
} from '../kit/people.ts'
import { guardedRoutes } from '../kit/guarded-pages.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith } from '../kit/watch.ts'

// Letters are read in the demo's mailbox.
test.use({ demo: true })

const routes = guardedRoutes()
const asStaff = new Set<string>([...own, ...systemRoles.staff])
const asSupervisor = new Set<string>([...asStaff, ...systemRoles.supervisor])

test('a company registers, a colleague joins, and a role opens exactly its pages until it is taken away', async ({
  page: admin,
  anotherPage,
  store,
  watch,
}) => {
  await admin.emulateMedia({ reducedMotion: 'reduce' })
  const company = `Lindqvist & Sons ${unique()}`
  const astrid = newcomer('Astrid')
  await registers(admin, store, astrid, company)
  await expect(admin).toHaveURL(/\/dashboard$/)
  await expect(admin.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  const lise = newcomer('Lise', 'Berg')
  const subject = `Astrid Lindqvist invites you to ${company} on Gatehouse`
  const invitation = await nextLetter(admin.request, lise.email, subject, () => invites(admin, lise))
  const colleague = await anotherPage()
  await colleague.clock.install()
  await colleague.emulateMedia({ reducedMotion: 'reduce' })
  await joins(colleague, store, lise, company, linkIn(invitation))

  // A page that is loaded again forgets this.
  await colleague.evaluate(() => Object.assign(window, { loadedOnce: true }))
  expect(await menuOf(colleague)).toEqual(pathsFor(asStaff))
  expect(await statusOf(colleague, '/staff')).toBe(403)

  await opensRolesOf(admin, lise)
  await expectAccessible(admin)
  await changesRole(admin, 'supervisor', 'Give')
  const bar = colleague.getByRole('navigation', { name: 'Main' })
  // How soon: server/identity/auth/revocation.test.ts.
  await expect(bar.getByRole('link', { name: 'Staff' })).toBeVisible()
  await expect.poll(() => menuOf(colleague)).toEqual(pathsFor(asSupervisor))
  await goByMenu(colleague, 'Staff')
  await expect(colleague.getByRole('link', { name: /Astrid Lindqvist/ })).toBeVisible()
  expect(await colleague.evaluate(() => 'loadedOnce' in window)).toBe(true)

  watch.expect(failedWith(404))
  await opens(colleague, asSupervisor, { company, email: lise.email })
  await follow(colleague, '/staff')
  await expect(colleague.getByRole('link', { name: /Astrid Lindqvist/ })).toBeVisible()
  await expect(colleague.locator('html')).toHaveAttribute('data-live', 'live')
  expect(await statusOf(colleague, '/staff')).toBe(200)

  // What the page has under way is refused while the rights change.
  watch.expect(failedWith(403))
  await opensRolesOf(admin, lise)
  // The card stays for 3 s, which pass by what follows alone, however long this machine needs to look at it.
  await standStill(colleague)
  await changesRole(admin, 'supervisor', 'Take')
  await expect(async () => {
    await colleague.clock.runFor(100)
    await expect(colleague.getByRole('heading', { name: 'Access Denied' })).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [0], timeout: 60_000 })
  await expect(colleague.getByText(messages.missingPermissions(['read_staff']))).toBeVisible()
  await expect(colleague.getByRole('link', { name: /Astrid Lindqvist/ })).toHaveCount(0)
  expect(await statusOf(colleague, '/staff')).toBe(403)
  await colleague.clock.runFor(3_500)
  await colleague.clock.resume()
  await expect(colleague).toHaveURL(/\/profile$/)
  expect(await menuOf(colleague)).toEqual(pathsFor(asStaff))
})

const registers = async (page: Page, store: Pool, person: Newcomer, company: string) => {
  await page.goto('/company/register')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/London/)
  await page.getByRole('button', { name: 'Register' }).press('Enter')
  await expect(page.getByText('Company name must be at least 2 characters')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Company name').fill(company)
  const letter = await nextLetter(page.request, person.email, verifySubject, async () => {
    await fillPerson(page, person)
    await page.getByRole('button', { name: 'Register' }).press('Enter')
    await expect(page.getByText(accounts.checkMail)).toBeVisible()
  })
  await follow(page, linkIn(letter))
  await page.getByRole('button', { name: 'Verify my email address' }).press('Enter')
  await expect(page.getByText(accounts.verified)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await signsIn(page, store, person)
}

const invites = async (page: Page, { email, firstName, lastName }: Newcomer) => {
  await goByMenu(page, 'User Management')
  await expect(page.getByRole('link', { name: /Astrid Lindqvist/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Invite somebody' })
  await sheet.getByRole('button', { name: 'Invite' }).click()
  await expect(sheet.getByText('Email is required')).toBeVisible()
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByLabel('First name').fill(firstName)
  await sheet.getByLabel('Last name').fill(lastName)
  await sheet.getByRole('checkbox', { name: /^staff/ }).check()
  await expectAccessible(page)
  await sheet.getByLabel('Last name').press('Enter')
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
  await expect(sheet).toHaveCount(0)
}

const joins = async (page: Page, store: Pool, person: Newcomer, company: string, link: string) => {
  await page.goto(link)
  await expect(page.getByRole('heading', { name: `Join ${company}` })).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await expect(page.getByLabel('First name')).toHaveValue(person.firstName)
  await expectAccessible(page)
  await fillPerson(page, person)
  await page.getByRole('button', { name: 'Join' }).press('Enter')
  await expect(page.getByText(accounts.joined)).toBeVisible()
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await signsIn(page, store, person)
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByText(company)).toBeVisible()
}

/** Without the code by mail, which is the life of an account's. */
const signsIn = async (page: Page, store: Pool, person: Newcomer) => {
  await store.query(`update users set two_factor = 'none' where email = $1`, [person.email])
  await fillSignIn(page, person)
  await expect(page.getByText(messages.signedIn)).toBeVisible()
}

const opensRolesOf = async (page: Page, { firstName, lastName }: Newcomer) => {
  await goByMenu(page, 'Assign roles')
  await page.getByRole('link', { name: new RegExp(`${firstName} ${lastName}`) }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${firstName} ${lastName}` })).toBeVisible()
  await expect(page.getByRole('group', { name: /^Roles/ })).toBeVisible()
}

/** Answers as soon as the server has. */
const changesRole = async (page: Page, role: string, change: 'Give' | 'Take') => {
  const held = page.getByRole('group', { name: /^Roles/ }).getByRole('checkbox', { name: new RegExp(`^${role}`) })
  await held.setChecked(change === 'Give')
  await expect(page.getByText(`${change} ${role}.`)).toBeVisible()
  if (change === 'Give') await expectAccessible(page)
  const answered = page.waitForResponse((response) => response.url().endsWith('/roles/assign'))
  await page.getByRole('button', { name: 'Save roles' }).click()
  expect((await answered).status()).toBe(200)
}

const goByMenu = async (page: Page, label: string) => {
  // It is one or the other: which, is known once it is there.
  const slidesOut = page.getByRole('button', { name: 'Main menu' })
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link').or(slidesOut).first()).toBeVisible()
  if (await slidesOut.isVisible()) await slidesOut.click()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true })
  if (await link.isVisible()) return link.click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** Where the menus lead, the navigation with all its pages and the user's menu together. */
const menuOf = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('navigation', { name: 'Main', includeHidden: true }).locator('a')
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  const hrefs = async (all: typeof links) => all.evaluateAll((some) => some.map((link) => link.getAttribute('href')))
  const paths = [...(await hrefs(links)), ...(await hrefs(page.getByRole('menuitem')))].filter((path) => path !== null)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  return [...new Set(paths)].sort()
}

/** Every page without an object of its own, as far as it is open to who holds these. */
const pathsFor = (held: ReadonlySet<string>): string[] =>
  routes
    .filter(({ path }) => !path.includes(':'))
    .filter(({ needed }) => missing(held, needed).length === 0)
    .map(({ path }) => path.replace('/*', ''))
    .sort()

/** Each page that is open to who holds these, one after the other; those that are not: web/shell/guarded-pages.test.tsx. */
const opens = async (page: Page, held: ReadonlySet<string>, of: { company: string; email: string }) => {
  const values = [':name', of.company, ':email', of.email, ':id', '01a1fd0c-2096-715e-aa47-35799673b790']
  const open = routes.filter(({ needed }) => missing(held, needed).length === 0)
  for (const { path } of open) {
    const at = path
      .replace('/*', '')
      .replace(/:\w+/, (name) => encodeURIComponent(values[values.indexOf(name) + 1] ?? ''))
    // The page before could be mistaken for it.
    await page.locator('main').evaluate((main) => {
      for (const heading of main.querySelectorAll('h1, h2')) heading.setAttribute('data-before', '')
    })
    await follow(page, at)
    await expect(
      page.locator('main').locator('h1, h2').and(page.locator(':not([data-before])')).first(),
      path,
    ).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Access Denied' }), path).toHaveCount(0)
  }
}

/** What the server says to the person who is signed in on the page. */
const statusOf = async (page: Page, path: string): Promise<number> => {
  const token = await page.evaluate((): string => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token)
  return (await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })).status()
}
