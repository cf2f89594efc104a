// Who may open which page, and addresses that lead nowhere or carry a slash too many.
import { messages } from '@gatehouse/contract/auth'
import { enter } from './accounts.ts'
import { goPast, noteWhen, openUntil, standStill, stopBefore } from './clock.ts'
import { expect, test } from './test.ts'
import { failedWith, refusedOnTheWay } from './watch.ts'

const denied = messages.missingPermissions(['admin_access'])

test('staff who open the dashboard are told what is missing, and are taken home', async ({ page }) => {
  await enter(page, 'staff')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const shownAt = await noteWhen(page, 'Access Denied')
  await standStill(page)
  await openUntil(page, '/dashboard', page.getByRole('heading', { name: 'Access Denied' }))
  await expect(page.getByText(denied)).toBeVisible()
  await stopBefore(page, await shownAt(), 3_000)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go to Login' })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await goPast(page)
  await expect(page).toHaveURL(/\/profile$/)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Elif Yıldız' })).toBeVisible()
  expect(loaded.filter((path) => /^\/api\/(devices|gas|people-count|entry-exit|events)/.test(path))).toEqual([])
})

test('a guard who opens the dashboard is taken to a page of their own', async ({ page }) => {
  await enter(page, 'guard')
  // The card leaves by itself: not before it is looked at.
  await standStill(page)
  await openUntil(page, '/dashboard', page.getByText(denied))
  await page.clock.resume()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
})

for (const button of ['Retry', 'Go to Login']) {
  test(`${button} on the denied card signs out and leads to the sign-in page`, async ({ page, watch }) => {
    watch.expect(refusedOnTheWay)
    await enter(page, 'staff')
    const pressed = page.getByRole('button', { name: button })
    // The card leaves by itself: not before it is pressed.
    await standStill(page)
    await openUntil(page, '/dashboard', pressed)
    await pressed.click()
    await page.clock.resume()
    await expect(page).toHaveURL(/\/signin$/)
    expect(await page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  })
}

test('a slash at the end of an address is taken away', async ({ page }) => {
  await page.goto('/signin/')
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await enter(page, 'guard')
  await page.goto('/entry-exit/report/?type=exit')
  await expect(page).toHaveURL(/\/entry-exit\/report\?type=exit$/)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('an address that leads nowhere says so and leads home', async ({ page, watch }) => {
  watch.expect(failedWith(404))
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Home page' }).click()
  await expect(page).toHaveURL(/\/$/)
})
