// Before a page of the signed-in: what is shown while the session is being looked at.
import { checkSession } from '@gatehouse/contract/identity/auth'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../kit/testing/browser.testing.tsx'
import { advance } from '../kit/testing/fake-time.testing.ts'

test('while the session is being looked at, the page says so', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile'] })
  const answer = browser.server.hangs(checkSession)
  browser.server.hangsOtherwise()
  await browser.open('/profile')
  expect(screen.getByText('Verifying access...')).toBeTruthy()
  answer()
  await advance('1 s')
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy()
  expect(screen.queryByText('Verifying access...')).toBeNull()
})
