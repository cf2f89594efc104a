// An address that points into a page.
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { aBrowser } from '../kit/testing/browser.testing.tsx'
import { advance } from '../kit/testing/fake-time.testing.ts'

// In the banner; the page has one of its own.
const firstLink = () => {
  const [banner] = screen.getAllByRole('link', { name: 'Verify it' })
  if (!banner) throw new Error('Nothing leads there')
  return banner
}

test('an address that points into a page leads there', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile', 'manage_account'], verified: false })
  browser.server.hangsOtherwise()
  await browser.open('/profile')
  await browser.user.click(firstLink())
  await advance('1 s')
  expect(browser.address()).toBe('/settings/account#address')
  const address = document.getElementById('address')
  expect(document.activeElement).toBe(address)
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toContain(address)
})
