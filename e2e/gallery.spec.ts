// Every page of the gallery, light and dark, on a phone and at a desk: as on its picture, no violation that axe can
// find, nothing cut off or too wide, nothing too small for a thumb. `npm run gallery -- --pictures` renews the pictures.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { lookingTest as test, noon } from './gallery-test.ts'
import { tooSmall, tooWide } from './geometry.ts'

const pages = [
  'Colours',
  'Letters',
  'Icons',
  'Buttons',
  'Page header',
  'Cards',
  'People and labels',
  'Status words',
  'Live value',
  'Attention list',
  'Sparkline',
  'States of a view',
  'Data table',
  'Log',
  'Filter bar',
  'Time range',
  'Time series',
  'Form',
  'Password',
  'Choice list',
  'Search choice',
  'Search field',
  'Side sheet',
  'Question',
  'Hold to confirm',
  'Banner',
  'Toast',
  'Strip',
  'Roll-call',
  'Failure',
] as const

test.describe.configure({ mode: 'parallel' })

for (const name of pages) {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  test(`${name}: as it was, accessible, and nothing overflows`, async ({ page }, { project }) => {
    await page.clock.setFixedTime(noon)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await turnTo(page, `/${slug}`)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    const main = page.getByRole('main')
    const box = await settled(main)
    await expectPicture(page, `${slug}-light`, box)
    await expectAccessible(page)
    await expectFits(page, project.name)

    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    // The other theme has the same parts at the same places, in other colours.
    await expectPicture(page, `${slug}-dark`, box)
    await expectAccessible(page, { rules: ['color-contrast'] })

    const scheme = project.name === 'gallery-phone' ? 'light' : 'dark'
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const over = await page
      .locator('[data-press]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-state') ?? ''))
    for (const state of over) await lookOver(page, state, `${slug}-${slugOf(state)}-${scheme}`, project.name)
    // What was pressed may stay, as notices do.
    if (over.length > 0) await page.goto('about:blank')
  })
}

/** By the list beside it, with the hand away. */
const turnTo = async (page: Page, path: string) => {
  if (page.url() === 'about:blank') return page.goto(path)
  await page.mouse.move(0, 0)
  return page.evaluate((to) => {
    document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click()
    scrollTo(0, 0)
  }, path)
}

/** What lies over the page once a button is pressed. */
const lookOver = async (page: Page, state: string, picture: string, size: string) => {
  const stage = page.locator(`[data-state="${state}"][data-press]`)
  const press = (await stage.getAttribute('data-press')) ?? ''
  await stage
    .getByRole('button', { name: press })
    .or(stage.getByRole('link', { name: press }))
    .click()
  // The list beside it is no part of its picture.
  await page.locator('html').evaluate((html) => html.setAttribute('data-picture', ''))
  await expectPicture(page, picture)
  await expectAccessible(page, { popup: true })
  await expectFits(page, size)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
}

const expectFits = async (page: Page, size: string) => {
  expect(await tooWide(page)).toEqual([])
  if (size === 'gallery-phone') expect(await tooSmall(page)).toEqual([])
}

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

/** Of the window, or of a part of the page. */
const expectPicture = async (page: Page, name: string, box?: Box) => {
  // Elsewhere letters are drawn by another system, and no picture would fit.
  if (process.platform !== 'linux') return
  // Neither by where the page was scrolled to, nor by a hair of a pixel, is a picture higher or lower.
  const whole = box && {
    fullPage: true,
    clip: { x: box.x, y: Math.round(box.y), width: box.width, height: Math.floor((box.height - 4) / 8) * 8 },
  }
  await expect(page).toHaveScreenshot(`${name}.png`, { ...whole, timeout: 30_000 })
}

// Its box once nothing moves it any more: React shows what was late after a third of a second at the earliest.
const settled = async (part: Locator): Promise<Box | undefined> => {
  let before = await part.boundingBox()
  for (let same = 0; same < 4; ) {
    await part.page().waitForTimeout(100)
    const now = await part.boundingBox()
    same = now?.height === before?.height ? same + 1 : 0
    before = now
  }
  return before ?? undefined
}

const slugOf = (words: string) => words.toLowerCase().replaceAll(/[^a-z]+/g, '-')

test('the gallery has these pages and no others', { tag: '@desk' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Components' }).getByRole('link')).toHaveText([...pages])
})
