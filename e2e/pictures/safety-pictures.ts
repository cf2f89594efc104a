// The pictures of gas monitoring and of people counting in the documentation.
import type { Browser } from '@playwright/test'
import { desktop } from '../playwright.config.ts'
import type { Product } from '../kit/product.ts'
import { stage } from '../kit/simulator.ts'
import { expect, minute, open, take } from './open-page.ts'

export const takeSafety = async (product: Product, browser: Browser) => {
  const { page } = await open(browser, product, { viewport: desktop, colorScheme: 'light' })
  await page.goto('/people-count')
  await expect(page.getByRole('main').getByText('Meridian Tower').first()).toBeVisible()
  await take(page, 'people-count')
  // Down to the end of the hours of the week.
  await page.setViewportSize({ ...desktop, height: 1130 })
  await page.goto('/people-count/flow')
  await expect(page.getByRole('main').locator('svg, canvas').first()).toBeVisible()
  await take(page, 'people-flow')
  await page.setViewportSize(desktop)

  await stage(product, 'gas-leak', { seconds: 120 })
  await page.goto('/gas-monitoring')
  await expect(
    page
      .getByRole('main')
      .getByText(/Above (low|high)/)
      .first(),
  ).toBeVisible({ timeout: minute })
  await take(page, 'gas-monitoring')
  await page.setViewportSize({ ...desktop, height: 1180 })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^CO\b.*Car park south/ })
    .click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await take(page, 'gas-channel')
}
