// A guard on patrol, with a phone: one hand, thumbs, and the same rights.
import { expect, test } from './test.ts'
import { pollEnded, refusedOnTheWay } from './watch.ts'

test('a guard signs in, filters the log, opens a row and signs out, by touch', async ({ page, company, watch }) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  const door = await company.aDoor()
  const guard = await company.aPerson({ role: 'guard', card: 'card:0000000001' })
  await door.denies(guard.card, 'lockdown')
  await door.admits(guard.card)
  await page.goto('/signin')
  await page.getByLabel('Email').fill(guard.email)
  await page.getByLabel('Password', { exact: true }).fill(guard.password)
  await page.getByRole('button', { name: 'Sign in' }).tap()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(1)).toBeVisible()

  await expect(page.getByRole('combobox', { name: 'Result' })).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  await page.getByRole('combobox', { name: 'Result' }).tap()
  await page.getByRole('option', { name: 'Denied' }).tap()
  await expect(page).toHaveURL(/\?result=denied$/)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(rows.nth(1)).toContainText('Denied')

  await rows.nth(1).tap()
  await expect(page).toHaveURL(/\/log-details\//)
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()

  await page.getByRole('button', { name: 'Main menu' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Entry and exit' }).tap()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Your menu' }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await expect(page).toHaveURL(/\/signin$/)
})

test('a forced door is seen without scrolling; nothing of the alarm is cut: state and age on one line, name and place below', async ({
  page,
  company,
}) => {
  const door = await company.aDoor({
    name: 'Side entrance, Mill Lane',
    zone: await company.aZone('Ground floor lobby'),
  })
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await door.forcedOpen()
  const alarm = page.getByRole('listitem').filter({ hasText: 'Forced open' }).filter({ hasText: 'Mill Lane' }).first()
  await expect(alarm).toBeInViewport()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(alarm).toBeInViewport()
  const cut = await alarm.evaluate((item) =>
    [item, ...item.querySelectorAll<HTMLElement>('*:not(.visually-hidden)')]
      .filter((part) => getComputedStyle(part).textOverflow === 'ellipsis' || part.scrollWidth > part.clientWidth + 1)
      .filter((part) => part.clientWidth > 0)
      .map((part) => part.textContent),
  )
  expect(cut).toEqual([])
  const top = async (text: string | RegExp) => (await alarm.getByText(text).first().boundingBox())?.y ?? 0
  expect(Math.abs((await top('Forced open')) - (await top(/\d+ (s|min)$/)))).toBeLessThan(6)
  expect(await top('Side entrance, Mill Lane')).toBeGreaterThan((await top('Forced open')) + 12)
  await door.closes()
  await expect(alarm).toHaveCount(0)
})
