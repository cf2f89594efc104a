// The entry and exit log: filters in the address, endless rows, new ones on top, logging by hand, details, keyboard.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Input } from '@gatehouse/contract/operation'
import type { Locator, Page } from '@playwright/test'
import type { Pool } from 'pg'
import type { Signed } from '../kit/accounts.ts'
import type { Company, Person } from '../kit/company.ts'
import type { Device } from '../kit/devices.ts'
import { follow } from '../kit/follow.ts'
import { lineOf } from '../kit/line.ts'
import { awaitText } from '../kit/pixel.ts'
import { expect, test } from '../kit/test.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Entries and exits' })
const row = (page: Page, index: number) =>
  grid(page)
    .getByRole('row')
    .nth(index + 1)
const live = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'live')

interface Past {
  readonly door: Device
  /** One after the other, by turns: the first comes in, the second goes out. */
  readonly people: readonly [Person, Person]
  readonly many: number
  readonly hoursAgo: number
}

/** One went through each minute before that. */
const wereThrough = (store: Pool, company: Company, { door, people: [first, second], many, hoursAgo }: Past) =>
  store.query(
    `insert into entry_exit_log (id, company_id, user_id, door_id, type, at, result, method, taken, source, device_at,
       received_at, correlation_id)
     select gen_random_uuid(), $1, case n % 2 when 0 then $3::uuid else $4 end, $2,
       case n % 2 when 0 then 'entry' else 'exit' end, at, 'granted', 'card', true, 'device', at, at, gen_random_uuid()
     from generate_series(1, $5::int) n,
       lateral (select date_trunc('milliseconds', now()) - make_interval(hours => $6, mins => n)) as t (at)`,
    [company.id, door.id, first.id, second.id, many, hoursAgo],
  )

test('filters stand in the address, survive a reload and a look at one row; a narrow one is read to its end, every row once and in order; a row leads to its neighbours in time', async ({
  page,
  company,
  store,
}) => {
  const lobby = await company.aDoor({ name: 'Floor 2 lift lobby' })
  const people = [
    await company.aPerson({ name: 'Tom Price' }),
    await company.aPerson({ name: 'Priya Raghavan', card: 'card:0000000001' }),
  ] as const
  await wereThrough(store, company, { door: lobby, people, many: 340, hoursAgo: 30 })
  await (await company.aDoor({ name: 'Canteen' })).admits('card:0000000001', { direction: 'exit' })
  const guard = await company.enter(page, await company.aPerson({ name: 'Kwame Mensah', role: 'guard' }))
  await page.goto('/entry-exit/report')
  await choose(page, 'Period', 'Last 30 days')
  await choose(page, 'Door', 'Floor 2 lift lobby')
  await choose(page, 'Type', 'Exit')
  await page.getByLabel('Person or door').fill('priya')
  await expect(page).toHaveURL(`/entry-exit/report?period=month&q=priya&doorId=${lobby.id}&type=exit`)
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
  await expect(page.getByLabel('Person or door')).toHaveValue('')
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

  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const [from, to] = [day(3), day(1)]
  // The tests' browser is in the time zone of the site.
  const midnight = (date: string) => page.evaluate((at) => new Date(at).toISOString(), `${date}T00:00`)
  const filter = { doorId: lobby.id, type: 'exit', from: await midnight(from), to: await midnight(day(0)) } as const
  const known = await everyLog(guard, filter)
  expect(known.length).toBeGreaterThan(150)
  await follow(page, `/entry-exit/report?period=days&from=${from}&to=${to}&doorId=${lobby.id}&type=exit`)
  const top = grid(page).locator('[data-index="0"]').getByRole('link')
  await expect(top).toHaveAttribute('href', `/log-details/${known[0]?.id}`)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { ids, places } = await scrollToEnd(page)
  await expect(page.getByText(`${known.length} entries`, { exact: true })).toBeVisible()
  expect(ids).toEqual(known.map(({ id }) => id))
  expect(places).toEqual(known.map((_, index) => index))

  const log = known[20]
  expect(log).toBeDefined()
  await follow(page, `/log-details/${log?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(log?.person ?? 'Unknown person')
  await expect(page.getByText(log?.id ?? '', { exact: true })).toBeVisible()
  const { before, after } = await guard.ask(entryExit.logById, { id: log?.id ?? '' })
  expect([before.length, after.length]).toEqual([5, 5])
  const around = page.getByRole('region', { name: 'Nearby events at Floor 2 lift lobby' }).getByRole('link')
  await expect(around).toHaveCount(11)
  const newestFirst = after.toReversed().map(({ id }) => id)
  const links = await around.evaluateAll((all) => all.map((link) => link.getAttribute('href')?.split('/').pop()))
  expect(links).toEqual([...newestFirst, log?.id, ...before.map(({ id }) => id)])
  await around.first().click()
  await expect(page).toHaveURL(`/log-details/${newestFirst[0]}`)
  await expect(page.locator('[aria-current="true"]')).toHaveAttribute('href', `/log-details/${newestFirst[0]}`)
})

test('what happens is there: while the first page is on its way, on top, above while one reads further down, after a look at one row, and late in its place in time', async ({
  page,
  company,
  store,
  watch,
}) => {
  watch.expect(/ERR_FAILED/)
  const archive = await company.aDoor({ name: 'Archive' })
  const people = [await company.aPerson({ name: 'Tom Price' }), await company.aPerson({ name: 'Ida Berg' })] as const
  await wereThrough(store, company, { door: await company.aDoor(), people, many: 120, hoursAgo: 0 })
  const happens = (reason: string, at?: string) => archive.denies('card:0000000005', reason, at ? { at } : {})
  const guard = await company.enter(page, await company.aPerson({ role: 'guard' }))
  const line = await lineOf(page)

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
  const arrived = line.arrival('"reason":"lockdown"')
  await happens('lockdown')
  await arrived
  letArrive()
  const early = await newestAt(guard, 'Archive')
  await expect(linkTo(page, early)).toBeVisible()
  await expect(linkTo(page, early)).toHaveCount(1)
  await page.unrouteAll({ behavior: 'wait' })

  const awaited = await awaitText(grid(page), 'Credential expired')
  const since = Date.now()
  const [drawnAt] = await Promise.all([awaited.drawn(), happens('expired')])
  console.log(`  publish -> row: ${drawnAt - since} ms`)
  const newest = grid(page).getByRole('row').filter({ hasText: 'Credential expired' })
  await expect(newest).toContainText('Archive')
  await expect(newest).toHaveAttribute('data-index', '0')

  const frame = grid(page).locator('..')
  await frame.evaluate((scroller) => scroller.scrollTo({ top: 900 }))
  await expect(grid(page).locator('[data-index="0"]')).toHaveCount(0)
  await happens('wrong-pin')
  const waiting = page.getByRole('button', { name: /^\d+ new entr(y|ies)$/ })
  await expect(waiting).toBeVisible()
  const wrong = grid(page).getByRole('row').filter({ hasText: 'Archive' }).getByText('Wrong PIN')
  await expect(wrong).toHaveCount(0)
  await waiting.click()
  await expect(wrong).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await row(page, 0).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  await happens('anti-passback')
  const meanwhile = await newestAt(guard, 'Archive')
  await page.goBack()
  await expect(linkTo(page, meanwhile)).toBeVisible()

  const place = grid(page).locator('[data-index="70"]')
  await expect(async () => {
    await frame.evaluate((scroller, top) => scroller.scrollTo({ top }), 70 * 44)
    await expect(place).toBeInViewport({ timeout: 500 })
  }).toPass()
  const { logs } = await guard.ask(entryExit.logs, { limit: 200 })
  const shown = (await place.getByRole('link').getAttribute('href'))?.split('/').pop() ?? ''
  const at = logs.findIndex(({ id }) => id === shown)
  const readAt = await linkTo(page, shown).boundingBox()

  await line.cut()
  await expect(page.locator('html')).toHaveAttribute('data-live', 'lost')
  const [above, within] = [between(logs, at - 40), between(logs, at + 3)]
  await happens('expired', above)
  await happens('lockdown', within)
  await happens('wrong-pin')
  line.mend()
  await live(page)

  const late = async (moment: string) =>
    (await guard.ask(entryExit.logs, { from: moment, to: new Date(Date.parse(moment) + 1).toISOString() })).logs[0]?.id
  const lateWithin = linkTo(page, (await late(within)) ?? '')
  await expect(lateWithin).toBeInViewport()
  const lateId = await late(within)
  const aroundIt = async () => {
    const order = await grid(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('/').pop()))
    const placed = order.indexOf(lateId)
    return [order[placed - 1], order[placed + 1]]
  }
  await expect.poll(aroundIt).toEqual([logs[at + 3]?.id, logs[at + 4]?.id])
  await expect(async () => expect((await linkTo(page, shown).boundingBox())?.y).toBeCloseTo(readAt?.y ?? 0, 0)).toPass({
    timeout: 30_000,
  })

  await page.getByRole('button', { name: /^\d+ new entr(y|ies)$/ }).click()
  await expect(linkTo(page, await newestAt(guard, 'Archive'))).toBeVisible()
  await frame.evaluate((scroller, top) => scroller.scrollTo({ top }), (at - 42) * 44)
  await expect(linkTo(page, (await late(above)) ?? '')).toBeVisible()
})

test('with the keyboard alone: sign in, reach the log, walk its rows, open one, and come back to it; an entry is logged by hand by those who may', async ({
  page,
  company,
  store,
}) => {
  const main = await company.aDoor({ name: 'Main entrance' })
  const plant = await company.aDoor({ name: 'Plant room' })
  await company.aLabel({ device: plant.id })
  const guard = await company.aPerson({ name: 'Kwame Mensah', role: 'guard' })
  const people = [await company.aPerson({ name: 'Tom Price' }), await company.aPerson({ name: 'Ida Berg' })] as const
  await wereThrough(store, company, { door: main, people, many: 60, hoursAgo: 0 })
  await page.goto('/signin')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(guard.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(guard.password)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Entry and exit', exact: true }))
  await page.keyboard.press('Enter')
  await expect(grid(page)).toBeVisible()
  await page.reload()
  await expect(grid(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Log entry or exit' }))
  const focused = grid(page).locator('tr:focus')
  await tabTo(page, grid(page).locator('tr[tabindex="0"]'))
  expect(await outlineOf(focused)).not.toBe('none')
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('data-index', '49')
  await page.keyboard.press('Home')
  await expect(focused).toHaveAttribute('data-index', '0')
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
  await live(page)

  await page.getByRole('button', { name: 'Log entry or exit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log an entry or exit' })
  // Nothing is chosen beforehand, and what is missing is named.
  await dialog.getByRole('button', { name: 'Log entry' }).click()
  await expect(dialog.getByText('Choose the person or the visitor.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Person or visitor' }).fill(guard.name)
  await page.getByRole('option', { name: guard.name }).first().click()
  await choose(page, 'Reason', 'Forgotten badge')
  await dialog.getByRole('combobox', { name: 'Door' }).click()
  await expect(page.getByRole('option', { name: 'Plant room' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Main entrance' }).click()
  await dialog.getByRole('button', { name: 'Log entry' }).click()
  await expect(page.getByText(entryExit.messages.created('entry'))).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const byHand = grid(page).getByRole('row').filter({ hasText: 'By hand' })
  await expect(byHand).toContainText(guard.name)
  await expect(byHand).toContainText('Main entrance')

  await page.getByRole('button', { name: 'Log entry or exit' }).click()
  await choose(page, 'What happened', 'Exit')
  await page.getByLabel('When').fill('2031-01-01T08:00')
  await page.getByRole('button', { name: 'Log exit' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The time cannot lie in the future.')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const auditor = await company.enter(page, await company.aPerson({ role: 'auditor' }))
  await page.goto('/entry-exit/report')
  await expect(grid(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log entry or exit' })).toHaveCount(0)
  const { csrfToken } = await (await page.request.get('/api/auth/csrf-token')).json()
  for (const type of ['entry', 'exit'] as const) {
    const answer = await page.request.post('/api/entry-exit/log', {
      headers: { authorization: `Bearer ${auditor.token}`, 'x-csrf-token': String(csrfToken) },
      data: { userId: auditor.user.id, doorId: main.id, type, timestamp: new Date().toISOString() },
    })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ message: entryExit.messages.createDenied(type) })
  }
  // What their page says: web/shell/denied.test.tsx.
  const staff = await company.signIn(page.request, await company.aPerson({ role: 'staff' }))
  await expect(staff.ask(entryExit.logs, { limit: 1 })).rejects.toThrow(
    /: 403 .*Access denied\. Missing required permissions: read_entry_exit_report/,
  )
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
const between = (logs: readonly entryExit.Log[], index: number): string => {
  const [newer, older] = [logs[index], logs[index + 1]].map((log) => Date.parse(log?.timestamp ?? ''))
  return new Date(((newer ?? 0) + (older ?? 0)) / 2).toISOString()
}

const choose = async (page: Page, list: string, option: string) => {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

const everyLog = async (who: Signed, filter: Input<typeof entryExit.logs>): Promise<entryExit.Log[]> => {
  const all: entryExit.Log[] = []
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
  const end = page.getByText(/^[\d,]+ entries$/)
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
