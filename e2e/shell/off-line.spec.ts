// Off line in the middle of the work: what is there stays, what is not there says so, and comes with the connection.
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'
import { unreachable } from '../kit/watch.ts'

test('off line the menu of the user opens and the narrowest screen does not scroll sideways, a page that cannot be loaded says so in its place and comes by itself with the connection, and a part that the server has no more is had by trying again', async ({
  page,
  context,
  company,
  watch,
}) => {
  watch.expect(unreachable)
  watch.expect(/404 \(Not Found\)|status of 404|MIME type/)
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  // Fetched while the page is idle, which a busy machine's is later: the menu, and what says that something failed.
  const ahead = page.waitForResponse(/\/around-[^/]*\.js$/)
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await (await ahead).finished()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(page.getByTestId('connection')).toContainText('Reconnecting')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (wide) await page.setViewportSize(wide)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logout failed. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  // A page that was never opened.
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  const missing = page.getByRole('alert').filter({ hasText: 'Loading chunk failed' })
  await expect(missing).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(missing).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible()
  await expect(missing).toHaveCount(0)
  // Dressed as well: its styles were asked for again.
  const undressed = () =>
    page.evaluate(() => {
      const there = [...document.styleSheets].filter(({ href, cssRules }) => href && cssRules.length > 0).length
      return document.querySelectorAll('link[rel=stylesheet]').length - there
    })
  await expect.poll(undressed).toBe(0)
  await expect(page.getByRole('grid', { name: 'Staff' })).toBeVisible()

  // A part that the server has no more: from the application as it is now.
  let isNew = false
  page.on('request', (request) => (isNew ||= request.isNavigationRequest()))
  await intercept(page, /\.js$/, (route) => (isNew ? route.continue() : route.fulfill({ status: 404, body: '' })))
  await page.getByRole('link', { name: 'Doors', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Doors', level: 1 })).toBeVisible()
  expect(isNew).toBe(true)
})
