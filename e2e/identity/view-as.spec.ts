// Looking through another person's eyes: in this tab only, read only in plain words, and back to oneself.
import type { Page } from '@playwright/test'
import type { Company } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { failedWith, pollEnded, refusedOnTheWay } from '../kit/watch.ts'

test('an administrator whose clock is 2 hours ahead sees Gatehouse as a guard does, after a reload too, can change nothing, and is back at the same account', async ({
  page,
  context,
  company,
  watch,
  store,
}) => {
  watch.expect(failedWith(403))
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  await page.addInitScript(twoHoursAhead)
  await company.aDoor()
  const { admin, guard } = await opensTheGuard(page, company)
  await expect(page).toHaveURL(/[?&]part=sign-in\b/)
  const account = page.url()
  await page.getByRole('button', { name: 'View as' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Why').fill('A ticket of his about the log')
  await question.getByRole('button', { name: 'View as' }).click()

  const banner = page.getByRole('region', { name: 'Viewing as another person' })
  await expect(banner).toContainText('You see Gatehouse as Kwame Mensah. Read only.')
  await expect(page).toHaveURL(/\/desk$/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await page.reload()
  await expect(banner).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(other.getByRole('region', { name: 'Viewing as another person' })).toHaveCount(0)

  await follow(page, '/entry-exit/report')
  await page.getByRole('button', { name: 'Log entry or exit' }).click()
  const form = page.getByRole('dialog', { name: 'Log an entry or exit' })
  await form.getByRole('combobox', { name: 'Person or visitor' }).click()
  await page.getByRole('option').first().click()
  for (const field of ['Door', 'Reason']) {
    await form.getByRole('combobox', { name: field }).click()
    await page.getByRole('option').nth(1).click()
  }
  await form.getByRole('button', { name: 'Log entry' }).click()
  await expect(form.getByText('You are looking through another account: read only.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  await banner.getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('You see Gatehouse as yourself again')).toBeVisible()
  await expect(page).toHaveURL(account)
  await expect(banner).toHaveCount(0)
  const recorded = `select actor, on_behalf_of, status from activity where company_id = $1 and action = 'entryExit.record'`
  // It is written down after the answer.
  await expect
    .poll(async () => (await store.query(recorded, [company.id])).rows)
    .toEqual([{ actor: admin.email, on_behalf_of: guard.email, status: 403 }])
})

// Who looks through another’s eyes has a quarter of an hour, by the server’s clock.
const twoHoursAhead = `{
  const Right = Date
  const now = () => Right.now() + 2 * 3_600_000
  Date = class extends Right {
    constructor(...given) { given.length === 0 ? super(now()) : super(...given) }
    static now() { return now() }
  }
}`

/** An administrator opens how a guard signs in. */
const opensTheGuard = async (page: Page, company: Company) => {
  const guard = await company.aPerson({ role: 'guard', name: 'Kwame Mensah' })
  const admin = await company.aPerson({ role: 'admin' })
  await company.enter(page, admin)
  await follow(page, '/user-management?search=kwame')
  await page.getByRole('link', { name: 'Kwame Mensah' }).click()
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  return { admin, guard }
}
