// The logs of the administration. What is asked every minute is proven with the component (web/kit/session/admin-polling.test.tsx).
import type { Page } from '@playwright/test'
import { postSignIn } from '../kit/accounts.ts'
import { expectAccessible, expectAccessibleInBoth } from '../kit/axe.ts'
import { follow } from '../kit/follow.ts'
import { tooSmall, tooWide } from '../kit/geometry.ts'
import { phone } from '../playwright.config.ts'
import { sizesOf } from '../kit/sizes.ts'
import { expect, test } from '../kit/test.ts'

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('sign-ins, done and refused, are in the log, and filters are in the address; the system log says how the server began, each line at an address of its own; all fit a phone, light and dark', async ({
  page,
  company,
}) => {
  const guard = await company.aPerson({ role: 'guard' })
  await company.enter(page, await company.aPerson({ role: 'admin', can: ['manage_companies'] }))
  await postSignIn(page.request, guard.email, 'not the word')
  await page.goto('/logs')
  await expect(page).toHaveURL(/\/logs\/sign-in$/)
  await page.getByRole('searchbox', { name: 'Person or address' }).fill(guard.email)
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(guard.email)}`))
  await page.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Denied' }).click()
  await expect(page).toHaveURL(/outcome=refused/)
  const rows = table(page, 'Sign-ins').getByRole('row').filter({ hasText: guard.email })
  await expect(rows.first()).toContainText('Denied')
  await expect(rows.first()).toContainText('wrong password, code or key')
  // What is asked for anew is dimmed until it is there.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page)
  // Each tab is as it was left.
  await page.getByRole('tab', { name: 'Delivery' }).click()
  await expect(page).toHaveURL(/\/logs\/delivery$/)
  // Until its part has arrived, the other tab is still the chosen one, and pressing it changes nothing.
  await expect(page.getByRole('tab', { name: 'Delivery' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Sign-in' }).click()
  await expect(page).toHaveURL(/\/logs\/sign-in\?.*outcome=refused/)
  await follow(page, '/logs/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()

  await follow(page, '/logs/system?q=has%20started')
  await expect(page.getByTestId('system-health')).toHaveAttribute('data-status', /normal|degraded|failing/)
  const line = table(page, 'System log').getByRole('link', { name: 'Gatehouse has started' }).first()
  await line.click()
  await expect(page).toHaveURL(/line=[\da-f-]{36}/)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toContainText('"store": "embedded"')
  await expectAccessible(page)
  await page.reload()
  await expect(sheet).toContainText('"store": "embedded"')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const size = await sizesOf(page)
  await size(phone, 'touch')
  for (const [name, title] of [
    ['sign-in', 'Sign-in'],
    ['system', 'System'],
    ['delivery', 'Delivery'],
  ] as const) {
    await follow(page, `/logs/${name}`)
    await expect(page.getByRole('tab', { name: title })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessibleInBoth(page, async () =>
      expect([await tooWide(page), await tooSmall(page)], name).toEqual([[], []]),
    )
  }
})
