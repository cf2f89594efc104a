// When the building or the server is lost: nothing old looks new, and everything comes back by itself. This
// stops things, so it has a product of its own.
import { messages } from '@gatehouse/contract/identity/auth'
import * as devices from '@gatehouse/contract/building/devices'
import type { Page } from '@playwright/test'
import { emailOf, enter } from '../kit/accounts.ts'
import { film, greenOn } from '../kit/film.ts'
import { createProduct, demoPassword, type Product } from '../kit/product.ts'
import { killSimulator } from '../kit/simulator.ts'
import { expect, test as shared } from '../kit/test.ts'
import { failedWith, unreachable } from '../kit/watch.ts'
import { connectGateway } from '../kit/wire.ts'

const test = shared.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const product = await createProduct()
      try {
        await product.start()
        await use(product)
      } finally {
        await product.remove()
      }
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ product }, use) => use(product.address),
})

// It waits for the building itself, and for a start of the product.
test.describe.configure({ timeout: 480_000 })

test('the simulator is killed, then the server freezes, then it is killed: nothing old looks new, all comes back by itself, and nothing acknowledged is lost', async ({
  page,
  product,
  anotherPage,
  watch,
}) => {
  watch.expect(unreachable)
  // While it starts again.
  watch.expect(failedWith(503))
  const keys = await openDashboard(page)
  await test.step('the simulator is killed: every device is off line at once, and back when it has started again', async () => {
    await expect(page.locator('[data-testid^="health-"][data-state="normal"]')).toHaveCount(keys.length, {
      timeout: 120_000,
    })
    // What a channel said before this start is old until it speaks again.
    await expect(page.locator('[data-testid^="gas-"][data-quality="stale"]')).toHaveCount(0)
    const camera = await film(page)
    await killSimulator(product)
    // The server starts it again after two seconds: too short for a look at each, but nothing escapes the film.
    const wentAndCame = async () => {
      const shown = await camera.film()
      return keys.filter((key) => shown[`health-${key}`]?.slice(0, 3).join() !== 'normal,offline,normal')
    }
    await expect.poll(wentAndCame, { timeout: 180_000 }).toEqual([])
    const shown = await camera.film()
    expect(shown['door-door-archive']?.slice(0, 2)).toEqual(['normal', 'offline'])
    expect(shown['gas-gas-boiler-O2']?.slice(0, 2)).toEqual(['normal', 'offline'])
    expect(shown['counter-counter-canteen']?.slice(0, 3)).toEqual(['normal', 'offline', 'normal'])
    // Green may be of the newest entries while the devices are on their way.
    await quiet(page)
  })

  await test.step('the server freezes with its sockets open: within 5 s every live value is grey', async () => {
    await expect.poll(() => greenOn(page)).not.toEqual([])
    const since = Date.now()
    product.freeze()
    try {
      await expect(page.getByTestId('connection')).toContainText('Reconnecting')
      // Of its three connections one may be noticed a moment after the other.
      const greenUntil = await untilNothingIsGreen(page)
      console.log(`  frozen -> grey: ${greenUntil - since} ms`)
      // The last beat may have come just after; a loaded machine is given five seconds more: web/kit/live/live.test.ts is exact.
      expect(greenUntil - since).toBeLessThan(10_000)
      await expect(page.getByTestId('connection-banner')).toContainText('What you see is what was known')
      await expect(page.getByText('Nothing needed attention when last heard')).toBeVisible()
    } finally {
      product.thaw()
    }
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live', { timeout: 60_000 })
    await expect(page.getByTestId('connection-banner')).toHaveCount(0)
    await expect.poll(() => greenOn(page)).not.toEqual([])
  })

  const signingIn = await anotherPage()
  await signingIn.goto('/signin')
  // A browser whose clock is the test's.
  const givingUp = await anotherPage()
  await givingUp.clock.install()
  await openDashboard(givingUp)
  // The building has a history of its own, in which somebody may have been denied just now.
  const denied = await deniedAtMainEntrance(page)
  await test.step('the server is killed: it says so, and what was typed stays', async () => {
    const before = await connectGateway(product)
    await before.reading('gas-boiler', 'temperature', 38.5, 'degC')
    await before.access('door-main-entrance', 'card:0000000001', { result: 'denied', reason: 'expired' })
    await before.end()
    await expect(page.getByTestId('gas-gas-boiler-temperature')).toHaveText('38.5')

    const since = Date.now()
    await product.kill()
    await expect(page.getByTestId('connection')).toContainText(/Reconnecting|Disconnected/)
    const greenUntil = await untilNothingIsGreen(page)
    console.log(`  killed -> grey: ${greenUntil - since} ms`)
    expect(greenUntil - since).toBeLessThan(10_000)
    await expect(page.getByTestId('connection-banner')).toBeVisible()

    await signingIn.getByLabel('Email').fill(emailOf('guard'))
    await signingIn.getByLabel('Password', { exact: true }).fill(demoPassword)
    await signingIn.getByRole('button', { name: 'Sign in' }).click()
    await expect(signingIn.getByRole('alert')).toHaveText(messages.network)
    await expect(signingIn.getByLabel('Email')).toHaveValue(emailOf('guard'))
    await expect(signingIn.getByLabel('Password', { exact: true })).toHaveValue(demoPassword)
  })

  await test.step('after five attempts it gives up', async () => {
    // The waits between the attempts, which grow to half a minute, pass faster here.
    await expect(async () => {
      await givingUp.clock.fastForward(10_000)
      await expect(givingUp.getByTestId('connection')).toContainText('Disconnected', { timeout: 500 })
    }).toPass({ timeout: 120_000 })
    await expect(givingUp.getByTestId('connection-banner')).toContainText('Gave up after 5 attempts.')
    await expect.poll(() => greenOn(givingUp)).toEqual([])
  })

  await test.step('it comes back by itself, or by one press where it gave up', async () => {
    await product.start()
    const after = await connectGateway(product)
    await after.reading('gas-boiler', 'temperature', 39.5, 'degC')
    await after.access('door-main-entrance', 'card:0000000002', { result: 'denied', reason: 'unknown-credential' })
    await after.end()
    await expect(page.locator('html')).toHaveAttribute('data-live', 'live', { timeout: 120_000 })
    await expect(page.getByTestId('gas-gas-boiler-temperature')).toHaveText('39.5')
    await expect
      .poll(async () => (await deniedAtMainEntrance(page)).filter((row) => !denied.includes(row)))
      .toEqual([expect.any(String), expect.any(String)])
    await expect(page.getByTestId('connection-banner')).toHaveCount(0)
    await expect.poll(() => greenOn(page)).not.toEqual([])

    await givingUp.getByRole('button', { name: 'Reconnect' }).click()
    await expect(givingUp.locator('html')).toHaveAttribute('data-live', 'live')
    await signingIn.getByRole('button', { name: 'Sign in' }).click()
    await signingIn.waitForURL('**/desk')
  })
})

/** Resolves, once nothing is green any more, to when something was for the last time: looking takes a slow machine long. */
const untilNothingIsGreen = async (page: Page): Promise<number> => {
  let last = Date.now()
  const green = async () => {
    const began = Date.now()
    const found = await greenOn(page)
    if (found.length > 0) last = began
    return found
  }
  await expect.poll(green, { intervals: [100] }).toEqual([])
  return last
}

/** Until nothing needs attention but what is in alarm: goods that are brought in by day may hold a door open for a while. */
const quiet = (page: Page) =>
  expect(page.getByText(/Nothing (else )?needs attention/)).toBeVisible({ timeout: 180_000 })

/** The rows of the newest entries, by where they lead. */
const deniedAtMainEntrance = async (page: Page) => {
  const rows = page.getByRole('region', { name: 'Newest entries and exits' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const links = rows
    .filter({ hasText: 'Denied' })
    .filter({ hasText: /Main entrance/ })
    .getByRole('link')
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
}

/** Opens the dashboard as the admin and answers the keys of every device on it. */
const openDashboard = async (page: Page): Promise<string[]> => {
  const admin = await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  return (await admin.ask(devices.list, {})).devices.map(({ key }) => key)
}
