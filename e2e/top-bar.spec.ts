// The top bar at the desk: what it offers to whom, how it moves, and what it says to who cannot see it.
import { enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'
import { bar, heard, heightOf, nav, said, scrollTo, shownIn } from './top-bar.ts'
import { refusedOnTheWay } from './watch.ts'

test('at the desk the bar shows four entries at a time, moves by keyboard, and rises when the page is scrolled', async ({
  page,
  watch,
}) => {
  watch.expect(refusedOnTheWay)
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  expect(await heightOf(bar(page))).toBe(64)
  await expect(page.getByRole('button', { name: 'Main menu' })).toBeHidden()

  const [back, forward] = ['Previous entries', 'Next entries'].map((name) => page.getByRole('button', { name }))
  if (!back || !forward) return
  const all = await nav(page).locator('a').allTextContents()
  expect(all.slice(0, 3)).toEqual(['Dashboard', 'Entry and exit', 'Staff'])
  expect(all).toEqual(expect.arrayContaining(['Users', 'Management']))
  expect(await shownIn(nav(page))).toEqual(all.slice(0, 4))
  await expect(nav(page).locator('[aria-current]')).toHaveText('Dashboard')
  await expect(back).toBeDisabled()
  await forward.click()
  expect(await shownIn(nav(page))).toEqual(all.slice(4, 8))
  await said(page, `${all[4]} to ${all[Math.min(7, all.length - 1)]}`)
  for (let pages = Math.ceil(all.length / 4) - 2; pages > 0; pages--) await forward.click()
  await expect(forward).toBeDisabled()
  await back.click()

  // The page that one goes to is brought into view, and said.
  await page.goto('/users')
  await expect(nav(page).getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/dashboard')
  await nav(page).getByRole('link', { name: 'Staff' }).click()
  await said(page, 'Navigated to Staff')
  await expect(page.getByRole('main')).toBeFocused()
  // What lies over a page goes with it, and does not come again with it.
  const lies = [
    [page.getByRole('button', { name: 'Your menu' }), page.getByRole('menu')],
    [page.getByRole('button', { name: /^Notifications/ }), page.getByRole('dialog', { name: 'Notifications' })],
    [page.getByRole('button', { name: 'Search', exact: true }), page.getByRole('dialog', { name: 'Search' })],
  ] as const
  for (const [button, part] of lies) {
    await button.click()
    await expect(part).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(part).toHaveCount(0)
    await said(page, 'Navigated to Dashboard')
    await page.goForward()
    await expect(page).toHaveURL(/\/staff$/)
    await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible()
    await expect(part).toHaveCount(0)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await said(page, 'Navigated to Dashboard')
  // The focus follows with the frame after; the page before had it too.
  await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))))
  await expect(page.getByRole('main')).toBeFocused()

  await nav(page).getByRole('link', { name: 'Dashboard' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(nav(page).getByRole('link', { name: 'Entry and exit' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(nav(page).getByRole('link', { name: all.at(-1) ?? '' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(nav(page).getByRole('link', { name: 'Dashboard' })).toBeFocused()

  await scrollTo(page, 100)
  await expect(bar(page)).not.toHaveAttribute('data-elevated')
  await scrollTo(page, 101)
  await expect(bar(page)).toHaveAttribute('data-elevated', 'true')
  await expect(bar(page)).not.toHaveCSS('box-shadow', 'none')
  expect(await bar(page).evaluate((element) => element.getBoundingClientRect().top)).toBe(0)
  await scrollTo(page, 0)
  await expect(bar(page)).not.toHaveAttribute('data-elevated')

  // At once, and then once in 50 ms.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await Promise.all([heard(page, 'scroll'), scrollTo(page, 300)])
  await expect(bar(page)).toHaveAttribute('data-elevated', 'true')
  await Promise.all([heard(page, 'scroll'), scrollTo(page, 0)])
  await page.clock.runFor(49)
  await expect(bar(page)).toHaveAttribute('data-elevated', 'true')
  await page.clock.runFor(1)
  await expect(bar(page)).not.toHaveAttribute('data-elevated')
})

test('the user’s menu says who one is, and offers what is open, by keyboard too', async ({ page, watch }) => {
  watch.expect(refusedOnTheWay)
  // With the number of the newest, so that what others were told before is not caught up on.
  await page.route(/\/api\/notifications\?/, async (route) => {
    const told: object = await (await route.fetch()).json()
    await route.fulfill({ json: { ...told, notifications: [], unreadCount: 120, total: 0 } })
  })
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  await expect(page.getByRole('button', { name: 'Notifications, 120 unread' })).toHaveText('99+')
  const button = page.getByRole('button', { name: 'Your menu' })
  const menu = page.getByRole('menu')
  await button.click()
  await said(page, 'Your menu opened')
  await expect(page.locator('[aria-hidden="true"] #announcements')).toHaveCount(0)
  await expect(menu).toContainText('Administrator · Online')
  await expect(menu.getByText('Verified')).toBeAttached()
  await expect(menu.locator('[data-online]')).toHaveCSS('background-color', 'rgb(20, 122, 58)')
  const offered = await menu.getByRole('menuitem').allTextContents()
  expect(offered).toEqual(
    expect.arrayContaining(['Profile', 'Account Settings', 'Security Settings', 'Admin Dashboard', 'User Management']),
  )
  expect(offered.slice(-5)).toEqual(['Company Profile', 'Dark theme', 'Compact rows', 'Keyboard shortcuts', 'Logout'])
  await expect(menu.getByText('Admin Controls')).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: 'Profile', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Account Settings' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(menu.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(menu.getByRole('menuitem', { name: 'Profile', exact: true })).toBeFocused()
  await expectAccessible(page, { popup: true })
  await menu.getByRole('menuitem', { name: 'Dark theme' }).click()
  await said(page, 'Theme: dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, { popup: true, rules: ['color-contrast'] })
  // How dense tables are is kept, and is said.
  await menu.getByRole('menuitem', { name: 'Compact rows' }).click()
  await said(page, 'Rows: compact')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  expect(await page.evaluate(() => localStorage.getItem('density'))).toBe('compact')
  await menu.getByRole('menuitem', { name: 'Comfortable rows' }).click()
  await said(page, 'Rows: comfortable')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await said(page, 'Your menu closed')
  await expect(button).toBeFocused()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Search, and go anywhere')).toBeVisible()
  await expectAccessible(page)
  // Keys that work alone are not for everybody.
  const alone = keys.getByRole('switch', { name: 'Keys that work alone: / and ?' })
  await alone.uncheck()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(keys).toHaveCount(0)
  await button.click()
  await menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await alone.check()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  for (const key of ['Control+k', '/']) {
    await page.keyboard.press(key)
    await said(page, 'Search opened')
    await expect(page.getByPlaceholder('Search anything...')).toBeFocused()
    await page.keyboard.press('Escape')
    await said(page, 'Search closed')
  }
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  await said(page, 'Notifications opened')
  await expect(page.getByRole('button', { name: 'Close notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await said(page, 'Notifications closed')
  // An announcement comes after 60 ms, and lives 3 seconds.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 8_000)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await page.clock.runFor(60)
  await said(page, 'Theme: light')
  await page.clock.runFor(2_999)
  await said(page, 'Theme: light')
  await page.clock.runFor(1)
  await expect(page.locator('#announcements p').filter({ hasText: 'Theme: light' })).toHaveCount(0)
})

test('a part that does not arrive can be put away, and does not come by itself then', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED/)
  await page.route(/search-overlay.*\.js$/, (route) => route.abort())
  // From the first on: what a page asks for just after the last route has gone and another has come may pass by it unseen.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/keys-dialog.*\.js$/, (route) => held.then(() => route.continue()))
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  const search = page.getByRole('button', { name: 'Search', exact: true })
  const missing = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await search.click()
  await expect(missing).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(missing).toHaveCount(0)
  await search.click()
  await missing.getByRole('button', { name: 'Close' }).click()
  await expect(missing).toHaveCount(0)
  await expect(search).toBeFocused()
  await page.unroute(/search-overlay.*\.js$/)
  await Promise.all([page.waitForResponse(/search-overlay.*\.js$/), search.hover()])
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0)
  await search.click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Until then a question mark is one more letter of what is sought.
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0)

  // Nor one that is still on its way.
  const [asked, late] = [page.waitForRequest(/keys-dialog/), page.waitForResponse(/keys-dialog.*\.js$/)]
  await page.keyboard.press('?')
  await asked
  await page.keyboard.press('Escape')
  release()
  await late
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
})

test('an address that points into a page leads there', async ({ page }) => {
  await page.route('**/api/check-session', async (route) => {
    const answer = await route.fetch()
    const { user, ...session } = await answer.json()
    await route.fulfill({ json: { ...session, user: { ...user, verified: false } } })
  })
  await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await page.getByRole('link', { name: 'Verify it' }).click()
  await expect(page).toHaveURL(/\/settings\/account#address$/)
  await expect(page.locator('#address')).toBeFocused()
  await expect(page.locator('#address')).toBeInViewport({ ratio: 1 })
})

test('public pages have the bar, but for four', async ({ page }) => {
  for (const path of ['/', '/signin', '/signup', '/forgot']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Gatehouse, home' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Main menu', includeHidden: true })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Use the/ })).toBeVisible()
  }
  await page.goto('/')
  await expect(nav(page).getByRole('link', { name: 'Products' })).toBeVisible()
  await scrollTo(page, 300)
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

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
  await said(page, 'Theme: dark')
  await expectAccessible(page, { rules: ['color-contrast'] })
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await expect(page).toHaveURL(/\/$/)

  // Inside the application the tour is led to by its router, also from one of its own tabs.
  await page.goto('/signin')
  await page.getByRole('link', { name: 'Gatehouse, home' }).first().click()
  await page.locator('a[href="/dashboardtabs"]').first().click()
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Gas').click()
  await expect(page).toHaveURL(/\?tab=gas$/)
  await page.locator('a[href="/dashboardtabs"]').and(page.getByText('Live tour')).first().click()
  await expect(page).toHaveURL(/\/dashboardtabs$/)
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true')

  // Whoever is signed in has their own menus there, too.
  await enter(page, 'guard')
  await page.goto('/about')
  await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible()
  await expect(nav(page).getByRole('link', { name: 'Entry and exit' })).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await expect(page.getByRole('menu')).toContainText('Guard · Online')
  await page.getByRole('menuitem', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})
