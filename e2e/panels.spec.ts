// The notification panel and the search overlay: by hand, by keyboard, and against a server that refuses.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { type Account, emailOf, enter } from './accounts.ts'
import { expectAccessible } from './axe.ts'
import { tooSmall } from './geometry.ts'
import { tellNoOutages } from './store.ts'
import { expect, test } from './test.ts'
import { failedWith } from './watch.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

// Of outages that other tests made people are told minutes later: not in the middle of these.
test.beforeAll(({ store }) => tellNoOutages(store))

/** Tells an account of these, the first one last, and of nothing else. */
const tell = async (
  store: Pool,
  account: Account,
  notices: readonly { title: string; message?: string; action?: string }[],
) => {
  const email = emailOf(account)
  await store.query('delete from notification where user_id = (select id from users where email = $1)', [email])
  for (const [n, { title, message = 'Something happened.', action }] of notices.entries())
    await store.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, action, path, created_at)
       select gen_random_uuid(), id, company_id, 'tried', $2, $3, 'info', 'high', $4, '/profile', now() - make_interval(secs => $5)
       from users where email = $1`,
      [email, title, message, action ?? null, n],
    )
}

/** Also while the panel is open and the rest of the bar is out of reach. */
const bell = (page: Page) => page.locator('button[aria-label^="Notifications"]')
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const rowsOf = (page: Page) => panelOf(page).getByRole('listitem')
const rowOf = (page: Page, title: string) => rowsOf(page).filter({ hasText: title })
const overlayOf = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const accessibleInBothThemes = async (page: Page, popup: boolean) => {
  // No colour is half-way to the other theme's.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of ['light', 'dark']) {
    await page.evaluate((mode) => document.documentElement.setAttribute('data-theme', mode), theme)
    await expectAccessible(page, { popup, ...(theme === 'light' ? {} : { rules: ['color-contrast'] }) })
  }
}

test('notifications open, are read by a click, counted in every tab, and dismissed', async ({ page, store }) => {
  const long = 'It is a long story that does not fit two lines of a narrow panel. '.repeat(4).trim()
  await tell(store, 'manager', [
    { title: 'First', message: long, action: 'See your profile' },
    { title: 'Second' },
    { title: 'Third' },
  ])
  await enter(page, 'manager')
  await page.goto('/staff')
  const other = await page.context().newPage()
  await other.goto('/profile')
  for (const each of [page, other]) await expect(bell(each)).toHaveAttribute('aria-label', 'Notifications, 3 unread')

  await page.bringToFront()
  await bell(page).click()
  const panel = panelOf(page)
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(panel).toHaveCSS('width', '360px')
  await expect(panel).toHaveCSS('max-height', `${0.8 * 900}px`)
  await accessibleInBothThemes(page, true)

  const first = rowOf(page, 'First').getByRole('button', { expanded: false })
  const message = page.getByText(long)
  const lines = () =>
    message.evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)))
  expect(await lines()).toBe(2)
  await first.click()
  expect(await lines()).toBeGreaterThan(4)
  for (const each of [page, other]) await expect(bell(each)).toHaveAttribute('aria-label', 'Notifications, 2 unread')
  await rowOf(page, 'First').getByRole('button', { expanded: true }).click()
  expect(await lines()).toBe(2)

  // Its button goes; whoever pressed it by keyboard goes on where they were.
  await rowOf(page, 'Second').getByRole('button', { name: 'Mark as read' }).press('Enter')
  await expect(rowOf(page, 'Second').getByRole('button', { expanded: false })).toBeFocused()
  await panel.getByRole('button', { name: /^Unread/ }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await rowOf(page, 'Third').getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(panel.getByText('No unread notifications')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Unread' })).toBeFocused()
  await expect(bell(other)).toHaveAttribute('aria-label', 'Notifications')
  // Until it is deleted for good it can be had back, by its key and by its button.
  await page.keyboard.press('Control+z')
  await expect(rowsOf(page)).toHaveCount(1)
  for (const each of [page, other]) await expect(bell(each)).toHaveAttribute('aria-label', 'Notifications, 1 unread')
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await expect(panel.getByText('All notifications deleted')).toBeVisible()
  await expect(panel.getByText('No unread notifications')).toBeVisible()
  await panel.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  // On a slow machine the time to have it back may be over before the panel is closed.
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await rowOf(page, 'Third').getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel.getByText('Notification deleted', { exact: true })).toBeVisible()
  await accessibleInBothThemes(page, true)
  await panel.getByRole('button', { name: 'All', exact: true }).click()
  await rowOf(page, 'First').getByRole('button', { expanded: false }).click()
  // Closed with the panel, it is deleted for good.
  await panel.getByRole('link', { name: 'See your profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(panel).toBeHidden()
  expect((await deleted).ok()).toBe(true)
})

test('what the server refuses is back, and said; what it grants is gone', async ({ page, store, watch }) => {
  watch.expect(failedWith(500))
  await tell(store, 'supervisor', [{ title: 'First' }, { title: 'Second' }])
  await enter(page, 'supervisor')
  await page.clock.install()
  const answers = [
    { status: 200, json: { success: false, message: 'No.' } },
    { status: 500, json: { code: 'INTERNAL', message: 'No.' } },
  ]
  let listed = false
  await page.route(/\/api\/notifications/, async (route) => {
    const deletes = route.request().method() === 'DELETE'
    const answer = deletes ? answers.shift() : listed ? undefined : answers[1]
    return answer ? route.fulfill(answer) : route.continue()
  })
  await page.goto('/profile')
  await bell(page).click()
  await expect(panelOf(page).getByRole('alert')).toContainText('Failed to fetch notifications')
  listed = true
  await panelOf(page).getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(panelOf(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await rowOf(page, 'Second').getByRole('button', { name: 'Dismiss' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.clock.runFor(6_000)
  await expect(page.getByText('Failed to delete notification')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await panelOf(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(panelOf(page).getByText('No notifications')).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(page.getByText('Failed to clear notifications')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(panelOf(page).getByRole('button', { name: /^Unread/ })).toHaveText('Unread 2')
  await page.unrouteAll()
  await panelOf(page).getByRole('button', { name: 'Clear all' }).click()
  await expect(panelOf(page).getByText('No notifications')).toBeVisible()
  // Whoever leaves the page does not wait for it.
  await page.reload()
  const left = async () => {
    const { rowCount } = await store.query(
      'select from notification n join users u on u.id = n.user_id where u.email = $1',
      [emailOf('supervisor')],
    )
    return rowCount
  }
  await expect.poll(left).toBe(0)
  await expect(bell(page)).toHaveAttribute('aria-label', 'Notifications')
})

test.describe('by touch', () => {
  test.use(phone)

  test('notifications go sideways and the search goes down, by 100 px or by a flick', async ({ page, store }) => {
    await tell(store, 'guard', [{ title: 'Stays' }, { title: 'Drawn' }, { title: 'Flicked' }])
    await enter(page, 'guard')
    await page.goto('/profile')
    const finger = await page.context().newCDPSession(page)
    await bell(page).tap()
    await expect(rowsOf(page)).toHaveCount(3)
    await expect(panelOf(page)).toHaveCSS('width', '360px')
    await expect.poll(() => tooSmall(page)).toEqual([])
    const at = async (title: string) => centreOf(page, title)
    await swipe(finger, await at('Stays'), { x: 90, y: 0 }, 'slowly')
    await swipe(finger, await at('Drawn'), { x: -130, y: 0 }, 'slowly')
    await expect(rowOf(page, 'Drawn')).toHaveCount(0)
    await swipe(finger, await at('Flicked'), { x: 70, y: 0 }, 'quickly')
    await expect(rowOf(page, 'Flicked')).toHaveCount(0)
    await expect(panelOf(page).getByText('2 notifications deleted')).toBeVisible()
    await expect.poll(() => tooSmall(page)).toEqual([])
    await expect(rowOf(page, 'Stays').getByRole('button', { expanded: false })).toBeVisible()
    // For half a second after a flick the browser takes no tap.
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Close notifications' }).tap()
    await expect(bell(page)).toHaveAttribute('aria-label', 'Notifications, 1 unread')

    for (const [down, pace, held] of [
      [130, 'slowly', 'by its grip'],
      [70, 'quickly', 'by its results'],
    ] as const) {
      await page.getByRole('button', { name: 'Search', exact: true }).tap()
      const hint = overlayOf(page).getByText('Press ESC to close or swipe down to dismiss')
      await expect(hint).toBeVisible()
      // By what is there to be held: the field itself belongs to the text.
      const box = await overlayOf(page).locator('> div').first().boundingBox()
      const from = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (held === 'by its grip' ? 8 : 160) }
      await expect.poll(() => tooSmall(page)).toEqual([])
      await swipe(finger, from, { x: 0, y: 80 }, 'slowly')
      // It goes back to its place.
      await expect.poll(async () => (await overlayOf(page).locator('> div').first().boundingBox())?.y).toBe(box?.y)
      await expect(overlayOf(page)).toBeVisible()
      await swipe(finger, from, { x: 0, y: down }, pace)
      await expect(overlayOf(page), `${down} px ${pace}, ${held}`).toBeHidden()
      await page.waitForTimeout(600)
    }
  })
})

test('the search is walked by keyboard, keeps the focus, and forgets when it is closed', async ({ page }) => {
  await enter(page, 'manager')
  await page.clock.install()
  await page.goto('/profile')
  const asked: string[] = []
  // By the main connection where that is open, whether or not it has come to be a WebSocket yet.
  const lookInto = (sent: string) => {
    for (const [, query = ''] of sent.matchAll(/"search:query",{"query":"([^"]*)"/g)) asked.push(query)
  }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '')
    if (pathname === '/socket.io/') lookInto(request.postData() ?? '')
  })
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => lookInto(payload.toString())))
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  const overlay = overlayOf(page)
  const field = overlay.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('placeholder', 'Search anything...')
  await expect(overlay.getByRole('option', { name: /Profile/ }).first()).toBeVisible()
  const box = await overlay.locator('> div').first().boundingBox()
  expect(box?.width).toBe(600)

  // Asked once typing has rested for 300 ms.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('   ')
  for (const letter of 'main') {
    await page.clock.runFor(299)
    await page.keyboard.type(letter)
  }
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual(['main'])
  await page.clock.resume()
  await expect(
    overlay.getByRole('group', { name: 'Doors' }).getByRole('option', { name: /Main entrance/ }),
  ).toBeVisible()
  expect(asked).toEqual(['main'])
  await accessibleInBothThemes(page, false)
  const chosen = overlay.getByRole('option', { selected: true })
  await expect(chosen).toContainText('Main entrance')
  await page.keyboard.press('ArrowDown')
  const second = overlay.getByRole('option').nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? 'none')
  await page.keyboard.press('ArrowUp')
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press(key)
      expect(await overlay.evaluate((dialog) => dialog.contains(document.activeElement)), key).toBe(true)
    }
  }
  // Among fewer results the best is chosen, whichever was chosen among those before.
  await field.focus()
  await page.keyboard.type(' entrance')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => asked.at(-1)).toBe('main entrance')
  await expect(overlay.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(overlay.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await overlay.getByRole('option').first().getAttribute('id')) ?? 'none',
  )
  const late = Promise.withResolvers<void>()
  await page.route(/\/door-sheet-[^/]*\.js$/, async (route) => {
    await late.promise
    await route.fallback()
  })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/doors\/[\da-f-]{36}$/)
  await expect(overlay).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible()

  // Opened again before the sheet of the door is there: that comes below it, and hides it from nobody.
  await page.keyboard.press('/')
  await expect(field).toHaveValue('')
  late.resolve()
  const sheet = page.locator('[role=dialog]').filter({ hasText: 'Main entrance' })
  await expect(sheet).toBeVisible()
  await expect(overlay.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['Main entrance'])
  await field.fill('zebra crossing')
  await expect(overlay.getByText('No results found for "zebra crossing"').first()).toBeVisible()
  // One Escape closes what lies above; the sheet below stays.
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
})

test('a search that fails says so and can be tried again; the mouse draws it away', async ({ page, watch }) => {
  watch.expect(failedWith(500))
  await enter(page, 'staff')
  let refuse = true
  // Where the main connection does not answer either, by whichever way it is asked.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!message.toString().includes('search:query')) server.send(message)
    })
  })
  await page.route(/\/socket\.io\//, (route) =>
    route.request().postData()?.includes('search:query') ? route.fulfill({ body: 'ok' }) : route.fallback(),
  )
  await page.goto('/profile')
  await page.route(/\/api\/search/, (route) =>
    refuse ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'No.' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const overlay = overlayOf(page)
  await overlay.getByRole('combobox').fill('profile')
  await expect(overlay.getByText('Search failed. Please try again.')).toBeVisible()
  refuse = false
  await overlay.getByRole('button', { name: 'Try again' }).click()
  await expect(overlay.locator('[role=option][href="/profile"]')).toBeVisible()
  const hint = await overlay.getByText('Press ESC to close').boundingBox()
  const [x, y] = [(hint?.x ?? 0) + 40, (hint?.y ?? 0) + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 60, { steps: 4 })
  await page.mouse.move(x, y + 140, { steps: 4 })
  await page.mouse.up()
  await expect(overlay).toBeHidden()
})

const centreOf = async (page: Page, title: string) => {
  const box = await rowOf(page, title).boundingBox()
  return { x: (box?.x ?? 0) + 180, y: (box?.y ?? 0) + 30 }
}

/** A finger on the glass, as the system tells the browser of it. */
const swipe = async (
  finger: CDPSession,
  from: { x: number; y: number },
  by: { x: number; y: number },
  pace: 'slowly' | 'quickly',
) => {
  const steps = 8
  const stepMs = pace === 'slowly' ? 50 : 8
  // How long this machine takes to tell of a flick is not how fast it was: it is told afterwards, by its own clock.
  if (pace === 'quickly') await sleep(2 * steps * stepMs)
  let timestamp = Date.now() / 1000 - ((steps + 1) * stepMs) / 1000
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) => {
    if (pace === 'slowly') await sleep(stepMs)
    timestamp += stepMs / 1000
    await finger.send('Input.dispatchTouchEvent', {
      type,
      ...(pace === 'quickly' ? { timestamp } : {}),
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    })
  }
  await touch('touchStart', 0)
  for (let step = 1; step <= steps; step++) await touch('touchMove', step / steps)
  await touch('touchEnd', 1)
}
