// How many presses of a pointer something costs, from the page after signing in: clicks of a mouse and taps of a finger.
import type { Page } from '@playwright/test'
import type { Person } from './company.ts'
import { expect } from './test.ts'

const counting = "addEventListener('pointerdown', (event) => event.isTrusted && countPress(), true)"

export interface Presses {
  /** There has been one at least, and no more than these. */
  atMost(limit: number): void
}

/** Signs in with the form and arrives where this person begins; what is pressed there and from then on is counted. */
export const beginCounted = async (page: Page, { email, password }: Person, path: string): Promise<Presses> => {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL((url) => url.pathname === path)
  await expect(page.locator('html')).toHaveAttribute('data-live', 'live')
  let presses = 0
  await page.exposeFunction('countPress', () => presses++)
  // In this document, and in those that are loaded after it.
  await page.evaluate(counting)
  await page.addInitScript(counting)
  return {
    atMost(limit) {
      expect(presses).toBeGreaterThan(0)
      expect(presses).toBeLessThanOrEqual(limit)
    },
  }
}
