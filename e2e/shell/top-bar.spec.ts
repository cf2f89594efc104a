// The top bar at the desk, as far as only a browser shows it: where it stands, and its way from public documents into the
// application. What it offers, moves and announces is proven with the components (web/shell/top-bar/top-bar.test.tsx).
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { expect, test } from '../kit/test.ts'
import { bar, heightOf, nav, announced, scrollTo, shownIn } from '../kit/top-bar.ts'
import { refusedOnTheWay } from '../kit/watch.ts'

// It leads to the tour.
test.use({ demo: true })

const hasNoBarButTools = async (page: Page) => {
  await expect(page.getByRole('link', { name: 'Gatehouse, home' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Main menu', includeHidden: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Use the/ })).toBeVisible()
}

test('public pages have the bar, but for four; whoever is signed in has their own menus there; it stands above a page that is scrolled, and an address that points into a page leads into sight', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  await page.goto('/about')
  expect(await heightOf(bar(page))).toBe(64)
  expect(await nav(page).locator('a').allTextContents()).toEqual([
    'Home',
    'Products',
    'Solutions',
    'Live tour',
    'Blog',
    'About',
    'Contact',
  ])
  expect(await shownIn(nav(page))).toEqual(['Blog', 'About', 'Contact'])
  await expect(nav(page).locator('[aria-current]')).toHaveText('About')
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
  await expect(bar(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('button', { name: 'Your menu' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await announced(page, 'Theme: dark')
  await expectAccessible(page, { rules: ['color-contrast'] })
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await hasNoBarButTools(page)
  await expect(nav(page).getByRole('link', { name: 'Products' })).toBeVisible()
  await scrollTo(page, 300)
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible()
  await hasNoBarButTools(page)
  for (const [path, title] of [
    ['/forgot', 'Reset your password'],
    ['/signin', 'Sign in'],
  ] as const) {
    await follow(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await hasNoBarButTools(page)
  }
  // Inside the application the tour is led to by its router, also from one of its own tabs.
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await page.locator('a[href="/dashboardtabs"]').first().click()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Gas').click()
  await expect(page).toHaveURL(/\?tab=gas$/)
  await page.locator('a[href="/dashboardtabs"]').and(page.getByText('Live tour')).first().click()
  await expect(page).toHaveURL(/\/dashboardtabs$/)
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')

  // Whoever is signed in has their own menus there, too.
  await page.route('**/api/check-session', async (route) => {
    const answer = await route.fetch()
    const { user, ...session } = await answer.json()
    await route.fulfill({ json: { ...session, user: { ...user, verified: false } } })
  })
  await company.enter(page, await company.aPerson({ role: 'guard' }))
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await expect(nav(page).getByRole('link', { name: 'Entry and exit' })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expect(page.getByRole('menu')).toContainText('guard · Online', { ignoreCase: true })
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

  await follow(page, '/entry-exit/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  expect(await heightOf(bar(page))).toBe(64)
  await expect(page.getByRole('button', { name: 'Main menu' })).toBeHidden()
  await scrollTo(page, 101)
  await expect(bar(page)).toHaveAttribute('data-elevated', 'true')
  await expect(bar(page)).not.toHaveCSS('box-shadow', 'none')
  expect(await bar(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
  await page.getByRole('button', { name: 'Your menu' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.locator('[data-online]')).toHaveCSS('background-color', 'rgb(20, 122, 58)')
  await menu.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expectAccessible(page, { popup: true, rules: ['color-contrast'] })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Verify it' }).click()
  await expect(page).toHaveURL(/\/settings\/account#address$/)
  await expect(page.locator('#address')).toBeFocused()
  await expect(page.locator('#address')).toBeInViewport({ ratio: 1 })
})
