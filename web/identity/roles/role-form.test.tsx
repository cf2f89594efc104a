// A role that its administrator may not add any more.
import { signOut } from '@gatehouse/contract/identity/auth'
import * as roles from '@gatehouse/contract/identity/roles'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, fill } from '../../kit/testing/browser.testing.tsx'
import { advance, passesUntil } from '../../kit/testing/fake-time.testing.ts'
import { staysFor } from '../../kit/testing/announced.testing.ts'

test('who may not touch roles any more is logged out, and told for 6 seconds', async () => {
  const browser = aBrowser()
  const words = 'You do not have permission to add roles.'
  browser.signedIn({ permissions: ['manage_roles'] })
  browser.server.answers(roles.list, { roles: [] })
  browser.server.refuses(roles.create, 403, { code: 'X', message: words })
  browser.server.answers(signOut, { success: true })
  browser.server.hangsOtherwise()
  await browser.open('/roles?add=blank')
  await advance('500 ms')
  await fill(browser, within(screen.getByRole('dialog')).getByLabelText(/^Name/), 'Night desk')
  await browser.user.click(screen.getByRole('button', { name: 'Add role' }))
  await passesUntil(() => browser.address() === '/signin')
  expect(await staysFor(words)).toBe(6_000)
})
