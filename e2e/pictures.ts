// node e2e/pictures.ts: takes the pictures of the documentation from the running product, with a gas leak staged.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createProduct, demoPassword } from './product.ts'
import { stage } from './simulator.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')
const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
// The time a building needs to look lived in, and the leak to pass its set points.
const livelyMs = 45_000
const leakMs = 40_000

const signedIn = async (browser: Browser, address: string, viewport: typeof desk, colorScheme: 'light' | 'dark') => {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
  await page.goto(`${address}/signin`)
  await page.getByLabel('Email').fill('admin@gatehouse.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

const take = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready)
  await sleep(8000)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

mkdirSync(folder, { recursive: true })
const product = await createProduct()
const executablePath = process.env['GATEHOUSE_CHROMIUM'] ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-background-networking'] })
try {
  await product.start()
  await sleep(livelyMs)
  const light = await signedIn(browser, product.address, desk, 'light')
  await take(light, 'dashboard-light')
  await stage(product, 'gas-leak', { seconds: 240 })
  await sleep(leakMs)
  await take(await signedIn(browser, product.address, desk, 'dark'), 'dashboard-dark')
  await take(await signedIn(browser, product.address, phone, 'dark'), 'dashboard-phone')
  await light.goto(`${product.address}/entry-exit/report`)
  await take(light, 'report')
  const out = await browser.newPage({ viewport: desk, colorScheme: 'light' })
  await out.goto(`${product.address}/signin`)
  await take(out, 'sign-in')
} finally {
  await browser.close()
  await product.remove()
}
