// The logs of the administration. What is asked every minute is proven with the component (web/kit/admin-polling.test.tsx).
import type { Page } from '@playwright/test'
import { emailOf, enter, postSignIn } from './accounts.ts'
import { expectAccessible, expectAccessibleInBoth } from './axe.ts'
import { tooSmall, tooWide } from './geometry.ts'
import { phone } from './playwright.config.ts'
import { expect, test } from './test.ts'

const table = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('sign-ins, done and refused, are in the log, and filters are in the address', async ({ page }) => {
  await enter(page, 'admin')
  await postSignIn(page.request, emailOf('guard'), 'not the word')
  await page.goto('/logs')
  await expect(page).toHaveURL(/\/logs\/sign-in$/)
  await page.getByRole('searchbox', { name: 'Person or address' }).fill(emailOf('guard'))
  await expect(page).toHaveURL(/q=guard/)
  await page.getByRole('combobox', { name: 'Result' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await expect(page).toHaveURL(/outcome=refused/)
  const rows = table(page, 'Sign-ins')
    .getByRole('row')
    .filter({ hasText: emailOf('guard') })
  await expect(rows.first()).toContainText('Refused')
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
  await page.goto('/logs/nowhere')
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('the system log says how the server began, each line at an address of its own', async ({ page, store }) => {
  // Another test may have founded a company here: then it is not the only company's administrators who see it.
  await store.query(
    `update users set permissions = array_append(array_remove(permissions, 'manage_companies'), 'manage_companies') where email = $1`,
    [emailOf('admin')],
  )
  try {
    await enter(page, 'admin')
    await page.goto('/logs/system?q=has%20started')
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
  } finally {
    await store.query(`update users set permissions = array_remove(permissions, 'manage_companies') where email = $1`, [
      emailOf('admin'),
    ])
  }
})

test('fit a phone, light and dark', async ({ anotherPage }) => {
  const page = await anotherPage({ viewport: phone, hasTouch: true, isMobile: true, reducedMotion: 'reduce' })
  await enter(page, 'admin')
  for (const name of ['sign-in', 'system', 'delivery']) {
    await page.goto(`/logs/${name}`)
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessibleInBoth(page, async () =>
      expect([await tooWide(page), await tooSmall(page)], name).toEqual([[], []]),
    )
  }
})
