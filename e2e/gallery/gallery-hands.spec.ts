// What the shared components do under a hand: held, read, zoomed, moved through time.
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { standStill } from '../kit/clock.ts'
import { handsTest as test, noon, turnTo } from './gallery-test.ts'

const longEnoughMs = 1_500

test.describe('what has to be held', () => {
  test.beforeEach(async ({ page }) => {
    await turnTo(page, 'Colours')
    await turnTo(page, 'Hold to confirm')
    await standStill(page)
  })

  test.afterEach(({ page }) => page.clock.resume())

  test('by pointer: for one and a half seconds; not by clicks, and not when the pointer leaves', async ({ page }) => {
    const { button, done } = heldOn(page)
    await button.click({ clickCount: 3 })
    await run(page, longEnoughMs)
    await button.hover()
    await page.mouse.down()
    await run(page, longEnoughMs - 100)
    await expect(page.getByRole('button', { name: 'Keep holding…' })).toBeVisible()
    await page.mouse.up()
    await run(page, 500)
    await page.mouse.down()
    await run(page, 700)
    await page.mouse.move(5, 5)
    await run(page, longEnoughMs)
    await page.mouse.up()
    await expect(done).toHaveText('Not done')
    await expect(page.getByText('Let go too early: nothing was done.').first()).toBeAttached()

    await button.hover()
    await page.mouse.down()
    await run(page, longEnoughMs + 40)
    await expect(done).toHaveText('Done 1 time')
    await run(page, 3 * longEnoughMs)
    await page.mouse.up()
    await expect(done).toHaveText('Done 1 time')
  })

  test('by Enter and by Space; not by what was down before, and not when the focus goes', async ({ page }) => {
    const { button, done } = heldOn(page)
    await button.focus()
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.down(key)
      await run(page, longEnoughMs - 100)
      await page.keyboard.up(key)
      await page.keyboard.down(key)
      await run(page, 700)
      await page.keyboard.press('Tab')
      await run(page, longEnoughMs)
      await page.keyboard.up(key)
      await button.focus()
    }
    await expect(done).toHaveText('Not done')
    await page.keyboard.down('Enter')
    await run(page, 600)
    // Keys repeat while they are down.
    await page.keyboard.down('Enter')
    await run(page, longEnoughMs - 600 + 40)
    await expect(done).toHaveText('Done 1 time')
    await page.keyboard.up('Enter')
    await page.keyboard.down('Space')
    await run(page, longEnoughMs + 40)
    await page.keyboard.up('Space')
    await expect(done).toHaveText('Done 2 times')
  })

  test('by a finger: not by a tap, and not when it slides off', async ({ page }) => {
    const { button, done } = heldOn(page)
    const box = await button.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    await touch('touchStart', [{ x, y }])
    await touch('touchEnd', [])
    await run(page, longEnoughMs)
    await expect(done).toHaveText('Not done')
    await touch('touchStart', [{ x, y }])
    await run(page, 700)
    await touch('touchMove', [{ x: x + 250, y: y + 150 }])
    await run(page, longEnoughMs)
    await touch('touchEnd', [])
    await expect(done).toHaveText('Not done')
    await touch('touchStart', [{ x, y }])
    await run(page, longEnoughMs + 40)
    await expect(done).toHaveText('Done 1 time')
    await touch('touchEnd', [])
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await session.detach()
  })

  test('the question closes once the key is let go, so that it opens no other', async ({ page }) => {
    await page
      .getByRole('button', { name: 'Lock down the building' })
      .or(page.getByRole('link', { name: 'Lock down the building' }))
      .click()
    const question = page.getByRole('alertdialog', { name: 'Lock down Meridian Tower?' })
    await run(page, 500)
    await question.getByRole('button', { name: 'Hold to lock down' }).focus()
    await page.keyboard.down('Enter')
    await run(page, longEnoughMs + 40)
    await expect(question.getByRole('button', { name: 'Locking down…' })).toBeVisible()
    await page.keyboard.down('Enter')
    await run(page, 500)
    await expect(question).toBeVisible()
    await page.keyboard.up('Enter')
    await run(page, 500)
    await expect(question).toBeHidden()
  })
})

test('while what is typed is being found, nobody is offered who does not match', async ({ page }) => {
  await turnTo(page, 'Search choice')
  await standStill(page)
  const field = page.getByRole('region', { name: 'None chosen', exact: true }).getByRole('combobox')
  const options = page.getByRole('option')
  const type = async (letters: string) => {
    await field.fill(letters)
    await run(page, 100)
  }
  const answered = () => run(page, 1_100)
  await field.click()
  await run(page, 100)
  await expect(options).toHaveText(['Ada Byron', 'Noor Haddad, Reception', 'Ola Adeyemi', 'Priya Raman', 'Tom Ek'])
  await type('ade')
  await expect(options).toHaveText(['Ola Adeyemi'])
  await type('tom e')
  await expect(options).toHaveText(['Tom Ek'])
  await answered()
  await type('priya')
  await expect(page.getByText('Loading…')).toBeVisible()
  await expect(options).toHaveCount(0)
  await answered()
  await options.first().click()
  await run(page, 100)
  await expect(field).toHaveValue('Priya Raman')

  // The others stand beside whoever is chosen, unless somebody else is sought.
  await field.click()
  await run(page, 100)
  await expect(options).toHaveCount(5)
  await type('tom')
  await expect(options).toHaveText(['Tom Ek'])
  await type('nobody')
  await expect(options).toHaveCount(0)
  await answered()
  await expect(page.getByText('No matches')).toBeVisible()

  // What is typed over a name that was given stays, too.
  const filter = page.getByRole('region', { name: 'In a filter, chosen', exact: true }).getByRole('combobox')
  await expect(filter).toHaveValue('Zoe Marsh')
  await filter.fill('noor')
  await answered()
  await expect(filter).toHaveValue('noor')
  await expect(options).toHaveText(['Noor Haddad, Reception'])
  await page.keyboard.press('Tab')
  await run(page, 100)
  await expect(filter).toHaveValue('Zoe Marsh')
  await page.clock.resume()
})

test('a range is kept in the address: by name, earlier, now, and across the night the clocks go back', async ({
  page,
}) => {
  await page.clock.setFixedTime(noon)
  await turnTo(page, 'Time range')
  const control = page.getByRole('group', { name: 'Time range' }).first()
  const words = control.getByRole('button').nth(1)
  await expect(control.getByRole('button', { name: 'Later' })).toBeDisabled()
  await control.getByRole('button', { name: 'Earlier' }).click()
  await expect(page).toHaveURL(/\?from=2026-11-20T20%3A00Z&to=2026-11-21T04%3A00Z$/)
  await expect(words).toHaveText('Fri 20 Nov, 20:00 – Sat 21 Nov, 04:00')
  await control.getByRole('button', { name: 'Now' }).click()
  await expect(words).toHaveText('Last 8 hours')
  await expect(page).toHaveURL(/\/time-range$/)

  await words.click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page).toHaveURL(/\?range=yesterday$/)
  await words.click()
  const choices = page.getByRole('dialog', { name: 'Time range' })
  await choices.getByLabel('From').fill('2026-03-29T01:30')
  await choices.getByRole('button', { name: 'Show' }).click()
  await expect(choices.getByText('There is no such time: the clocks go forward over it')).toBeVisible()
  await choices.getByLabel('From').fill('2026-10-25T01:30')
  await choices.getByLabel('To').fill('2026-10-25T01:30')
  await choices.getByRole('button', { name: 'Show' }).click()
  await expect(words).toHaveText('Sun 25 Oct, 01:30 BST – 01:30 GMT')
  await expect(page).toHaveURL(/\?from=2026-10-25T00%3A30Z&to=2026-10-25T01%3A30Z$/)
})

test('a chart is read and zoomed by keys and by dragging; its table and its file say the same', async ({ page }) => {
  await page.clock.setFixedTime(noon)
  await turnTo(page, 'Time series')
  const stage = page.getByRole('region', { name: 'In a page', exact: true })
  const chart = stage.getByRole('region', { name: /^Carbon dioxide, meeting room\. Carbon dioxide: \d+ to \d+ ppm$/ })
  await chart.focus()
  for (const key of ['End', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await expect(chart.getByRole('status')).toContainText('11:56:00')
  const text = (await chart.getByRole('status').textContent()) ?? ''
  await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?from=2026-11-21T11%3A36Z&to=2026-11-21T11%3A56Z$/)
  await stage.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).toHaveURL(/\?from=2026-11-21T11%3A26Z&to=2026-11-21T12%3A00Z$/)

  // Drawn again in the same plot, and drawn anew: no difference.
  const canvas = stage.locator('canvas').first()
  const drawn = () => canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ''))
  await canvas.evaluate((element) => element.setAttribute('data-same', ''))
  const whole = page.url()
  await stage.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).not.toHaveURL(whole)
  const part = page.url()
  await stage.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page).not.toHaveURL(part)
  await expect(stage.locator('canvas[data-same]')).toHaveCount(1)
  // It is drawn some frames after its address has changed.
  let again = ''
  await expect
    .poll(
      async () => {
        const before = again
        again = await drawn()
        return again === before
      },
      { intervals: [300] },
    )
    .toBe(true)
  await page.reload()
  await expect.poll(drawn).toBe(again)

  await stage.getByRole('button', { name: 'Table' }).click()
  const row = stage.getByRole('row', { name: /11:56:00/ })
  expect(text).toContain(`Carbon dioxide ${await row.getByRole('cell').textContent()} ppm`)
  const figures = await stage.getByRole('cell').allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    stage.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Carbon dioxide, meeting room.csv')
  const [heading, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(heading).toBe('\uFEFFTime (Europe/London),Carbon dioxide (ppm)')
  expect(lines.map((line) => line.split(',')[1]).toReversed()).toEqual(figures)
  expect(lines.at(-1)).toMatch(/^2026-11-21T12:00:00\+00:00,\d+$/)

  await stage.getByRole('button', { name: 'Chart' }).click()
  await expect(canvas).toBeVisible()
  const box = await chart.boundingBox()
  const [left, top] = [box?.x ?? 0, (box?.y ?? 0) + 120]
  await page.mouse.move(left + 300, top)
  await page.mouse.down()
  await page.mouse.move(left + 600, top, { steps: 4 })
  const before = page.url()
  await page.mouse.up()
  await expect(page).not.toHaveURL(before)
  await expect(stage.getByRole('group', { name: 'Time range' }).getByRole('button').nth(1)).toHaveText(
    /^Sat 21 Nov, 11:\d\d – 11:\d\d$/,
  )
})

test('a table remembers its columns, reads on, is sorted and filtered by its address, and its file is what is shown', async ({
  page,
}) => {
  await page.clock.setFixedTime(noon)
  await page.goto('/data-table?search=detector+1')
  const stage = page.getByRole('region', { name: 'Rows', exact: true })
  const rows = stage.getByRole('grid').getByRole('row')
  await expect(rows).toHaveCount(11)
  await stage.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Identifier' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Place' }).click()
  await page.reload()
  await expect(stage.getByRole('columnheader')).toHaveText(['Detector', 'State', 'Last heard', 'Identifier'])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    stage.getByRole('button', { name: 'CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toBe('\uFEFFDetector,State,Last heard,Identifier')
  expect(lines[1]).toBe('Detector 10,normal,2026-11-21T11:58:36.000Z,detector-10')
  expect(lines).toHaveLength(11)

  await stage.getByRole('searchbox').fill('')
  await expect(page).toHaveURL(/\/data-table$/)
  await rows.last().scrollIntoViewIfNeeded()
  await expect(stage.getByText('26 rows', { exact: true })).toBeVisible()
  await stage.getByRole('button', { name: 'Detector' }).click()
  await expect(page).toHaveURL(/\?sort=-name$/)
  await expect(stage.getByRole('columnheader', { name: 'Detector' })).toHaveAttribute('aria-sort', 'descending')
  await expect(rows.nth(1)).toContainText('Detector 26')
  await stage.getByRole('button', { name: 'Detector' }).click()
  await expect(page).toHaveURL(/\/data-table$/)
  await expect(rows.nth(21)).toContainText('Detector 21')
  await rows.nth(21).getByRole('link').click()
  await expect(page).toHaveURL(/\?detector=detector-21$/)
  await expect(page.getByRole('dialog', { name: 'Detector 21' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/data-table$/)
})

const heldOn = (page: Page) => {
  const stage = page.getByRole('region', { name: 'Button', exact: true })
  return {
    button: stage.getByRole('button'),
    done: stage
      .getByRole('status')
      .filter({ hasText: /done|Done/ })
      .last(),
  }
}

// From then on the clock of the page stands still but for this.
const run = (page: Page, ms: number) => page.clock.runFor(ms)
