// What has stopped reporting, since the tests began: a channel of a device that goes on, and a whole device.
import type { Page } from '@playwright/test'
import { enter } from './accounts.ts'
import { greenOn } from './film.ts'
import { expect, test } from './test.ts'

/** Both limits are a minute, and what they are about may have begun a moment before this test. */
const limit = { timeout: 75_000 }

test('a channel that has not reported for a minute is stale, never green', async ({ page }) => {
  test.setTimeout(120_000)
  await enter(page, 'admin')
  await page.goto('/dashboard')
  const value = page.getByTestId('gas-gas-boiler-temperature')
  await expect(value).toHaveAttribute('data-quality', 'stale', limit)
  await expect(value).toHaveText('41.5')
  await expect(tileOf(page, 'gas-gas-boiler-temperature')).toContainText('Stale')
  await expect(page.getByTestId('health-gas-boiler')).toHaveAttribute('data-state', 'normal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Temperature 41.5 °C' })).toContainText('Stale')
  expect((await greenOn(page)).filter((text) => text.includes('Temperature'))).toEqual([])
})

test('a device that has said nothing for a minute is off line, although it is connected', async ({ page }) => {
  test.setTimeout(120_000)
  await enter(page, 'admin')
  await page.goto('/dashboard')
  await expect(page.getByTestId('health-gas-sump')).toHaveAttribute('data-state', 'offline', limit)
  await expect(page.getByTestId('gas-gas-sump-H2S')).toHaveAttribute('data-quality', 'offline')
  await expect(page.getByRole('listitem').filter({ hasText: 'Drainage sump' }).first()).toContainText('Offline')
  expect((await greenOn(page)).filter((text) => text.includes('Drainage sump'))).toEqual([])
})

const tileOf = (page: Page, testId: string) => page.getByRole('listitem').filter({ has: page.getByTestId(testId) })
