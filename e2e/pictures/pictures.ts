// node e2e/pictures/pictures.ts: the pictures of the documentation and of the public site, taken of the running product on a
// staged morning. `node e2e/pictures/pictures.ts docs`, `safety` or `site` takes some of them. Build the web first.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { csrfToken } from '@gatehouse/contract/identity/auth'
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import * as muster from '@gatehouse/contract/access/muster'
import * as staff from '@gatehouse/contract/identity/staff'
import { type Browser, chromium, type Page } from '@playwright/test'
import { send, type Signed } from '../kit/accounts.ts'
import { chromiumArguments, chromiumPath, desktop, phone } from '../playwright.config.ts'
import { createProduct, type Product } from '../kit/product.ts'
import { stage } from '../kit/simulator.ts'
import { expect, folder, minute, open, shown, take } from './open-page.ts'
import { takeSafety } from './safety-pictures.ts'
import { type Album, openAlbum, sharpness, type Theme } from './site-pictures.ts'
import { openStore } from '../kit/store.ts'
import { connectGateway, type Gateway } from '../kit/wire.ts'

const takeDocumentation = async (product: Product, browser: Browser) => {
  const light = await open(browser, product, { viewport: desktop, colorScheme: 'light' })
  await light.page.goto('/dashboard')
  await expect(light.page.getByText(/Nothing (else )?needs attention/)).toBeVisible({ timeout: minute })
  await stage(product, 'held-open', { device: 'door-loading-bay', after: 1, seconds: 600 })
  await stage(product, 'gas-leak', { seconds: 60 })
  const carbonMonoxide = (page: Page) => page.getByTestId('gas-gas-car-park-south-CO')
  await expect(carbonMonoxide(light.page)).toHaveAttribute('data-quality', 'high', { timeout: minute })
  await take(light.page, 'dashboard-light')

  await stage(product, 'forced-door', { device: 'door-fire-exit', seconds: 600 })
  for (const [name, viewport] of [
    ['dashboard-dark', desktop],
    ['dashboard-phone', phone],
  ] as const) {
    const { page } = await open(browser, product, { viewport, colorScheme: 'dark' })
    await page.goto('/dashboard')
    await expect(carbonMonoxide(page)).toHaveAttribute('data-quality', 'critical', { timeout: minute })
    await expect(page.getByTestId('alarm-bar')).toBeVisible()
    await take(page, name)
    await page.close()
  }

  await light.page.goto('/alarms')
  const alarms = light.page.getByRole('grid', { name: 'Alarms' })
  for (const alarm of ['Carbon monoxide: high alarm', 'Emergency exit open', 'Door held open'])
    await expect(alarms.getByText(alarm).first()).toBeVisible()
  await take(light.page, 'alarms')
  await light.page.goto('/alert-system/health?range=30d')
  await expect(light.page.getByText('Priority distribution')).toBeVisible()
  await light.page.setViewportSize({ ...desktop, height: 1280 })
  await take(light.page, 'alarm-health')
  await light.page.setViewportSize(desktop)

  await light.page.goto('/doors/plan')
  await expect(light.page.getByRole('link', { name: /Fire exit.*Forced open/ })).toBeVisible()
  await take(light.page, 'plan')
  await light.page
    .getByRole('link', { name: /^Fire exit/ })
    .first()
    .click()
  await expect(light.page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' })).toBeVisible()
  await take(light.page, 'door')

  await light.page.goto('/entry-exit/report')
  await expect(light.page.getByRole('grid').getByText('Denied').first()).toBeVisible()
  await take(light.page, 'report')
  const { logs } = await light.signed.ask(entryExit.logs, { limit: 1, result: 'denied' })
  await light.page.goto(`/log-details/${logs[0]?.id}`)
  await expect(light.page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  await take(light.page, 'log-details')
  for (const [name, path, text] of [
    ['roles', '/roles', 'guard'],
    ['account', '/settings/account', 'Passkeys'],
  ] as const) {
    await light.page.goto(path)
    await expect(light.page.getByText(text).first()).toBeVisible()
    await take(light.page, name)
  }
  await beBusy(light)
  await light.page.goto('/activity-logs/verify')
  await light.page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await expect(light.page.getByRole('dialog').getByText('Verify again')).toBeVisible()
  await take(light.page, 'activity')
  await light.page.evaluate(() => localStorage.clear())
  await light.page.goto('/signin')
  await expect(light.page.getByLabel('Email')).toBeVisible()
  await take(light.page, 'sign-in')
}

/** A morning of an administrator, for the record. */
const beBusy = async ({ page, signed }: { readonly page: Page; readonly signed: Signed }) => {
  const { csrfToken: csrf } = await signed.ask(csrfToken, {})
  const headers = { authorization: `Bearer ${signed.token}`, 'x-csrf-token': csrf }
  for (const [path, data] of [
    ['/roles', { name: 'Night desk', permissions: ['read_doors', 'read_entry_exit_report'] }],
    ['/labels', { name: 'Laboratory' }],
    ['/users/invitations', { email: 'ines@gatehouse.example', firstName: 'Ines', lastName: 'Duarte' }],
    ['/users/invitations', { email: 'not an address', firstName: 'Ines', lastName: 'Duarte' }],
    ['/webhooks', { name: 'Maintenance desk', url: 'https://tickets.example/in', kinds: null }],
  ] as const)
    await page.request.post(`/api${path}`, { headers, data })
}

const themes: readonly Theme[] = ['light', 'dark']
const siteDesktop = { width: 1280, height: 800 }

const takeSite = async (product: Product, browser: Browser, album: Album) => {
  const pages = new Map<string, Page>()
  let asked: Signed | undefined
  for (const theme of themes)
    for (const [size, viewport] of [
      ['desk', siteDesktop],
      ['phone', phone],
    ] as const) {
      const { page, signed } = await open(browser, product, {
        viewport,
        colorScheme: theme,
        deviceScaleFactor: sharpness,
      })
      asked = signed
      pages.set(`${size} ${theme}`, page)
    }
  const each = async (size: 'desk' | 'phone', path: string, shot: (page: Page, theme: Theme) => Promise<void>) => {
    for (const theme of themes) {
      const page = pages.get(`${size} ${theme}`)
      if (!page) continue
      await page.goto(path, { timeout: minute, waitUntil: 'networkidle' })
      await shown(page)
      await shot(page, theme)
    }
  }
  const part = (page: Page, title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2 }) })

  await each('desk', '/entry-exit/report', async (page, theme) => {
    await expect(page.getByRole('grid').getByText('Denied').first()).toBeVisible()
    await album.take(page, 'log', theme)
  })
  const denied = await asked?.ask(entryExit.logs, { limit: 1, result: 'denied' })
  await each('desk', `/log-details/${denied?.logs[0]?.id}`, async (page, theme) => {
    await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible()
    await album.take(page, 'decision', theme)
  })
  for (const [name, path, text] of [
    ['roles', '/roles', 'guard'],
    ['account', '/settings/account', 'Passkeys'],
    ['policy', '/settings/security', 'Two-factor'],
    ['staff', '/staff', '@gatehouse.example'],
  ] as const)
    await each('desk', path, async (page, theme) => {
      await expect(page.getByText(text).first()).toBeVisible()
      await album.take(page, name, theme)
    })
  await each('phone', '/entry-exit/report', async (page, theme) => {
    await expect(page.getByRole('grid').getByText('Denied').first()).toBeVisible()
    await shown(page)
    await album.take(page, 'log-phone', theme, { height: 760 })
  })

  await stage(product, 'held-open', { device: 'door-loading-bay', after: 1, seconds: 900 })
  for (const page of pages.values()) await page.goto('/dashboard')
  await stage(product, 'gas-leak', { seconds: 120 })
  const leak = async (page: Page) => {
    await expect(page.getByTestId('gas-gas-car-park-south-CO')).toHaveAttribute('data-quality', /high|critical/, {
      timeout: 3 * minute,
    })
    // Those who are to respond have been notified: the short message of it comes now or is over.
    await expect(page.getByTestId('alarm-bar')).toContainText('Carbon monoxide')
    await expect(page.getByLabel(/^Notifications, ([2-9]|\d\d) unread/).first()).toBeVisible()
  }
  await each('desk', '/dashboard', async (page, theme) => {
    await leak(page)
    await shown(page)
    await album.take(page, 'dashboard', theme)
    await page.setViewportSize({ ...siteDesktop, height: 2000 })
    await shown(page)
    await album.take(page, 'gas', theme, { part: part(page, 'Gas'), height: 560 })
    await album.take(page, 'doors', theme, { part: part(page, 'Doors'), height: 520 })
    await album.take(page, 'health', theme, { part: part(page, 'Device health'), height: 420 })
    await album.take(page, 'inside', theme, { part: part(page, 'Inside now') })
    await page.setViewportSize(siteDesktop)
  })
  await each('phone', '/dashboard', async (page, theme) => {
    await leak(page)
    await shown(page)
    await album.take(page, 'dashboard-phone', theme, { height: 660 })
  })
  await stage(product, 'forced-door', { device: 'door-fire-exit', seconds: 900 })
  await each('desk', '/doors', async (page, theme) => {
    await expect(page.getByText('Forced open').first()).toBeVisible({ timeout: minute })
    await shown(page)
    await album.take(page, 'doors-list', theme)
  })
  await each('desk', '/doors/plan', async (page, theme) => {
    await expect(page.getByRole('link', { name: /Fire exit.*Forced open/ })).toBeVisible()
    await shown(page)
    await album.take(page, 'plan', theme)
  })
  // The one that was opened last is the one whose session asks.
  const last = pages.get('phone dark')
  if (!last || !asked) throw new Error('No page is open')
  const rollCall = await callRoll(last, asked)
  for (const [size, name] of [
    ['desk', 'muster'],
    ['phone', 'muster-phone'],
  ] as const)
    await each(size, `/entry-exit/dashboard/muster/${rollCall}`, async (page, theme) => {
      await expect(page.getByText(/missing/i).first()).toBeVisible()
      await shown(page)
      await album.take(page, name, theme, size === 'phone' ? { height: 760 } : {})
    })
  const { staff: found } = await asked.ask(staff.list, { search: 'Elif', limit: 1 })
  await each('desk', `/staff/${found[0]?.email}?tab=credentials`, async (page, theme) => {
    await expect(page.getByRole('main').getByText(/card/i).first()).toBeVisible()
    await shown(page)
    await album.take(page, 'person', theme)
  })
  await beBusy({ page: last, signed: asked })
  await each('desk', '/activity-logs/verify', async (page, theme) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('dialog').getByText('Verify again')).toBeVisible()
    await album.take(page, 'verify', theme)
  })
  const visitor = await browser.newContext({ baseURL: product.address, colorScheme: 'light', reducedMotion: 'reduce' })
  const home = await visitor.newPage()
  await home.setViewportSize({ width: 1200, height: 630 })
  // The first has the system's letters.
  for (const _ of [1, 2]) await home.goto('/', { waitUntil: 'networkidle' })
  await shown(home)
  await album.card(home)
}

/** A drill of the whole site, most of whom were found, and one is missing. */
const callRoll = async (page: Page, signed: Signed): Promise<string> => {
  const { sites } = await signed.ask(muster.inside, {})
  const { muster: begun } = await send(page, signed, muster.start, {
    siteId: sites[0]?.siteId ?? '',
    kind: 'drill',
    reason: 'Autumn fire drill',
    assemblyPoints: ['Car park', 'Main square'],
  })
  const { people } = await signed.ask(muster.people, { musterId: begun.id, limit: 200 })
  const at = new Date().toISOString()
  const found = people.slice(0, Math.ceil(people.length * 0.8))
  await send(page, signed, muster.marks, {
    musterId: begun.id,
    sentAt: at,
    marks: found.map(({ id }, index) => ({
      id: randomUUID(),
      personId: id,
      status: index === 0 ? ('missing' as const) : ('safe' as const),
      place: index === 0 ? null : 'Main square',
      at,
    })),
  })
  return begun.id
}

/** Whatever the day and the hour, thirty people have come in during the last forty minutes. */
const comeToWork = async (product: Product) => {
  const store = openStore(product)
  const { rows } = await store.query<{ card: string }>(
    `select c.value as card from credential c join users u on u.id = c.user_id join company o on o.id = u.company_id
     where o.name = 'Meridian Tower' and u.department <> 'Security' order by md5(u.email) limit 30`,
  )
  await store.end()
  const gateway = await connectGateway(product)
  for (const [index, { card }] of rows.entries()) await comeIn(gateway, card, index, 40 * minute * (1 - index / 30))
  await gateway.access('door-server-room', rows[7]?.card ?? '', {
    result: 'denied',
    reason: 'not-authorised',
    taken: false,
    at: before(3 * minute),
  })
  await gateway.end()
}

const comeIn = async (gateway: Gateway, card: string, index: number, ago: number) => {
  const [door, counter] = ways[index % ways.length] ?? ways[0]
  const floor = index % 2 === 0 ? 'floor-2' : 'floor-3'
  await gateway.access(door, card, { at: before(ago) })
  await gateway.send(counter, 'count', { in: 1, out: 0, at: before(ago) })
  if (index % 5 === 4) return
  const later = Math.max(ago - minute, 10_000)
  await gateway.access(`door-${floor}`, card, { at: before(later) })
  await gateway.send(`counter-${floor}`, 'count', { in: 1, out: 0, at: before(later) })
}

const ways = [
  ['door-main-entrance', 'counter-main-entrance'],
  ['door-side-entrance', 'counter-side-entrance'],
  ['door-main-entrance', 'counter-main-entrance'],
] as const

const before = (ms: number) => new Date(Date.now() - ms).toISOString()

if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: [...chromiumArguments],
})

/** In a building of its own: what is staged for one set is not to be seen in the other. */
const inABuilding = async (takeSet: (product: Product) => Promise<void>) => {
  const product = await createProduct()
  try {
    await product.start()
    await comeToWork(product)
    await takeSet(product)
  } finally {
    await product.remove()
  }
}

try {
  const only = process.argv[2]
  const isAsked = (set: string) => only === undefined || only === set
  if (isAsked('site'))
    await inABuilding(async (product) => {
      const album = openAlbum()
      await takeSite(product, browser, album)
      await album.close()
    })
  if (isAsked('docs')) await inABuilding((product) => takeDocumentation(product, browser))
  if (isAsked('safety')) await inABuilding((product) => takeSafety(product, browser))
} finally {
  await browser.close()
}
