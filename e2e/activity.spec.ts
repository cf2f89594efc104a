// The activity log in the browser: what was done is there in plain words with before and after, can be found, shared,
// taken away as a file, and proven; and what somebody changes in the database behind it is found and named.
import * as activity from '@gatehouse/contract/activity'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import type { Signed } from './accounts.ts'
import { expectAccessible, expectAccessibleInBoth } from './axe.ts'
import { openUntil, standStill } from './clock.ts'
import type { Company, Person } from './company.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { expect, test } from './test.ts'
import { failedWith } from './watch.ts'

// Asking where to put a file is the browser's own window: a test has nobody to press anything there.
const withoutPicker = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }))

test('what an administrator did is there in words, is found, is shared, and Back leads back', async ({
  page,
  company,
}) => {
  const { by, guard, name, newName } = await changesARole(page, company)
  await page.goto('/activity-logs')
  const rows = page.getByRole('grid', { name: 'Activity log' }).getByRole('row')
  await expect(rows.filter({ hasText: `Changed the labels of ${guard.email}` }).first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search the log' }).fill(name)
  await expect(page).toHaveURL(/\?q=Night/)
  await page.getByRole('combobox', { name: 'What' }).fill('All of: Roles')
  const roles = page.getByRole('option', { name: 'All of: Roles', exact: true })
  await expect(roles).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'What' })).toHaveAttribute(
    'aria-activedescendant',
    (await roles.getAttribute('id')) ?? 'none',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/action=roles/)
  // By the name it had.
  const changed = rows.filter({ hasText: `Changed the role ${name}` })
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText(by.email)
  await expect(changed).toContainText('Done')

  // By keyboard: the rows are one stop, arrows move, Enter opens.
  await rows.nth(2).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { level: 2 })).toContainText(name)
  await expect(page).toHaveURL(/\/activity-logs\/[\da-f-]{36}\?/)
  await expect(sheet.locator('del').filter({ hasText: name })).toBeVisible()
  await expect(sheet.locator('ins').filter({ hasText: newName })).toBeVisible()
  await expect(sheet.locator('del').filter({ hasText: 'Log an entry by hand' })).toBeVisible()
  await expect(sheet.locator('ins').filter({ hasText: 'Unlock and lock doors' })).toBeVisible()
  await expect(sheet.getByText('Signed', { exact: true })).toBeVisible()
  await expectAccessible(page)

  const link = page.url()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/activity-logs\?/)
  await expect(rows.nth(2)).toBeFocused()
  await page.goto(link)
  await expect(sheet.locator('ins').filter({ hasText: newName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(changed).toHaveCount(1)
})

test('new entries are offered and do not push in', async ({ page, anotherPage, company }) => {
  await page.clock.install()
  const [admin, supervisor] = [await company.aPerson({ role: 'admin' }), await company.aPerson({ role: 'supervisor' })]
  await company.enter(await anotherPage(), supervisor)
  await company.enter(page, admin)
  await page.goto('/activity-logs?action=auth')
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(2)).toBeVisible()
  const before = await rows.nth(2).textContent()
  await company.enter(await anotherPage(), supervisor)
  await page.clock.fastForward(31_000)
  const offered = page.getByRole('button', { name: /new entr/ })
  await expect(offered).toBeVisible()
  expect((await rows.nth(2).textContent())?.slice(-40)).toBe(before?.slice(-40))
  await offered.click()
  await expect(rows.nth(2)).toContainText(supervisor.email)
  await expect(offered).toHaveCount(0)
})

test('a file of the log holds exactly what is listed', async ({ page, company }) => {
  await withoutPicker(page)
  const { admin, name } = await changesARole(page, company)
  const { entries } = await admin.ask(activity.list, { q: name, limit: 200 })
  await page.goto(`/activity-logs?q=${encodeURIComponent(name)}`)
  await expect(page.getByText(`That is all: ${entries.length} entries`)).toBeVisible()
  const csv = await exported(page, 'CSV')
  const [head, ...lines] = csv.text.trim().split('\r\n').join('\n').split('\n')
  expect(head).toMatch(/^at,actor,/)
  expect(csv.name).toMatch(/^activity-log-\d{4}-\d\d-\d\d\.csv$/)
  expect(lines.map((line) => entries.find(({ id }) => line.includes(id))?.id)).toEqual(entries.map(({ id }) => id))
  const json = await exported(page, 'JSON')
  expect(JSON.parse(json.text).map(({ id }: { id: string }) => id)).toEqual(entries.map(({ id }) => id))
  await expect(page.getByText(/activity-log-.*\.json is there, whole/)).toBeVisible()
  await expectAccessible(page)
})

test('a file goes to the disk as it comes, where the browser can; one that breaks off is said to be incomplete', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(/ERR_(FAILED|INCOMPLETE_CHUNKED_ENCODING|ABORTED)/)
  const admin = await company.aPerson({ role: 'admin' })
  await company.enter(page, admin)
  await page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.defineProperty(window, 'showSaveFilePicker', { value: pick })
  })
  await page.goto('/activity-logs')
  await exports(page, 'CSV')
  await expect(page.getByText(/\.csv is there, whole/)).toBeVisible()
  const kept = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    for await (const [name, handle] of folder.entries()) {
      if (name.endsWith('.csv') && handle instanceof FileSystemFileHandle) return (await handle.getFile()).text()
    }
    return ''
  })
  expect(kept).toMatch(/^at,actor,/)
  expect(kept).toContain(admin.email)

  // As if somebody in between had closed the connection well.
  await page.route('**/api/activity-logs.json*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[\n{"id":"1","action":"roles.up' }),
  )
  await exports(page, 'JSON')
  await expect(page.getByText(/It broke off after .*: what had come was incomplete/)).toBeVisible()
  await expect(page.getByText(/is there, whole/)).toHaveCount(0)
  await expectAccessible(page)
})

test('everybody with a right to it sees their own company alone; staff see what they did themselves', async ({
  page,
  anotherPage,
  company,
  anotherCompany,
  watch,
}) => {
  watch.expect(failedWith(403))
  const guards = await anotherPage()
  await company.enter(guards, await company.aPerson({ role: 'guard' }))
  const auditor = await company.enter(page, await company.aPerson({ role: 'auditor' }))
  await page.goto('/activity-logs')
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
  const { entries } = await auditor.ask(activity.list, { limit: 1 })
  const [entry] = entries

  // The card leaves by itself: not before it is read.
  await standStill(guards)
  await openUntil(guards, '/activity-logs', guards.getByRole('heading', { name: 'Access Denied' }))
  await expect(guards.getByText('view_activity_logs')).toBeVisible()

  const strangers = await anotherPage()
  watch.expect(failedWith(404))
  const other = await anotherCompany()
  const they = await other.aPerson({ role: 'admin' })
  const stranger = await other.enter(strangers, they)
  await strangers.goto(`/activity-logs/${entry?.id}`)
  await expect(strangers.getByText('There is no such entry')).toBeVisible()
  const theirs = await stranger.ask(activity.list, { limit: 200 })
  expect(new Set(theirs.entries.map(({ actor }) => actor))).toEqual(new Set([they.email]))

  const staffs = await anotherPage()
  const person = await company.aPerson({ role: 'staff' })
  const { user } = await company.enter(staffs, person)
  await staffs.goto('/profile')
  await staffs.getByRole('button', { name: 'Your menu' }).click()
  await staffs.getByRole('menuitem', { name: 'Activity History' }).click()
  await expect(staffs).toHaveURL(/\/activity$/)
  const rows = staffs.getByRole('grid', { name: 'Activity history' }).getByRole('row')
  await expect(rows.nth(2)).toContainText('Signed in with the password')
  await expect(rows.nth(2)).toContainText('You')
  await expect(staffs.getByRole('link', { name: 'Where you are signed in' })).toBeVisible()
  await rows.nth(2).click()
  await expect(staffs.getByRole('dialog')).toContainText('auth.signIn')
  const own = staffs.url()
  await staffs.goto(own)
  await expect(staffs.getByRole('dialog')).toContainText('auth.signIn')
  await expectAccessible(staffs)
  expect(user.email).toBe(person.email)
})

test('what is done through another’s eyes is marked for both', async ({ page, anotherPage, company }) => {
  const [by, person] = [await company.aPerson({ role: 'admin' }), await company.aPerson({ role: 'staff' })]
  const admin = await company.enter(page, by)
  const staffs = await anotherPage()
  await company.enter(staffs, person)
  const looking = await write(page, admin.token, 'POST', `/users/${person.id}/view-as`, { reason: 'A question' })
  expect(looking.status()).toBe(200)
  const { token }: { token: string } = await looking.json()
  await page.request.get('/api/activity', { headers: { authorization: `Bearer ${token}` } })
  await page.goto(`/activity-logs?q=${encodeURIComponent(person.email)}`)
  const row = page
    .getByRole('row')
    .filter({ hasText: `on behalf of ${person.email}` })
    .first()
  await expect(row).toContainText(by.email)
  await staffs.goto('/activity')
  const marked = staffs.getByRole('row').filter({ hasText: 'in your name' }).first()
  await expect(marked).toContainText(by.email)
})

test('the record is verified, and an entry that somebody changed in the database is named', async ({
  page,
  company,
  store,
}) => {
  const { admin, name } = await changesARole(page, company)
  await page.goto('/activity-logs')
  await page.getByRole('link', { name: 'Verify' }).click()
  const sheet = page.getByRole('dialog', { name: 'Verify the record' })
  await expect(page).toHaveURL(/\/activity-logs\/verify$/)
  await expect(sheet.getByText(/holds/)).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Verify' }).click()
  await expect(sheet.getByText(/^[\d,]+ entries checked, every link holds\.$/)).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await sheet.getByRole('button', { name: /^Download the checkpoint/ }).click()
  const kept = JSON.parse(await textOf(await (await download).createReadStream()))
  expect(kept.checkpoints.length).toBeGreaterThan(0)
  expect(kept.publicKey).toBeTruthy()

  // The result stays while one is elsewhere.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText(/every link holds/)).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Activity History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity history' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/every link holds/)).toBeVisible()

  const { entries } = await admin.ask(activity.list, { q: name, action: 'roles', limit: 1 })
  const [entry] = entries
  if (!entry) throw new Error('There is no entry of the role')
  await expect(store.query('update activity set actor = $1 where id = $2', ['nobody', entry.id])).rejects.toThrow(
    /only added to/,
  )
  const undo = await tamper(store, entry.id)
  try {
    await page.goto('/activity-logs/verify')
    await sheet.getByRole('button', { name: 'Verify' }).click()
    await expect(
      sheet.getByText(/The record does not hold: entry [\d,]+ was changed after it was written/),
    ).toBeVisible()
    await expect(sheet.getByText(/every link holds/)).toHaveCount(0)
    await expect(sheet.getByRole('heading', { name: 'What to do now' })).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('link', { name: 'Open what stands there' }).click()
    await expect(page).toHaveURL(new RegExp(entry.id))
    await expect(page.getByRole('dialog')).toContainText('somebody.else@gatehouse.example')
  } finally {
    await undo()
  }
})

test('states: loading, nothing passes, failed with Retry', async ({ page, company, watch }) => {
  watch.expect(failedWith(500))
  await changesARole(page, company)
  await page.goto('/activity-logs?q=nothing-of-this-kind')
  await expect(page.getByText('Nothing passes these filters')).toBeVisible()
  await expectAccessible(page)
  await page.route('**/api/activity-logs?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Something went wrong on our side.' } }),
  )
  await page.goto('/activity-logs')
  await expect(page.getByText('The entries could not be loaded')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/activity-logs?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the log is cards under a thumb, light and dark', async ({ page, company }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await changesARole(page, company)
    await page.goto('/activity-logs')
    const rows = page.getByRole('grid').getByRole('row')
    await expect(rows.nth(2)).toBeVisible()
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await page.getByRole('combobox', { name: 'Outcome' }).tap()
    await page.getByRole('option', { name: 'Done' }).tap()
    await expect(page).toHaveURL(/\?outcome=done$/)
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    await looksRight(page)
    await rows.nth(2).tap()
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Proof' })).toBeVisible()
    await looksRight(page)
    await page.goBack()
    await page.getByRole('link', { name: 'Verify' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).tap()
    await expect(page.getByRole('dialog').getByText(/every link holds/)).toBeVisible()
    await looksRight(page)
  })
})

const looksRight = (page: Page) =>
  expectAccessibleInBoth(page, async () => {
    expect(await tooWide(page)).toEqual([])
    expect(await tooSmall(page)).toEqual([])
  })

interface Changed {
  readonly by: Person
  readonly admin: Signed
  readonly guard: Person
  readonly name: string
  readonly newName: string
}

/** An administrator, signed in, makes and changes a role, and sets a guard’s labels to what they are: three entries and more. */
const changesARole = async (page: Page, company: Company): Promise<Changed> => {
  const [by, guard] = [await company.aPerson({ role: 'admin' }), await company.aPerson({ role: 'guard' })]
  const admin = await company.enter(page, by)
  const name = 'Night guard'
  const newName = `${name}, changed`
  const made = await write(page, admin.token, 'POST', '/roles', {
    name,
    description: 'At night',
    permissions: ['read_doors', 'create_entry'],
  })
  const {
    role: { _id: id },
  }: { role: { _id: string } } = await made.json()
  const changed = await write(page, admin.token, 'PUT', `/roles/${id}`, {
    name: newName,
    permissions: ['read_doors', 'operate_doors'],
  })
  expect(changed.status()).toBe(200)
  const labelled = await write(page, admin.token, 'PUT', `/users/${guard.id}/labels`, { labelIds: [] })
  expect(labelled.status()).toBe(200)
  return { by, admin, guard, name, newName }
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const write = async (page: Page, token: string, method: 'POST' | 'PUT', path: string, data: unknown) => {
  const { csrfToken }: { csrfToken: string } = await (await page.request.get('/api/auth/csrf-token')).json()
  const headers = { ...bearer(token).headers, 'x-csrf-token': csrfToken }
  return page.request.fetch(`/api${path}`, { method, headers, data })
}

const exports = async (page: Page, format: 'CSV' | 'JSON') => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click()
}

const exported = async (page: Page, format: 'CSV' | 'JSON') => {
  const [download] = await Promise.all([page.waitForEvent('download'), exports(page, format)])
  return { name: download.suggestedFilename(), text: await textOf(await download.createReadStream()) }
}

const textOf = async (stream: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** As the owner of the database can, and nobody else: with the guards taken off. Answers with how to put it right. */
const tamper = async (store: Pool, id: string) => {
  const { rows } = await store.query<{ part: string; actor: string }>(
    'select tableoid::regclass::text as part, actor from activity where id = $1',
    [id],
  )
  const [found] = rows
  if (!found) throw new Error(`There is no entry ${id}`)
  const { part, actor } = found
  const set = async (to: string) => {
    await store.query(`alter table ${part} disable trigger all`)
    await store.query(`grant update on ${part} to current_user`)
    await store.query(`update ${part} set actor = $1 where id = $2`, [to, id])
    await store.query(`revoke update on ${part} from current_user`)
    await store.query(`alter table ${part} enable trigger all`)
  }
  await set('somebody.else@gatehouse.example')
  return () => set(actor)
}
