// The notification panel and the search overlay, as far as only a browser shows them: sizes, swipes, other tabs, what comes
// late. Keys, words and a server that refuses are proven with the components (notification-panel.test.tsx,
// search-overlay.test.tsx).
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Locator, Page } from '@playwright/test'
import type { Pool } from 'pg'
import { expectAccessible } from '../kit/axe.ts'
import type { Person } from '../kit/company.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall } from '../kit/geometry.ts'
import { intercept } from '../kit/intercept.ts'
import { expect, test } from '../kit/test.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Notifies a person of these, the last one first. */
const notify = async (
  store: Pool,
  person: Person,
  notices: readonly { title: string; message?: string; action?: string }[],
) => {
  for (const [n, { title, message = 'Something happened.', action }] of notices.entries())
    await store.query(
      `insert into notification (id, user_id, company_id, kind, title, message, type, priority, action, path, created_at)
       select gen_random_uuid(), id, company_id, 'tried', $2, $3, 'info', 'high', $4, '/profile', now() - make_interval(secs => $5)
       from users where id = $1`,
      [person.id, title, message, action ?? null, n],
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

test('the panel is as wide and high as it should be, a long story opens, and every tab counts the same; a search leads to a door whose sheet comes late and below it; the mouse draws it away', async ({
  page,
  company,
  store,
}) => {
  await company.aDoor({ name: 'Main entrance' })
  const manager = await company.aPerson({ role: 'manager' })
  const long = 'It is a long story that does not fit two lines of a narrow panel. '.repeat(4).trim()
  await notify(store, manager, [{ title: 'First', message: long }, { title: 'Second' }, { title: 'Third' }])
  await company.enter(page, manager)
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
  const message = page.getByText(long)
  const lines = () =>
    message.evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)))
  await expect.poll(lines).toBe(2)
  await rowOf(page, 'First').getByRole('button', { expanded: false }).click()
  await expect.poll(lines).toBeGreaterThan(4)
  for (const each of [page, other]) await expect(bell(each)).toHaveAttribute('aria-label', 'Notifications, 2 unread')
  await rowOf(page, 'First').getByRole('button', { expanded: true }).click()
  await expect.poll(lines).toBe(2)
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await expect(bell(other)).toHaveAttribute('aria-label', 'Notifications')
  // An undo so soon that the deletion itself is still being reported: the list is final with the answer after both.
  const final = page.waitForResponse((answer) => /\/api\/notifications\?.*limit=/.test(answer.url()))
  await panel.getByRole('button', { name: 'Undo' }).press('Enter')
  await final
  await expect(rowsOf(page)).toHaveCount(3)
  for (const each of [page, other]) await expect(bell(each)).toHaveAttribute('aria-label', 'Notifications, 2 unread')
  await panel.getByRole('button', { name: 'Clear all' }).click()
  await accessibleInBothThemes(page, true)
  // Whoever leaves the page does not wait for it.
  await page.reload()
  const left = async () => {
    const { rowCount } = await store.query('select from notification where user_id = $1 and deleted_at is null', [
      manager.id,
    ])
    return rowCount
  }
  await expect.poll(left).toBe(0)
  await expect(bell(page)).toHaveAttribute('aria-label', 'Notifications')
  await other.close()

  await follow(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  const overlay = overlayOf(page)
  const field = overlay.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect.poll(async () => (await overlay.locator('> div').first().boundingBox())?.width).toBe(600)
  await page.keyboard.type('main entrance')
  await expect(
    overlay.getByRole('group', { name: 'Doors' }).getByRole('option', { name: /Main entrance/ }),
  ).toBeVisible()
  await accessibleInBothThemes(page, false)
  const late = Promise.withResolvers<void>()
  await intercept(page, /\/door-sheet-[^/]*\.js$/, async (route) => {
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
  // One Escape closes what lies above; the sheet below stays.
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await expect(sheet).toBeVisible()
  // Which has the focus again a moment after.
  await expect.poll(() => sheet.evaluate((part) => part.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  // What was opened lately stands above it once it is there.
  await expect(overlay.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['Main entrance'])
  const hint = await overlay.getByText('Press ESC to close').boundingBox()
  const [x, y] = [(hint?.x ?? 0) + 40, (hint?.y ?? 0) + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 60, { steps: 4 })
  await page.mouse.move(x, y + 140, { steps: 4 })
  await page.mouse.up()
  await expect(overlay).toBeHidden()
})

test.describe('by touch', () => {
  test.use(phone)

  test('notifications go sideways and the search goes down, by 100 px or by a flick', async ({
    page,
    company,
    store,
  }) => {
    const guard = await company.aPerson({ role: 'guard' })
    await notify(store, guard, [{ title: 'Stays' }, { title: 'Drawn' }, { title: 'Flicked' }])
    await company.enter(page, guard)
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
    const close = page.getByRole('button', { name: 'Close notifications' })
    await tapUntil(close, () => expect(close).toBeHidden({ timeout: 200 }))
    await expect(bell(page)).toHaveAttribute('aria-label', 'Notifications, 1 unread')

    for (const [down, pace, held] of [
      [130, 'slowly', 'by its grip'],
      [70, 'quickly', 'by its results'],
    ] as const) {
      const hint = overlayOf(page).getByText('Press ESC to close or swipe down to dismiss')
      const search = page.getByRole('button', { name: 'Search', exact: true })
      await tapUntil(search, () => expect(hint).toBeVisible({ timeout: 200 }))
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
    }
  })
})

/** A tap that the browser does not take is none: it is done again. */
const tapUntil = (button: Locator, isDone: () => Promise<void>) =>
  expect(async () => {
    // What it opened a moment later may lie over it by now.
    if (await button.isVisible()) await button.tap({ timeout: 200 }).catch(() => undefined)
    await isDone()
  }).toPass()

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
