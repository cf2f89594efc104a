// The top bar on the phone: the menu that slides out, for visitors and for the signed-in.
import { messages } from '@gatehouse/contract/auth'
import { enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooSmall } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'
import { bar, heard, heightOf, nav, said, scrollTo } from './top-bar.ts'
import { failedWith, pollEnded, refusedOnTheWay } from './watch.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true })

test('a menu slides out: the ways in for a visitor, and closes in every way', async ({ page }) => {
  await page.route('**/api/auth/providers', (route) => route.fulfill({ json: { providers: ['google', 'github'] } }))
  await page.goto('/about')
  expect(await heightOf(bar(page))).toBe(56)
  await expect(nav(page)).toBeHidden()
  const button = page.getByRole('button', { name: 'Main menu' })
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await button.tap()
  await expect(menu).toBeVisible()
  await said(page, 'Menu opened')
  await expect(menu).toHaveCSS('width', '300px')
  await expect(menu.getByRole('link', { name: 'Products' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
  await expect(menu.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
  for (const [name, path] of [
    ['Continue with Google', '/api/auth/google'],
    ['Continue with GitHub', '/api/auth/github'],
  ] as const)
    await expect(menu.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(menu.getByText('Logout')).toHaveCount(0)
  await expectAccessible(page)

  // Held inside, in both directions; the page behind does not move.
  const focused = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null)
  const stops = await menu.locator('a, button').count()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let step = 0; step <= stops; step++) {
      await page.keyboard.press(key)
      expect(await focused(), key).toBe(true)
    }
  expect(await tooSmall(page)).toEqual([])
  await menu.getByRole('link', { name: 'Home', exact: true }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('link', { name: 'Products' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(menu.getByRole('link', { name: 'Home', exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(menu.getByRole('link', { name: 'Continue with GitHub' })).toBeFocused()
  await page.mouse.move(350, 400)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await said(page, 'Menu closed')
  await expect(button).toBeFocused()
  await button.tap()
  await expect(menu).toBeVisible()
  await page.touchscreen.tap(370, 500)
  await expect(menu).toHaveCount(0)
  await button.tap()
  await menu.getByRole('button', { name: 'Close menu' }).tap()
  await expect(menu).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.tap()
  await expect(menu).toBeVisible()
  // Once the window has kept its size for 100 ms.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await Promise.all([heard(page, 'resize'), page.setViewportSize({ width: 1000, height: 800 })])
  await page.clock.runFor(99)
  await expect(menu).toBeVisible()
  await page.clock.runFor(1)
  await expect(menu).toHaveCount(0)
  await expect(nav(page)).toBeVisible()
})

test('the signed-in have their pages in it, and the way out', async ({ page, watch }) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  watch.expect(failedWith(500))
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await enter(page, 'guard')
  await page.goto('/profile')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await page.getByRole('button', { name: 'Main menu' }).tap()
  await expect(menu.getByRole('navigation', { name: 'Your pages' }).getByRole('link')).toHaveText([
    'Profile',
    'Account Settings',
    'Activity History',
  ])
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByText('Sign In')).toHaveCount(0)
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Entry and exit' }).tap()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  await expect(menu).toHaveCount(0)
  await said(page, 'Navigated to')
  // It goes with its page, and does not come again with it.
  await page.getByRole('button', { name: 'Main menu' }).tap()
  await expect(menu).toBeVisible()
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(/\/entry-exit\/report$/)
  await expect(menu).toHaveCount(0)
  // Nothing of the bar is lost on the narrowest screen, nor at twice the size.
  for (const width of [320, 720]) {
    await page.setViewportSize({ width, height: 640 })
    // What asks for the width of the window is drawn anew in the frame after.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const name of ['Main menu', 'Search', /^Notifications/, 'Your menu', /^Use the/])
      await expect(bar(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  // Where the bar has room for it, it says which page was scrolled away.
  const title = bar(page).locator('p')
  await expect(title).toBeHidden()
  await expect(async () => {
    await scrollTo(page, 300)
    await expect(title).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(title).toHaveText('Entry and exit log')
  await page.setViewportSize(phone)
  await expect(title).toBeHidden()
  await page.getByRole('button', { name: 'Main menu' }).tap()
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, json: { code: 'INTERNAL' } }))
  await menu.getByRole('button', { name: 'Logout' }).tap()
  await expect(page.getByRole('alert').getByText(messages.logoutFailed)).toBeVisible()
  await expect(menu).toHaveCount(0)
  await page.unroute('**/api/auth/logout')
  await page.getByRole('button', { name: 'Main menu' }).tap()
  await menu.getByRole('button', { name: 'Logout' }).tap()
  await expect(page).toHaveURL(/\/signin$/)
  await expect(page.getByText('You are signed out')).toBeVisible()
  await expect(page.getByText(messages.pleaseSignIn)).toHaveCount(0)
})
