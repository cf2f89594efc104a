// The activity log in the browser: what was done is there in plain words with before and after, can be found, shared,
// taken away as a file, and proven; and what somebody changes in the database behind it is found and named.
import * as activity from '@gatehouse/contract/record/activity'
import type { Input } from '@gatehouse/contract/operation'
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import type { Signed } from '../kit/accounts.ts'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import type { Company, Person } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'
import type { Watch } from '../kit/watch.ts'

test('what an administrator did is there in words, is found, is shared, and is exported as it is listed', async ({
  page,
  anotherPage,
  company,
  store,
  watch,
}) => {
  const { by, admin, guard, name, newName } = await changesARole(page, company)
  await page.goto('/activity-logs')
  const rows = page.getByRole('grid', { name: 'Activity log' }).getByRole('row')
  await expect(rows.filter({ hasText: `Changed the labels of ${guard.email}` }).first()).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the log' }).fill(name)
  await expect(page).toHaveURL(/\?q=Night/)
  const what = page.getByRole('combobox', { name: 'Action' })
  await what.fill('All of: Roles')
  const roles = page.getByRole('option', { name: 'All of: Roles', exact: true })
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(what).toHaveAttribute('aria-activedescendant', (await roles.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/action=roles/)
  // By the name it had.
  const changed = rows.filter({ hasText: `Changed the role ${name}` })
  await expect(changed).toHaveCount(1)
  await expect(changed).toContainText(by.email)
  await expect(changed).toContainText('Success')

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

  const link = page.url()
  await page.goBack()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/activity-logs\?/)
  await expect(rows.nth(2)).toBeFocused()
  await page.goto(link)
  await expect(sheet.locator('ins').filter({ hasText: newName })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(changed).toHaveCount(1)

  await exportsWhatIsListed(page, admin, { q: name, action: 'roles' })
  await exportsToTheDisk(page, by, watch)
  await isVerified(page, admin, store, { q: name, action: 'roles' })
  await doesAsAnother(page, await anotherPage(), company, { by, admin })
})

const exportsWhatIsListed = async (page: Page, admin: Signed, filters: Input<typeof activity.list>) => {
  // Asking where to put a file is the browser's own window: a test has nobody to press anything there.
  await page.evaluate(() =>
    Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
  )
  const { entries } = await admin.ask(activity.list, { ...filters, limit: 200 })
  expect(entries.length).toBeGreaterThan(1)
  await expect(page.getByText(`${entries.length} entries`, { exact: true })).toBeVisible()
  const csv = await exported(page, 'CSV')
  const [head, ...lines] = csv.text.trim().split('\r\n').join('\n').split('\n')
  expect(head).toMatch(/^at,actor,/)
  expect(csv.name).toMatch(/^activity-log-\d{4}-\d\d-\d\d\.csv$/)
  expect(lines.map((line) => entries.find(({ id }) => line.includes(id))?.id)).toEqual(entries.map(({ id }) => id))
  const json = await exported(page, 'JSON')
  expect(JSON.parse(json.text).map(({ id }: { id: string }) => id)).toEqual(entries.map(({ id }) => id))
  await expect(page.getByText(/Download complete: activity-log-.*\.json/)).toBeVisible()
  await expectAccessible(page)
}

/** As it comes, where the browser can; one that breaks off is said to be incomplete. */
const exportsToTheDisk = async (page: Page, by: Person, watch: Watch) => {
  watch.expect(/ERR_(FAILED|INCOMPLETE_CHUNKED_ENCODING|ABORTED)/)
  await page.evaluate(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.defineProperty(window, 'showSaveFilePicker', { value: pick })
  })
  await exports(page, 'CSV')
  await expect(page.getByText(/Download complete: .*\.csv/)).toBeVisible()
  const written = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory()
    for await (const [name, handle] of folder.entries()) {
      if (name.endsWith('.csv') && handle instanceof FileSystemFileHandle) return (await handle.getFile()).text()
    }
    return ''
  })
  expect(written).toMatch(/^at,actor,/)
  expect(written).toContain(by.email)

  // As if somebody in between had closed the connection well.
  await intercept(page, '**/api/activity-logs.json*', (route) =>
    route.fulfill({ contentType: 'application/json', body: '[\n{"id":"1","action":"roles.up' }),
  )
  await exports(page, 'JSON')
  await expect(page.getByText(/It broke off after .*: what had come was incomplete/)).toBeVisible()
  await expect(page.getByText(/Download complete/)).toHaveCount(0)
  await expectAccessible(page)
}

/** And an entry that somebody changes in the database is named. */
const isVerified = async (page: Page, admin: Signed, store: Pool, filters: Input<typeof activity.list>) => {
  await page.getByRole('link', { name: 'Verify' }).click()
  const sheet = page.getByRole('dialog', { name: 'Verify the record' })
  await expect(page).toHaveURL(/\/activity-logs\/verify\?/)
  await expect(sheet.getByText(/holds/)).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Verify' }).click()
  await expect(sheet.getByText(/^[\d,]+ entries checked, every link holds\.$/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.evaluate(() => Object.defineProperty(window, 'showSaveFilePicker', { value: undefined }))
  await sheet.getByRole('button', { name: /^Download the checkpoint/ }).click()
  const stored = JSON.parse(await textOf(await (await download).createReadStream()))
  expect(stored.checkpoints.length).toBeGreaterThan(0)
  expect(stored.publicKey).toBeTruthy()

  // The result stays while one is elsewhere.
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText(/every link holds/)).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Activity History' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity history' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/every link holds/)).toBeVisible()

  const { entries } = await admin.ask(activity.list, { ...filters, limit: 1 })
  const [entry] = entries
  if (!entry) throw new Error('There is no entry of the role')
  await expect(store.query('update activity set actor = $1 where id = $2', ['nobody', entry.id])).rejects.toThrow(
    /only added to/,
  )
  const undo = await tamper(store, entry.id)
  try {
    // Loaded anew: an entry that has been looked at is not asked for again.
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
}

/** What is done through another's eyes is marked for both. */
const doesAsAnother = async (
  page: Page,
  staffs: Page,
  company: Company,
  { by, admin }: Pick<Changed, 'by' | 'admin'>,
) => {
  const person = await company.aPerson({ role: 'staff' })
  await company.enter(staffs, person)
  const looking = await write(page, admin.token, 'POST', `/users/${person.id}/view-as`, { reason: 'A question' })
  expect(looking.status()).toBe(200)
  const { token }: { token: string } = await looking.json()
  await page.request.get('/api/activity', { headers: { authorization: `Bearer ${token}` } })
  await follow(page, `/activity-logs?q=${encodeURIComponent(person.email)}`)
  const row = page
    .getByRole('row')
    .filter({ hasText: `on behalf of ${person.email}` })
    .first()
  await expect(row).toContainText(by.email)

  await staffs.goto('/activity')
  const rows = staffs.getByRole('grid', { name: 'Activity history' }).getByRole('row')
  const marked = rows.filter({ hasText: 'in your name' }).first()
  await expect(marked).toContainText(by.email)
  const own = rows.filter({ hasText: 'Signed in with the password' }).first()
  await expect(own).toContainText('You')
  await own.click()
  await expect(staffs.getByRole('dialog')).toContainText('auth.signIn')
}

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
    await page.getByRole('option', { name: 'Success' }).tap()
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
