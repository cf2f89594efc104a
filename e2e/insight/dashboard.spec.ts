// The dashboard: all of it is the server's word, what reports no more is not green, and what devices say appears on it by
// itself. When a device that is connected counts as off line: server/building/device-health/silence.test.ts.
import * as devices from '@gatehouse/contract/building/devices'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as peopleCount from '@gatehouse/contract/safety/people-count'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/axe.ts'
import { standStill } from '../kit/clock.ts'
import type { Company } from '../kit/company.ts'
import type { Door } from '../kit/devices.ts'
import { greenOn } from '../kit/film.ts'
import { phone } from '../playwright.config.ts'
import { expect, test } from '../kit/test.ts'

const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')

/**
 * Three doors; three detectors, of which one has a channel that has not reported for a minute and one is off line; a
 * counter, and somebody who has come in. The administrator looks at all of it.
 */
const opensTheDashboard = async (page: Page, company: Company) => {
  const lobby = await company.aZone('Ground floor lobby')
  const main = await company.aDoor({ name: 'Main entrance', leadsTo: lobby })
  const side = await company.aDoor({ name: 'Side entrance, Mill Lane', zone: lobby, leadsTo: lobby })
  const roof = await company.aDoor({ name: 'Roof terrace' })
  const chiller = await company.aDetector({ name: 'Chiller' })
  const canteen = await company.aCounter({ name: 'Canteen' })
  const priya = await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' })
  await main.admits(priya.card)
  await chiller.reads(20.9, '%vol', 'O2')
  await canteen.counts({ in: 3, out: 1 })
  const sump = await company.aDetector({ name: 'Drainage sump' })
  await sump.reads(0, 'ppm', 'H2S')
  await sump.goesOffline()
  const boiler = await company.aDetector({ name: 'Boiler' })
  await boiler.reads(41.5, 'degC', 'temperature', { at: new Date(Date.now() - 60_000).toISOString() })
  await boiler.reads(20.9, '%vol', 'O2')
  const admin = await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/dashboard')
  await live(page)
  return { admin, main, side, roof, chiller, canteen, priya, boiler, sump }
}

test('nothing of a counter is cut from 1,280 to 1,920 px, a gas tile opens its channel with its history, and a phone needs three screens at most', async ({
  page,
  company,
}) => {
  const { chiller, canteen, boiler } = await opensTheDashboard(page, company)
  await company.aCounter({ name: 'Side entrance, Mill Lane' })
  for (const n of [1, 2, 3, 4, 5, 6, 7]) {
    await (await company.aDoor({ name: `Stair ${n}, half landing` })).forcedOpen()
    await (await company.aDetector({ name: `Plant ${n}` })).reads(n, 'ppm', 'CO')
  }
  const name = page.getByTestId(`counter-${canteen.key}`).getByRole('cell').first()
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const room = await name.evaluate((cell) => ({ has: cell.clientWidth, needs: cell.scrollWidth }))
    expect(room.has, `at ${width}`).toBeGreaterThan(80)
    expect(room.needs, `at ${width}`).toBeLessThanOrEqual(room.has)
  }
  await expect(cardOf(page, 'Gas')).toContainText('11 channels')
  await tileOf(page, `gas-${chiller.key}-O2`).getByRole('link').click()
  const sheet = page.getByRole('dialog', { name: 'O₂, Chiller' })
  await expect(sheet.getByRole('region', { name: 'Reading' })).toContainText('20.9')
  await expect(sheet.locator('canvas').first()).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?gas=[\w-]+\.O2$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.setViewportSize(phone)
  await expect(page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: /^Doors/ })).toBeInViewport()
  await expect(page.getByTestId(`gas-${boiler.key}-O2`)).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3 * phone.height)
})

test('the dashboard shows what the server knows, and neither what is stale nor what is off line is green; what happens appears without a reload; where a value comes from is said on hover and to the keyboard; ages tick', async ({
  page,
  company,
}) => {
  await page.clock.install()
  const {
    admin,
    main,
    side,
    roof,
    chiller,
    canteen: counter,
    priya,
    boiler,
    sump,
  } = await opensTheDashboard(page, company)
  const known = (await admin.ask(devices.list, {})).devices
  const ofKind = (kind: string) => known.filter((device) => device.kind === kind)

  expect(['door', 'gas', 'counter'].map((kind) => ofKind(kind).length)).toEqual([3, 3, 1])
  for (const { key, name } of ofKind('door')) await expect(page.getByTestId(`door-${key}`)).toContainText(name)
  for (const { key, latest } of ofKind('gas')) {
    for (const { channel } of latest) await expect(page.getByTestId(`gas-${key}-${channel}`)).toHaveText(/^[\d.]+$|^–$/)
  }
  for (const { key, name } of known) await expect(page.getByTestId(`health-${key}`)).toContainText(name)

  const { counters } = await admin.ask(peopleCount.now, {})
  expect(counters).toHaveLength(ofKind('counter').length)
  for (const { key, at, inToday, outToday } of counters) {
    expect(at).toBeDefined()
    const cells = page.getByTestId(`counter-${key}`).getByRole('cell')
    await expect(cells.nth(1)).toHaveText(`${inToday}`)
    await expect(cells.nth(2)).toHaveText(`${outToday}`)
  }
  const { inside } = await admin.ask(entryExit.inside, {})
  await expect(page.getByTestId('inside-now')).toHaveText(`${inside} ${inside === 1 ? 'person' : 'people'}`)
  const { logs } = await admin.ask(entryExit.logs, { limit: 30 })
  expect(logs).toHaveLength(1)
  await expect(feedOf(page).locator('strong')).toHaveText(logs.map(({ person }) => person ?? 'Unknown person'))

  const value = page.getByTestId(`gas-${boiler.key}-temperature`)
  await expect(value).toHaveAttribute('data-quality', 'stale')
  await expect(value).toHaveText('41.5')
  await expect(tileOf(page, `gas-${boiler.key}-temperature`)).toContainText('Stale')
  await expect(page.getByTestId(`health-${boiler.key}`)).toHaveAttribute('data-state', 'normal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Temperature 41.5 °C' })).toContainText('Stale')

  await expect(page.getByTestId(`health-${sump.key}`)).toHaveAttribute('data-state', 'offline')
  await expect(page.getByTestId(`gas-${sump.key}-H2S`)).toHaveAttribute('data-quality', 'offline')
  await expect
    .poll(async () => (await greenOn(page)).filter((text) => /Temperature|Drainage sump/.test(text)))
    .toEqual([])

  // It happens, and appears.
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  // First far below its set point, then above it.
  await chiller.reads(0.4, 'ppm', 'SO2')
  const sulphur = page.getByTestId(`gas-${chiller.key}-SO2`)
  await expect(sulphur).toHaveAttribute('data-quality', 'normal')
  await chiller.reads(3.1, 'ppm', 'SO2')
  await expect(sulphur).toContainText('3.1')
  await expect(sulphur).toHaveAttribute('data-quality', 'high')

  const door = page.getByTestId(`door-${roof.key}`)
  await roof.forcedOpen()
  await expect(door).toContainText('Forced open')
  await expect(door).toHaveAttribute('data-state', 'critical')

  // What is in alarm is answered in the bar: the card does not list it a second time.
  const attention = cardOf(page, 'Needs attention')
  await expect(page.getByTestId('alarm-bar')).toContainText('more')
  await expect(page).toHaveTitle(/^\(\d+\) Dashboard · Gatehouse$/)
  await expect(attention).toContainText(/open alarms/)
  await expect(attention).not.toContainText(/Roof terrace|SO₂/)

  await main.admits(priya.card, { direction: 'exit' })
  const { inside: others } = await admin.ask(entryExit.inside, {})
  const newest = feedOf(page).getByRole('listitem').filter({ hasText: 'Priya Raghavan' }).first()
  await expect(newest).toContainText('Exit, Main entrance')
  await side.admits(priya.card)
  await expect(feedOf(page)).toContainText('Entry, Side entrance, Mill Lane')
  await expect(newest).toContainText('Entry, Side entrance, Mill Lane')
  await expect(page.getByTestId('inside-now')).not.toHaveText(new RegExp(`^${others} `))

  const canteen = page.getByTestId(`counter-${counter.key}`)
  const before = (await admin.ask(peopleCount.now, {})).counters.find(({ key }) => key === counter.key)
  const more = 700 + Number(before?.inToday ?? 0)
  await counter.counts({ in: 700, out: 700 })
  await expect(canteen.getByRole('cell').nth(1)).toContainText(`${more}`)

  await fitsAPhone(page, side)

  // Put right again, and that appears too; the alarm waits until somebody has acknowledged it.
  await roof.closes()
  await chiller.reads(0.2, 'ppm', 'SO2')
  // Others may come: of a detector that has been away for long enough.
  const bar = page.getByTestId('alarm-bar').filter({ hasText: /Roof terrace|Chiller/ })
  await expect(async () => {
    await bar.getByRole('button', { name: /^Acknowledge/ }).click({ timeout: 1_000 })
    await expect(bar).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(door).not.toHaveAttribute('data-state', 'critical')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)

  // Where a value comes from and when it was measured.
  const entrance = page.getByTestId(`door-${main.key}`)
  // An alarm that comes in between moves the page under the pointer.
  await expect(async () => {
    await entrance.getByText('Main entrance').hover()
    await expect(page.getByRole('tooltip')).toContainText(main.key, { timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('tooltip').locator('time')).toHaveText(/\d{4}, \d\d:\d\d:\d\d (GMT|BST)/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  // Left where it is, it would leave the door when an alarm moves the page, and close what the keyboard opens.
  await page.mouse.move(0, 0)
  const doors = page.getByRole('region', { name: 'Every door' })
  await expect(doors.getByRole('listitem').first()).toContainText('Main entrance')
  await doors.focus()
  await page.keyboard.press('ArrowDown')
  await expect(entrance).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText(main.key)

  const tile = tileOf(page, `gas-${chiller.key}-humidity`)
  await chiller.reads(52, '%RH', 'humidity')
  await expect(tile).toContainText('52')
  // From here on the page's clock moves by this alone.
  await standStill(page)
  await chiller.reads(53, '%RH', 'humidity')
  for (const seen of ['53.0', 'age 2 s', 'age 4 s', 'age 5 s']) {
    await expect(async () => {
      await page.clock.runFor(250)
      expect(await tile.textContent()).toContain(seen)
    }).toPass({ intervals: [0] })
  }
})

/** A forced door is seen without scrolling, and nothing of the alarm is cut. */
const fitsAPhone = async (page: Page, side: Door) => {
  const atTheDesk = page.viewportSize()
  await page.setViewportSize(phone)
  await side.forcedOpen()
  const alarm = page.getByTestId('alarm-bar')
  await expect(alarm).toContainText(/Door forced open.*Side entrance, Mill Lane/)
  for (const size of [phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    await expect(alarm).toBeInViewport({ ratio: 1 })
  }
  const cut = () =>
    alarm.evaluate((item) =>
      [item, ...item.querySelectorAll<HTMLElement>('*:not(.visually-hidden)')]
        .filter((part) => getComputedStyle(part).textOverflow === 'ellipsis' || part.scrollWidth > part.clientWidth + 1)
        .filter((part) => part.clientWidth > 0)
        .map((part) => part.textContent),
    )
  await expect.poll(cut).toEqual([])
  await alarm.getByRole('button', { name: /^Acknowledge.*Mill Lane$/ }).click()
  await expect(alarm).not.toContainText('Mill Lane')
  await side.closes()
  if (atTheDesk) await page.setViewportSize(atTheDesk)
}

const feedOf = (page: Page) => page.getByRole('region', { name: 'Newest entries and exits' })

const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

const tileOf = (page: Page, testId: string) => page.getByRole('listitem').filter({ has: page.getByTestId(testId) })
