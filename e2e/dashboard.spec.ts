// The dashboard: all of it is the server's word, and what devices say appears on it by itself.
import * as devices from '@gatehouse/contract/devices'
import * as entryExit from '@gatehouse/contract/entry-exit'
import * as peopleCount from '@gatehouse/contract/people-count'
import type { Locator, Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { awaitText } from './pixel.ts'
import { expect, test } from './test.ts'

const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')

test('the dashboard shows the doors, gas, counters, health, people and log that the server knows', async ({ page }) => {
  const admin = await enter(page, 'admin')
  await page.goto('/dashboard')
  await live(page)
  const known = (await admin.ask(devices.list, {})).devices
  const ofKind = (kind: string) => known.filter((device) => device.kind === kind)

  expect(ofKind('door').length).toBeGreaterThan(10)
  for (const { key, name } of ofKind('door')) await expect(page.getByTestId(`door-${key}`)).toContainText(name)
  for (const { key, latest } of ofKind('gas')) {
    for (const { channel } of latest) await expect(page.getByTestId(`gas-${key}-${channel}`)).toHaveText(/^[\d.]+$|^–$/)
  }
  for (const { key, name } of known) await expect(page.getByTestId(`health-${key}`)).toContainText(name)

  const { counters } = await admin.ask(peopleCount.now, {})
  expect(counters).toHaveLength(ofKind('counter').length)
  const sums = async ({ deviceId }: { deviceId: string }) => {
    const now = (await admin.ask(peopleCount.now, {})).counters.find((counter) => counter.deviceId === deviceId)
    return now?.at ? [now.inToday, now.outToday].map(String) : ['–', '–']
  }
  for (const counter of counters) {
    const row = page.getByTestId(`counter-${counter.key}`)
    await expect(async () => {
      expect((await row.getByRole('cell').allTextContents()).slice(1, 3)).toEqual(await sums(counter))
    }).toPass()
  }

  await expect(async () => {
    const { inside } = await admin.ask(entryExit.inside, {})
    await expect(page.getByTestId('inside-now')).toHaveText(`${inside} ${inside === 1 ? 'person' : 'people'}`, {
      timeout: 1000,
    })
  }).toPass()

  await expect(async () => {
    const { logs } = await admin.ask(entryExit.logs, { limit: 30 })
    const shown = await feedOf(page).locator('strong').allTextContents()
    expect(shown).toEqual(logs.map(({ person }) => person ?? 'Unknown person'))
  }).toPass()
})

test('a reading, a forced door, an entry and a count appear without a reload', async ({ page, gateway, store }) => {
  const admin = await enter(page, 'admin')
  await page.goto('/dashboard')
  await live(page)
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  const taken: [what: string, ms: number][] = []
  const timed = async (what: string, element: Locator, text: string, say: () => Promise<void>) => {
    const awaited = await awaitText(element, text)
    const since = Date.now()
    const [drawnAt] = await Promise.all([awaited.drawn(), say()])
    taken.push([what, drawnAt - since])
  }

  // A channel that the simulator does not speak for, first far below its set point, then above it.
  await gateway.reading('gas-chiller', 'SO2', 0.4, 'ppm')
  const sulphur = page.getByTestId('gas-gas-chiller-SO2')
  await expect(sulphur).toHaveAttribute('data-quality', 'normal')
  await timed('reading', sulphur, '3.1', () => gateway.reading('gas-chiller', 'SO2', 3.1, 'ppm'))
  await expect(sulphur).toHaveAttribute('data-quality', 'high')
  const attention = cardOf(page, 'Needs attention')
  await expect(attention).toContainText('SO₂ 3.1 ppm')

  const door = page.getByTestId('door-door-roof-terrace')
  await timed('forced door', door, 'Forced open', () =>
    gateway.say('door-roof-terrace', 'event', { type: 'forced-open' }),
  )
  await expect(door).toHaveAttribute('data-state', 'critical')
  await expect(attention.getByRole('listitem').filter({ hasText: 'Roof terrace' })).toContainText('Forced open')

  const card = await cardOfSomebody(store, 'priya.raghavan@gatehouse.example')
  await gateway.access('door-main-entrance', card, { direction: 'exit' })
  const { inside } = await admin.ask(entryExit.inside, {})
  // Others of the building may come in at the same moment.
  const newest = feedOf(page).getByRole('listitem').filter({ hasText: 'Priya Raghavan' }).first()
  await expect(newest).toContainText('Exit, Main entrance')
  await timed('entry', feedOf(page), 'Entry, Side entrance, Mill Lane', () =>
    gateway.access('door-side-entrance', card),
  )
  await expect(newest).toContainText('Entry, Side entrance, Mill Lane')
  await expect(page.getByTestId('inside-now')).not.toHaveText(new RegExp(`^${inside} `))

  const canteen = page.getByTestId('counter-counter-canteen')
  const before = (await admin.ask(peopleCount.now, {})).counters.find(({ key }) => key === 'counter-canteen')
  const more = 700 + (before?.inToday ?? 0)
  await timed('count', canteen.getByRole('cell').nth(1), `${more}`, () =>
    gateway.say('counter-canteen', 'count', { in: 700, out: 700 }),
  )

  // Put right again, and that appears too.
  await gateway.say('door-roof-terrace', 'event', { type: 'closed' })
  await gateway.reading('gas-chiller', 'SO2', 0.2, 'ppm')
  await expect(door).not.toHaveAttribute('data-state', 'critical')
  await expect(attention).not.toContainText('SO₂')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  console.log(`  publish -> pixel: ${taken.map(([what, ms]) => `${what} ${ms} ms`).join(', ')}`)
})

test('ages tick', async ({ page, gateway }) => {
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await live(page)
  const say = (humidity: number) => gateway.reading('gas-chiller', 'humidity', humidity, '%RH')
  await say(52)
  const tile = page.getByRole('listitem').filter({ has: page.getByTestId('gas-gas-chiller-humidity') })
  // Each is there for a second: watched from before the reading that they are counted from.
  const ages = await Promise.all(['age 2 s', 'age 4 s', 'age 5 s'].map((age) => awaitText(tile, age)))
  await say(53)
  await expect(tile).toContainText('53')
  let areDrawn = false
  const all = () => void (areDrawn = true)
  Promise.all(ages.map((age) => age.drawn())).then(all, () => {})
  // A tick that comes late leaves an age out: it is counted from another reading then.
  await expect(async () => {
    await say(53)
    await expect.poll(() => areDrawn, { timeout: 8_000 }).toBe(true)
  }).toPass()
})

test('where a value comes from and when it was measured is told on hover and to the keyboard', async ({ page }) => {
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await live(page)
  const tile = page.getByTestId('door-door-archive')
  await tile.getByText('Archive').hover()
  await expect(page.getByRole('tooltip')).toContainText('door-archive')
  await expect(page.getByRole('tooltip').locator('time')).toHaveText(/\d{4}, \d\d:\d\d:\d\d (GMT|BST)/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await page.getByRole('region', { name: 'Every door' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(tile).toBeFocused()
  await expect(page.getByRole('tooltip')).toContainText('door-archive')
})

const feedOf = (page: Page) => page.getByRole('region', { name: 'Newest entries and exits' })

const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })

const cardOfSomebody = async (
  store: { query: (text: string, values: string[]) => Promise<{ rows: { value: string }[] }> },
  email: string,
) => {
  const { rows } = await store.query(
    'select c.value from credential c join users u on u.id = c.user_id where u.email = $1',
    [email],
  )
  return rows[0]?.value ?? ''
}
