// The entry and exit log: filters in the address, endless rows, new ones on top, logging by hand, details, keyboard.
import * as devices from '@gatehouse/contract/devices'
import * as entryExit from '@gatehouse/contract/entry-exit'
import type { Log } from '@gatehouse/contract/entry-exit'
import type { Input } from '@gatehouse/contract/operation'
import type { Locator, Page, WebSocketRoute } from '@playwright/test'
import { enter, type Signed } from './accounts.ts'
import { awaitText } from './pixel.ts'
import { expect, test } from './test.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Entries and exits' })
const row = (page: Page, index: number) =>
  grid(page)
    .getByRole('row')
    .nth(index + 1)
const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')

test('filters stand in the address, survive a reload, and are still there after a look at one row', async ({
  page,
}) => {
  const guard = await enter(page, 'guard')
  const doors = (await guard.ask(devices.list, { kind: 'door' })).devices
  const lobby = doors.find(({ key }) => key === 'door-floor-2')
  await page.goto('/entry-exit/report')
  await choose(page, 'Period', 'Last 30 days')
  await choose(page, 'Door', 'Floor 2 lift lobby')
  await choose(page, 'Type', 'Exit')
  await page.getByLabel('Person or door').fill('priya')
  await expect(page).toHaveURL(`/entry-exit/report?period=month&q=priya&doorId=${lobby?.id}&type=exit`)
  const filtered = page.url()
  await expect(row(page, 0)).toContainText('Priya Raghavan')
  const onlyThose = async () => {
    const rows = await grid(page).locator('tbody tr').allTextContents()
    expect(rows.length).toBeGreaterThan(0)
    for (const text of rows) expect(text).toMatch(/Priya Raghavan.*Floor 2 lift lobby.*Exit/)
  }
  await expect(onlyThose).toPass()

  await page.reload()
  await expect(page).toHaveURL(filtered)
  await expect(page.getByLabel('Person or door')).toHaveValue('priya')
  await expect(page.getByRole('combobox', { name: 'Type' })).toHaveText('Exit')
  await expect(page.getByRole('combobox', { name: 'Door' })).toHaveText('Floor 2 lift lobby')
  await expect(onlyThose).toPass()

  await row(page, 0).getByRole('link').click()
  await expect(page).toHaveURL(/\/log-details\//)
  await page.goBack()
  await expect(page).toHaveURL(filtered)
  await expect(onlyThose).toPass()

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/entry-exit/report')

  // Two before the page has drawn the first of them, as on a slow machine.
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Exit', exact: true }).evaluate((option: HTMLElement) => {
    const field = document.querySelector<HTMLInputElement>('search input[type=search]')
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'priya')
    field?.dispatchEvent(new Event('input', { bubbles: true }))
    option.click()
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await expect(page).toHaveURL('/entry-exit/report?q=priya&type=exit')
})

test('a narrow filter is read to its end, every row once and in order', async ({ page }) => {
  const guard = await enter(page, 'guard')
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const [from, to] = [day(16), day(3)]
  const doors = (await guard.ask(devices.list, { kind: 'door' })).devices
  const doorId = doors.find(({ key }) => key === 'door-canteen')?.id ?? ''
  // The tests' browser is in the time zone of the site.
  const midnight = (date: string) => page.evaluate((at) => new Date(at).toISOString(), `${date}T00:00`)
  const filter = { doorId, type: 'exit', from: await midnight(from), to: await midnight(day(2)) } as const
  const known = await everyLog(guard, filter)
  expect(known.length).toBeGreaterThan(150)

  await page.goto(`/entry-exit/report?period=days&from=${from}&to=${to}&doorId=${doorId}&type=exit`)
  await expect(grid(page)).toBeVisible()
  const { ids, places } = await scrollToEnd(page)
  await expect(page.getByText(`That is all: ${known.length} rows`)).toBeVisible()
  expect(ids).toEqual(known.map(({ id }) => id))
  expect(places).toEqual(known.map((_, index) => index))
})

test('a new entry appears on top; while one reads further down it waits above', async ({ page, gateway }) => {
  await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await live(page)
  await expect(row(page, 0)).toBeVisible()
  const awaited = await awaitText(grid(page), 'Credential expired')
  const since = Date.now()
  const [drawnAt] = await Promise.all([
    awaited.drawn(),
    gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'expired' }),
  ])
  console.log(`  publish -> row: ${drawnAt - since} ms`)
  // Whoever comes in meanwhile moves it on.
  const newest = grid(page).getByRole('row').filter({ hasText: 'Credential expired' }).first()
  await expect(newest).toContainText('Archive')
  await expect(newest).toHaveAttribute('data-index', /^[0-2]$/)

  await grid(page)
    .locator('..')
    .evaluate((frame) => frame.scrollTo({ top: 900 }))
  await expect(grid(page).locator('[data-index="0"]')).toHaveCount(0)
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'wrong-pin' })
  const waiting = page.getByRole('button', { name: /^\d+ new$/ })
  await expect(waiting).toBeVisible()
  const wrong = grid(page).getByRole('row').filter({ hasText: 'Archive' }).getByText('Wrong PIN')
  await expect(wrong).toHaveCount(0)
  await waiting.click()
  await expect(wrong).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('an entry that happens while the first page is on its way is there with it, once', async ({ page, gateway }) => {
  const guard = await enter(page, 'guard')
  const { promise: mayArrive, resolve: letArrive } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(logsAsked)
  await page.route(logsAsked, async (route) => {
    const response = await route.fetch()
    await mayArrive
    await route.fulfill({ response })
  })
  await page.goto('/entry-exit/report')
  await asked
  await live(page)
  // Whatever is asked for again on going live is held as well.
  await page.waitForTimeout(500)
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'lockdown' })
  await page.waitForTimeout(500)
  letArrive()
  const newest = await newestAt(guard, 'Archive')
  await expect(linkTo(page, newest)).toBeVisible()
  await expect(linkTo(page, newest)).toHaveCount(1)
})

test('what happens while one looks at a single row is there on return', async ({ page, gateway }) => {
  const guard = await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await live(page)
  await row(page, 0).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'anti-passback' })
  const newest = await newestAt(guard, 'Archive')
  await page.goBack()
  await expect(linkTo(page, newest)).toBeVisible()
})

test('late entries of an outage stand in their place in time, and whoever reads further down stays there', async ({
  page,
  gateway,
  watch,
}) => {
  watch.expect(/ERR_FAILED/)
  const guard = await enter(page, 'guard')
  const outage = await outageOf(page)
  await page.goto('/entry-exit/report')
  await live(page)
  await expect(row(page, 0)).toBeVisible()
  const frame = grid(page).locator('..')
  const place = grid(page).locator('[data-index="70"]')
  await expect(async () => {
    await frame.evaluate((scroller, top) => scroller.scrollTo({ top }), 70 * 44)
    await expect(place).toBeInViewport({ timeout: 500 })
  }).toPass()
  const { logs } = await guard.ask(entryExit.logs, { limit: 200 })
  const shown = (await place.getByRole('link').getAttribute('href'))?.split('/').pop() ?? ''
  const at = logs.findIndex(({ id }) => id === shown)
  const readAt = await linkTo(page, shown).boundingBox()

  await outage.begin()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'lost')
  const [above, within] = [between(logs, at - 40), between(logs, at + 3)]
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'expired', at: above })
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'lockdown', at: within })
  await gateway.access('door-archive', 'card:0000000005', { result: 'denied', reason: 'wrong-pin' })
  outage.end()
  await live(page)

  const late = async (moment: string) =>
    (await guard.ask(entryExit.logs, { from: moment, to: new Date(Date.parse(moment) + 1).toISOString() })).logs[0]?.id
  const lateWithin = linkTo(page, (await late(within)) ?? '')
  await expect(lateWithin).toBeInViewport()
  const order = await grid(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').pop()))
  const placed = order.indexOf(await late(within))
  expect([order[placed - 1], order[placed + 1]]).toEqual([logs[at + 3]?.id, logs[at + 4]?.id])
  expect((await linkTo(page, shown).boundingBox())?.y).toBeCloseTo(readAt?.y ?? 0, 0)

  await page.getByRole('button', { name: /^\d+ new$/ }).click()
  await expect(linkTo(page, await newestAt(guard, 'Archive'))).toBeVisible()
  await frame.evaluate((scroller, top) => scroller.scrollTo({ top }), (at - 42) * 44)
  await expect(linkTo(page, (await late(above)) ?? '')).toBeVisible()
})

test('an entry is logged by hand, and stands on top of the log', async ({ page }) => {
  const guard = await enter(page, 'guard')
  await page.goto('/entry-exit/report')
  await live(page)
  await page.getByRole('button', { name: 'Log entry or exit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log an entry or exit' })
  await dialog.getByRole('combobox', { name: 'Door' }).click()
  await expect(page.getByRole('option', { name: 'Plant room' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Loading bay shutter' }).click()
  await dialog.getByRole('button', { name: 'Log entry' }).click()
  await expect(page.getByText(entryExit.messages.created('entry'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const byHand = grid(page).getByRole('row').filter({ hasText: 'By hand' }).first()
  await expect(byHand).toContainText(guard.user.displayName)
  await expect(byHand).toContainText('Loading bay shutter')

  await page.getByRole('button', { name: 'Log entry or exit' }).click()
  await choose(page, 'What happened', 'Exit')
  await page.getByLabel('When').fill('2031-01-01T08:00')
  await page.getByRole('button', { name: 'Log exit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The time cannot lie in the future.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('whoever may only read has no button to log, and the server refuses too', async ({ page }) => {
  const auditor = await enter(page, 'auditor')
  await page.goto('/entry-exit/report')
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log entry or exit' })).toHaveCount(0)
  const { csrfToken } = await (await page.request.get('/api/auth/csrf-token')).json()
  for (const type of ['entry', 'exit'] as const) {
    const doorId = (await auditor.ask(devices.list, { kind: 'door' })).devices[0]?.id
    const answer = await page.request.post('/api/entry-exit/log', {
      headers: { authorization: `Bearer ${auditor.token}`, 'x-csrf-token': String(csrfToken) },
      data: { userId: auditor.user.id, doorId, type, timestamp: new Date().toISOString() },
    })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ message: entryExit.messages.createDenied(type) })
  }
  await enter(page, 'staff')
  await page.goto('/entry-exit/report')
  await expect(page.getByText('Access denied. Missing required permissions: read_entry_exit_report')).toBeVisible()
})

test('a row leads to its details and to its neighbours in time at the same door', async ({ page }) => {
  const guard = await enter(page, 'guard')
  const { logs } = await guard.ask(entryExit.logs, { limit: 50, q: 'Main entrance' })
  const log = logs[20]
  expect(log).toBeDefined()
  await page.goto(`/log-details/${log?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(log?.person ?? 'Unknown person')
  await expect(page.getByText(log?.id ?? '', { exact: true })).toBeVisible()
  const { before, after } = await guard.ask(entryExit.logById, { id: log?.id ?? '' })
  expect([before.length, after.length]).toEqual([5, 5])
  const around = page.getByRole('region', { name: 'Around this moment at Main entrance' }).getByRole('link')
  await expect(around).toHaveCount(11)
  const newestFirst = after.toReversed().map(({ id }) => id)
  const links = await around.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').pop()))
  expect(links).toEqual([...newestFirst, log?.id, ...before.map(({ id }) => id)])
  await around.first().click()
  await expect(page).toHaveURL(`/log-details/${newestFirst[0]}`)
  await expect(page.locator('[aria-current="true"]')).toHaveAttribute('href', `/log-details/${newestFirst[0]}`)
})

test('with the keyboard alone: sign in, reach the log, walk its rows, open one, and come back to it', async ({
  page,
}) => {
  await page.goto('/signin')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('guard@gatehouse.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Gatehouse#2026')
  await page.keyboard.press('Enter')
  await expect(grid(page)).toBeVisible()
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Log entry or exit' }))
  // Whoever comes in meanwhile moves the rows on, and the focus with them.
  const focused = grid(page).locator('tr:focus')
  await tabTo(page, grid(page).locator('tr[tabindex="0"]'))
  expect(await outlineOf(focused)).not.toBe('none')
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('data-index', /^(49|5[0-2])$/)
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-index', /^[0-2]$/)
  const third = await rowBelow(focused, 2)
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAttribute('data-id', third)
  const person = await focused.getByRole('link').textContent()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/log-details\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person ?? '')
  await expect(page.locator('main')).toBeFocused()
  await page.goBack()
  await expect(grid(page)).toBeVisible()
})

/** The id of the row so many below this one: what comes in above changes neither. */
const rowBelow = (from: Locator, many: number) =>
  from.evaluate((element, below) => {
    const at = Number(element.dataset['index']) + below
    return element.parentElement?.querySelector<HTMLElement>(`[data-index="${at}"]`)?.dataset['id'] ?? 'no such row'
  }, many)

const logsAsked = /\/api\/entry-exit\/logs\?/

const linkTo = (page: Page, id: string) => grid(page).locator(`a[href="/log-details/${id}"]`)

const newestAt = async (who: Signed, door: string) =>
  (await who.ask(entryExit.logs, { limit: 1, q: door })).logs[0]?.id ?? ''

/** A moment between a log and the one before it. */
const between = (logs: readonly Log[], index: number): string => {
  const [newer, older] = [logs[index], logs[index + 1]].map((log) => Date.parse(log?.timestamp ?? ''))
  return new Date(((newer ?? 0) + (older ?? 0)) / 2).toISOString()
}

/** Cuts the page's telemetry, and only that, until told otherwise. */
const outageOf = async (page: Page) => {
  const open = new Set<WebSocketRoute>()
  let down = false
  await page.route('**/socket.io/**', (route) => (down ? route.abort() : route.continue()))
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    open.add(socket)
    socket.connectToServer()
  })
  return {
    begin: async () => {
      down = true
      for (const socket of open) await socket.close()
      open.clear()
    },
    end: () => {
      down = false
    },
  }
}

const choose = async (page: Page, list: string, option: string) => {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

const everyLog = async (who: Signed, filter: Input<typeof entryExit.logs>): Promise<Log[]> => {
  const all: Log[] = []
  let cursor: string | null | undefined
  do {
    const page = await who.ask(entryExit.logs, { ...filter, limit: 200, ...(cursor ? { cursor } : {}) })
    all.push(...page.logs)
    cursor = page.next
  } while (cursor)
  return all
}

/** Scrolls by less than a screen at a time, and answers every row that was ever drawn, in the order of its place. */
const scrollToEnd = async (page: Page) => {
  const drawn = new Map<number, Set<string>>()
  const frame = grid(page).locator('..')
  const end = page.getByText(/^That is all/)
  for (;;) {
    const ended = (await end.count()) > 0
    const rows = await grid(page)
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map(
          (each) =>
            [
              Number(each.getAttribute('data-index')),
              each.querySelector('a')?.getAttribute('href')?.split('/').pop() ?? '',
            ] as const,
        ),
      )
    for (const [place, id] of rows) drawn.set(place, (drawn.get(place) ?? new Set()).add(id))
    const moved = await frame.evaluate(async (scroller) => {
      const before = scroller.scrollTop
      scroller.scrollBy({ top: scroller.clientHeight * 0.8 })
      // Two frames: one for the scroll to be heard, one for the rows to be drawn.
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
      return scroller.scrollTop > before
    })
    if (!moved && ended) break
  }
  const places = [...drawn.keys()].sort((a, b) => a - b)
  return { places, ids: places.flatMap((place) => [...(drawn.get(place) ?? [])]) }
}

const tabTo = async (page: Page, wanted: Locator) => {
  for (let i = 0; i < 40; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeFocused()
}

const outlineOf = (element: Locator) => element.evaluate((focused) => getComputedStyle(focused).outlineStyle)
