// The public tour: live without a reload or a session, honest about silence, walked by keyboard, and of nobody.
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { greenOn } from '../kit/film.ts'
import { hydrated } from '../kit/hydrated.ts'
import { desktop } from '../playwright.config.ts'
import { receivedBy } from '../kit/received.ts'
import { freezeSimulator } from '../kit/simulator.ts'
import { expect, test } from '../kit/test.ts'
import { unreachable } from '../kit/watch.ts'

test.use({ demo: true })

const tabs = ['Overview', 'Doors', 'Plan', 'Gas', 'People counting', 'Entry and exit', 'Muster', 'Record', 'Next steps']
const freshness = (page: Page) => page.getByTestId('tour-hearing')
const values = (page: Page) => page.locator('[data-testid^="tour-gas-"]')

/** When the page first says so, by its own clock, which is the test's; to be asked before. */
const noteFreshness = async (page: Page, wanted: string): Promise<() => Promise<number>> => {
  const noted = await page.evaluateHandle(
    (state) => ({
      at: new Promise<number>((resolve) => {
        const look = () => {
          const text = document.querySelector<HTMLElement>('[data-testid="tour-hearing"]')
          if (text?.dataset['hearing'] === state) resolve(Date.now())
        }
        const what = { subtree: true, childList: true, attributeFilter: ['data-hearing'] }
        new MutationObserver(look).observe(document, what)
      }),
    }),
    wanted,
  )
  return () => noted.evaluate(({ at }) => at)
}

test('the tour is there before any script, moves without a reload, and turns grey with the network and the building', async ({
  page,
  context,
  place,
  watch,
}) => {
  watch.expect(unreachable)
  const drawn = await (await context.request.get('/dashboardtabs?tab=gas')).text()
  expect(drawn).toContain('Three channels, a reading every five seconds')
  expect(drawn).toMatch(/data-testid="tour-gas-CO"[^>]*>[\d.]+</)

  await page.goto('/dashboardtabs?tab=gas')
  await hydrated(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await expect(freshness(page)).toHaveAttribute('data-hearing', 'live')
  await expect(values(page)).toHaveCount(3)
  // A building that has just begun: its detectors are all there before it is lost.
  await expect(page.locator('[data-testid^="tour-gas-"][data-quality="offline"]')).toHaveCount(0)
  const before = await values(page).allTextContents()

  const thaw = await freezeSimulator(place)
  try {
    const serverSilent = await noteFreshness(page, 'server-silent')
    const cut = Date.now()
    await context.setOffline(true)
    await expect(freshness(page)).toHaveAttribute('data-hearing', 'server-silent')
    // Five seconds after the last answer, by a clock that ticks once a second; exactly so: web/site/tour/tour.test.ts.
    expect((await serverSilent()) - cut).toBeLessThan(10_000)
    await expect(freshness(page)).toContainText(/No answer from the server since \d\d:\d\d:\d\d/)
    for (const value of await values(page).all()) await expect(value).toHaveAttribute('data-quality', 'stale')
    await expect.poll(() => greenOn(page)).toEqual([])

    const buildingSilent = await noteFreshness(page, 'building-silent')
    await context.setOffline(false)
    await page.getByRole('tab', { name: 'Doors' }).click()
    // Its next word was due within five seconds; five more are waited for.
    await expect(freshness(page)).toHaveAttribute('data-hearing', 'building-silent')
    expect((await buildingSilent()) - cut).toBeLessThan(30_000)
    await expect(freshness(page)).toContainText(/The building has been silent since \d\d:\d\d:\d\d/)
    await expect(page.getByTestId('tour-door').first()).toContainText(/Was /)
    await expect.poll(() => greenOn(page)).toEqual([])
  } finally {
    thaw()
  }
  await expect(freshness(page)).toHaveAttribute('data-hearing', 'live')
  await page.getByRole('tab', { name: 'Gas' }).click()
  await expect.poll(() => values(page).allTextContents()).not.toEqual(before)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('by keyboard alone through every tab, each with an address of its own, no fault that axe finds, no wider than the narrowest window, and nothing of anybody', async ({
  page,
  store,
}) => {
  const answers = receivedBy(page, /\/api\/tour$/)
  await page.goto('/dashboardtabs')
  await hydrated(page)
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await expect(page.getByRole('tab')).toHaveText(tabs)
  const drawn: (string | null)[] = []
  for (const [index, name] of tabs.entries()) {
    await expect(page.getByRole('tab', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
    drawn.push(await page.locator('main').textContent())
    await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: name }).toBe(320)
    await page.setViewportSize(desktop)
    await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/\/dashboardtabs\?tab=next$/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Sign up' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Next steps' })).toHaveAttribute('aria-selected', 'true')
  await hydrated(page)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Next: Doors' }).click()
  await expect(page).toHaveURL(/\?tab=doors$/)
  await expect(page.getByRole('tab', { name: 'Doors' })).toBeFocused()

  await expect.poll(() => answers.length).toBeGreaterThan(0)
  const { rows } = await store.query<{ word: string }>(
    `select last_name as word from users where length(last_name) > 4 union select email from users
     union select value from credential union select name from company where not tour`,
  )
  expect(rows.length).toBeGreaterThan(100)
  const all = [...answers, ...drawn].join('\n')
  expect(rows.filter(({ word }) => all.includes(word))).toEqual([])
  expect(all).not.toMatch(/card:|[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('what is pressed before anybody answers counts once somebody does, and a script that does not arrive is asked for again', async ({
  page,
  watch,
}) => {
  watch.expect(/ERR_FAILED/)
  await page.emulateMedia({ colorScheme: 'light' })
  let asked = 0
  const { promise: pressed, resolve: letAnswer } = Promise.withResolvers<void>()
  await page.route('**/assets/site-*.js', (route) =>
    ++asked > 1 ? pressed.then(() => route.continue()) : route.abort(),
  )
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/about')
  await failed
  const html = page.locator('html')
  await page.getByRole('button', { name: 'Use the dark theme' }).click()
  await expect(html).toHaveAttribute('data-theme', 'light')
  letAnswer()
  await expect(html).toHaveAttribute('data-theme', 'dark')
  expect(asked).toBeGreaterThan(1)
})
