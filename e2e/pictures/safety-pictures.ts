// The pictures of gas monitoring and of people counting in the documentation.
import type { Browser } from '@playwright/test'
import { desktop } from '../playwright.config.ts'
import type { Product } from '../kit/product.ts'
import { stage } from '../kit/simulator.ts'
import { expect, minute, open, take } from './open-page.ts'

/** So high that a page with tabs and a chart is whole. */
const tall = { ...desktop, height: 1280 }

export const takeSafety = async (product: Product, browser: Browser) => {
  const { page } = await open(browser, product, { viewport: desktop, colorScheme: 'light' })
  await page.goto('/people-count')
  await expect(page.getByRole('main').getByText('Meridian Tower').first()).toBeVisible()
  await take(page, 'people-count')
  await page.setViewportSize(tall)
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
  await page.setViewportSize(tall)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Carbon monoxide/ })
    .first()
    .click()
  await expect(page.locator('canvas').first()).toBeVisible()
  await take(page, 'gas-channel')
}
