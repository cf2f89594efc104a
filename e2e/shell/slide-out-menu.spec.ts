// The menu that slides out on a phone, as far as only a browser shows it: sizes, touch, what lies behind it. What it offers,
// its keys and its ways out are proven with the component (web/shell/menu/side-menu.test.tsx).
import { expectAccessible } from '../kit/axe.ts'
import { tooSmall } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'
import { bar, heightOf, nav, scrollTo } from '../kit/top-bar.ts'
import { pollEnded, refusedOnTheWay } from '../kit/watch.ts'

test.use({ viewport: phone, hasTouch: true, isMobile: true })

test('the menu slides out over a page that stays, closes by a tap beside it, and the bar loses nothing at any width', async ({
  page,
  company,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  watch.expect(pollEnded)
  await page.goto('/about')
  expect(await heightOf(bar(page))).toBe(56)
  await expect(nav(page)).toBeHidden()
  const button = page.getByRole('button', { name: 'Main menu' })
  const menu = page.getByRole('dialog', { name: 'Main menu' })
  await button.tap()
  await expect(menu).toHaveCSS('width', '300px')
  await expectAccessible(page)
  expect(await tooSmall(page)).toEqual([])
  await page.mouse.move(350, 400)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.touchscreen.tap(370, 500)
  await expect(menu).toHaveCount(0)
  await button.tap()
  await expect(menu).toBeVisible()
  // A wider window has room for the bar itself.
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect(menu).toHaveCount(0)
  await expect(nav(page)).toBeVisible()

  await page.setViewportSize(phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await company.enter(page, await company.aPerson({ role: 'guard' }))
  await page.goto('/entry-exit/report')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await button.tap()
  await expect(menu.getByRole('link', { name: 'Profile', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
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
  await expect(title).toHaveText('Entry and exit')
  await page.setViewportSize(phone)
  await expect(title).toBeHidden()
})
