// Every page of the gallery, light and dark, on a phone and at a desk: as in its snapshot, no violation that axe can
// find, nothing cut off or too wide, nothing too small for a thumb. `npm run gallery -- --pictures` renews the snapshots.
import { existsSync, readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { alike, linesOf, written } from './gallery-snapshot.ts'
import { headed, lookingTest as test, noon, slugOf, turnTo } from './gallery-test.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'

const pages = [
  'Colours',
  'Letters',
  'Icons',
  'Buttons',
  'Tabbed page',
  'Paper',
  'Page header',
  'Cards',
  'People and labels',
  'Status words',
  'Live value',
  'Attention list',
  'Sparkline',
  'States of a view',
  'Data table',
  'Plain table',
  'Log',
  'Filter bar',
  'Time range',
  'Time series',
  'Bars',
  'Gauge',
  'Hour of week',
  'File drop',
  'Part of a page',
  'Form',
  'Password',
  'Choice list',
  'Search choice',
  'Search field',
  'Side sheet',
  'Question',
  'Buttons that call',
  'Hold to confirm',
  'Banner',
  'Toast',
  'Strip',
  'Roll-call',
  'Changed meanwhile',
  'Failure',
] as const

/** What a phone is shown in other elements than a desk, or in other colours; the rest differs in size alone. */
const otherOnPhones = new Set<string>([
  'Bars',
  'Data table',
  'Filter bar',
  'Hour of week',
  'Log',
  'Time range',
  'Time series',
])

for (const name of pages)
  test(`${name}: accessible, and nothing overflows`, async ({ page, stage }, { project }) => {
    stage.snapshots.set(name, await snapshotOf(page, name, project.name, checks(project.name, name)))
  })

// Compares what was seen above; by itself it looks again.
test('every page: as it was', async ({ page, stage }, info) => {
  const reason = await stage.incomparable(page)
  test.skip(reason !== '', `Snapshots of the gallery: ${reason}`)
  for (const name of pages) {
    const now = stage.snapshots.get(name) ?? (await snapshotOf(page, name, info.project.name, unchecked))
    const file = `${slugOf(name)}.txt`
    const lines = `${alike(now, linesIn(info.snapshotPath(file))).join('\n')}\n`
    expect.soft(lines, name).toMatchSnapshot(file)
  }
})

/** What is found on a page, light and dark, and with each thing that lies over it. */
interface Checks {
  readonly light: (page: Page) => Promise<void>
  readonly dark: (page: Page) => Promise<void>
  readonly over: (page: Page) => Promise<void>
}

const checks = (size: string, name: string): Checks => {
  const isLookedAt = size !== 'gallery-phone' || otherOnPhones.has(name)
  const fits = async (page: Page) => {
    expect(await tooWide(page)).toEqual([])
    if (size === 'gallery-phone') expect(await tooSmall(page)).toEqual([])
  }
  return {
    light: async (page) => {
      if (isLookedAt) await expectAccessible(page)
      await fits(page)
    },
    // The other theme has the same parts at the same places, in other colours.
    dark: async (page) => {
      if (isLookedAt) await expectAccessible(page, { rules: ['color-contrast'] })
    },
    over: async (page) => {
      await expectAccessible(page, { popup: true })
      await fits(page)
    },
  }
}

const nothing = async () => {}
const unchecked: Checks = { light: nothing, dark: nothing, over: nothing }

const snapshotOf = async (page: Page, name: string, size: string, check: Checks): Promise<string[]> => {
  await openOn(page, name)
  const main = page.getByRole('main')
  await show(page, 'light')
  const light = await linesOf(main)
  await check.light(page)
  await show(page, 'dark')
  const dark = await linesOf(main)
  await check.dark(page)

  const scheme = size === 'gallery-phone' ? 'light' : 'dark'
  const pressed = await page
    .locator('[data-press]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-state') ?? ''))
  if (pressed.length === 0) return written(light, dark)
  await show(page, scheme)
  const beside = async () => written(await linesOf(page.locator(besideThePage)))
  const before = await beside()
  const over: string[] = []
  for (const state of pressed) over.push(`${state}, ${scheme}:`, ...(await lookOver(page, state, check.over)))
  // What was pressed may stay, as notices do: the next page begins anew then.
  if ((await beside()).join() !== before.join()) await page.goto('about:blank')
  return [...written(light, dark), ...over]
}

const openOn = async (page: Page, name: string) => {
  if (page.url() !== 'about:blank') return turnTo(page, name)
  await page.clock.setFixedTime(noon)
  await page.goto(`/${slugOf(name)}`)
  await headed(page, name)
}

const show = async (page: Page, colorScheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  await settled(page)
}

const besideThePage = 'body > :not(#root), main ~ *'

/** What lies over the page once a button is pressed. */
const lookOver = async (page: Page, state: string, check: Checks['over']): Promise<string[]> => {
  const stage = page.locator(`[data-state="${state}"][data-press]`)
  const press = (await stage.getAttribute('data-press')) ?? ''
  await stage
    .getByRole('button', { name: press })
    .or(stage.getByRole('link', { name: press }))
    .click()
  await settled(page)
  const lines = await linesOf(stage.or(page.locator(besideThePage)))
  await check(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  return written(lines)
}

// React shows what was late after a third of a second at the earliest: the page's clock need not be waited for.
const settled = async (page: Page) => {
  let before = ''
  for (let now = await page.evaluate(() => document.body.innerHTML); now !== before; ) {
    before = now
    await page.clock.runFor(400)
    now = await drawn(page)
  }
}

/** With its fonts, two frames later: one in which a part learns its size, one in which it is drawn by it. */
const drawn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (const _ of [1, 2])
      await new Promise<void>((resolve) => {
        const observer = new IntersectionObserver(() => resolve(observer.disconnect()))
        observer.observe(document.body)
      })
    return document.body.innerHTML
  })

const linesIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])

test('the gallery has these pages and no others', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Components' }).getByRole('link')).toHaveText([...pages])
})
