// Scenario: what a person waits for inside the application: a page seen before, opened again, and the other theme.
// Counted in the browser, from the press to the second frame after, which is when it is on the screen.
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { launchChromium, signInByForm } from './kit/chromium.ts'
import type { Context } from './context.ts'
import { startInWorld } from './gatehouse.ts'
import { atMost, medianOf, type Outcome, type Row } from './kit/results.ts'

const pages = ['/staff', '/dashboard'] as const

export const feel = async (context: Context): Promise<Outcome> => {
  context.log('feel: opening pages and changing themes')
  const size = { companies: 1, doors: 14, detectors: 12, people: 60, role: 'admin' } as const
  const { gatehouse, companies, password } = await startInWorld(context.cluster, 'gatehouse_feel', size)
  const browser = await launchChromium()
  try {
    const state = await signInByForm(browser, gatehouse, companies[0]?.email ?? '', password)
    const page = await browser.newPage({ storageState: state, viewport: { width: 1440, height: 900 } })
    await page.goto(`${gatehouse.address}/dashboard`)
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    const changes: number[] = []
    const themes: number[] = []
    const shifts: number[] = []
    // The first time around each page is fetched: it is not counted.
    for (let round = -1; round < context.rounds; round++) {
      for (const path of pages) {
        const ms = await openingOf(page, path)
        if (round >= 0) changes.push(ms)
      }
      const { ms, shift } = await themeChangeOf(page)
      if (round >= 0) {
        themes.push(ms)
        shifts.push(shift)
      }
    }
    const rows: Row[] = [
      row('a page seen before', 'ms', changes, 'from the press on its link to its heading on the screen'),
      row('the other theme', 'ms', themes, 'from the press to the second frame after'),
      row('the other theme, layout shift', '', shifts, 'as the browser counts it; the page settled before'),
    ]
    return {
      rows,
      reach: [
        atMost('feel: route change from the cache at most 100 ms', medianOf(rows[0]), 100, 'ms'),
        atMost('feel: theme switch at most 50 ms', medianOf(rows[1]), 50, 'ms'),
        atMost('feel: theme switch without layout shift', medianOf(rows[2]), 0, ''),
      ],
    }
  } finally {
    await browser.close()
  }
}

const row = (who: string, unit: string, rounds: readonly number[], note: string): Row => ({
  scenario: 'feel',
  who,
  unit,
  rounds,
  better: 'less',
  note,
})

// What runs in the page, as text: the bench itself knows no document.
const frames = 'const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))'

const opening = (to: string) => `(async () => {
  ${frames}
  const link = document.querySelector('nav a[href="${to}"]')
  const before = document.querySelector('h1')
  const since = performance.now()
  link.click()
  for (let h1 = before; h1 === before || h1 === null; h1 = document.querySelector('h1')) await frame()
  await frame()
  return performance.now() - since
})()`

const themeChange = `(async () => {
  ${frames}
  const button = document.querySelector('button[aria-label^="Use the "]')
  let shift = 0
  const observer = new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shift += value
  })
  observer.observe({ type: 'layout-shift' })
  const since = performance.now()
  button.click()
  await frame()
  await frame()
  const ms = performance.now() - since
  await new Promise((resolve) => setTimeout(resolve, 300))
  observer.disconnect()
  return { ms, shift }
})()`

/** Within the page, so that no message between the programs is counted. */
const openingOf = async (page: Page, path: string): Promise<number> => {
  await settled(page)
  return z.number().parse(await page.evaluate(opening(path)))
}

const themeChangeOf = async (page: Page): Promise<{ ms: number; shift: number }> => {
  await settled(page)
  return z.object({ ms: z.number(), shift: z.number() }).parse(await page.evaluate(themeChange))
}

/** Nothing on its way any more: what still arrives would be counted. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(700)
}
