// @vitest-environment happy-dom
// The session ends while an article is written: its text is there after signing in again.
import { checkSession, signIn } from '@gatehouse/contract/auth'
import { create } from '@gatehouse/contract/blog'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, aToken, fill } from '../kit/browser.testing.tsx'
import { advance } from '../kit/fake-time.testing.ts'

const field = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })

test('what was written when the session ended is there after signing in again', async () => {
  const browser = aBrowser()
  const { server, user, open, address } = browser
  const writer = browser.signedIn({ permissions: ['create_blog', 'edit_blog'] })
  server.hangsOtherwise()
  server.answers(signIn, { requires2FA: false, userId: writer.id, token: aToken(), user: writer })
  await open('/blog/create')
  await advance('1 s')
  await fill(browser, field(/^Title/), 'Half an article')
  await fill(browser, field('Text, in markdown'), 'Words that must not be lost')
  for (const op of [checkSession, create]) server.refuses(op, 401, { code: 'UNAUTHENTICATED' })
  await user.keyboard('{Control>}s{/Control}')
  await advance('1 s')
  expect(address()).toBe('/signin?session=expired')
  await fill(browser, field('Email'), writer.email)
  await fill(browser, field('Password'), 'Mauve-lantern-4')
  await user.keyboard('{Enter}')
  await advance('1 s')
  expect(address()).toBe('/blog/create')
  expect(screen.getByText(/What you had typed here is back\./)).toBeTruthy()
  expect(field(/^Title/).value).toBe('Half an article')
  expect(field('Text, in markdown').value).toBe('Words that must not be lost')
})
