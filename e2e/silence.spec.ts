// What reports no more: a channel of a device that goes on, and a whole device. When a device that is connected counts as
// off line is for server/device-health/silence.test.ts, by the server's clock.
import type { Page } from '@playwright/test'
import { greenOn } from './film.ts'
import { expect, test } from './test.ts'

test('a channel that has not reported for a minute is stale, and a device that is off line says so: neither is green', async ({
  page,
  company,
}) => {
  const boiler = await company.aDetector({ name: 'Boiler' })
  const sump = await company.aDetector({ name: 'Drainage sump' })
  await sump.reads(0, 'ppm', 'H2S')
  await sump.goesOffline()
  await boiler.reads(41.5, 'degC', 'temperature', { at: new Date(Date.now() - 60_000).toISOString() })
  await boiler.reads(20.9, '%vol', 'O2')
  await company.enter(page, await company.aPerson({ role: 'admin' }))
  await page.goto('/dashboard')

  const value = page.getByTestId(`gas-${boiler.key}-temperature`)
  await expect(value).toHaveAttribute('data-quality', 'stale')
  await expect(value).toHaveText('41.5')
  await expect(tileOf(page, `gas-${boiler.key}-temperature`)).toContainText('Stale')
  await expect(page.getByTestId(`health-${boiler.key}`)).toHaveAttribute('data-state', 'normal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Temperature 41.5 °C' })).toContainText('Stale')

  await expect(page.getByTestId(`health-${sump.key}`)).toHaveAttribute('data-state', 'offline')
  await expect(page.getByTestId(`gas-${sump.key}-H2S`)).toHaveAttribute('data-quality', 'offline')
  await expect(page.getByRole('listitem').filter({ hasText: 'Drainage sump' }).first()).toContainText('Offline')
  expect((await greenOn(page)).filter((text) => /Temperature|Drainage sump/.test(text))).toEqual([])
})

const tileOf = (page: Page, testId: string) => page.getByRole('listitem').filter({ has: page.getByTestId(testId) })
