// node e2e/pictures.ts: the pictures of the documentation, taken of the running product on a staged morning.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as entryExit from '@gatehouse/contract/entry-exit'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { enter, type Signed } from './accounts.ts'
import { chromiumArguments, chromiumPath, desktop, phone } from './playwright.config.ts'
import { createProduct, type Product } from './product.ts'
import { stage } from './simulator.ts'
import { openStore } from './store.ts'
import { connectGateway, type Gateway } from './wire.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const minute = 60_000

const takeAll = async (product: Product, browser: Browser) => {
  await comeToWork(product)
  const light = await open(browser, product, { viewport: desktop, colorScheme: 'light' })
  await light.page.goto('/dashboard')
  await expect(light.page.getByText('Nothing needs attention')).toBeVisible({ timeout: minute })
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
    await expect(page.getByTestId('door-door-fire-exit')).toHaveAttribute('data-state', 'critical')
    await take(page, name)
    await page.close()
  }

  await light.page.goto('/entry-exit/report')
  await expect(light.page.getByRole('grid').getByText('Denied').first()).toBeVisible()
  await take(light.page, 'report')
  const { logs } = await light.signed.ask(entryExit.logs, { limit: 1, result: 'denied' })
  await light.page.goto(`/log-details/${logs[0]?.id}`)
  await expect(light.page.getByRole('heading', { name: 'Decision' })).toBeVisible()
  await take(light.page, 'log-details')
  for (const [name, path, shown] of [
    ['roles', '/roles', 'guard'],
    ['account', '/settings/account', 'Passkeys'],
  ] as const) {
    await light.page.goto(path)
    await expect(light.page.getByText(shown).first()).toBeVisible()
    await take(light.page, name)
  }
  await light.page.evaluate(() => localStorage.clear())
  await light.page.goto('/signin')
  await expect(light.page.getByLabel('Email')).toBeVisible()
  await take(light.page, 'sign-in')
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
  await gateway.say(counter, 'count', { in: 1, out: 0, at: before(ago) })
  if (index % 5 === 4) return
  const later = Math.max(ago - minute, 10_000)
  await gateway.access(`door-${floor}`, card, { at: before(later) })
  await gateway.say(`counter-${floor}`, 'count', { in: 1, out: 0, at: before(later) })
}

const ways = [
  ['door-main-entrance', 'counter-main-entrance'],
  ['door-side-entrance', 'counter-side-entrance'],
  ['door-main-entrance', 'counter-main-entrance'],
] as const

const before = (ms: number) => new Date(Date.now() - ms).toISOString()

interface Look {
  readonly viewport: typeof desktop
  readonly colorScheme: 'light' | 'dark'
}

const open = async (browser: Browser, { address }: Product, look: Look): Promise<{ page: Page; signed: Signed }> => {
  const context = await browser.newContext({
    ...look,
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  return { page, signed: await enter(page, 'admin') }
}

const take = async (page: Page, name: string) => {
  const path = join(folder, `${name}.png`)
  // Trends come after the values they belong to.
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path })
  console.log(`${name}.png  ${Math.round(statSync(path).size / 1000)} kB`)
}

if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
const product = await createProduct()
const browser = await chromium.launch({
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: [...chromiumArguments],
})
try {
  await product.start()
  await takeAll(product, browser)
} finally {
  await browser.close()
  await product.remove()
}
