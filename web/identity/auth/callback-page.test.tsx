// Back from Google or GitHub: in, after a code where the account asks for one, or refused in words.
import { messages, verify2fa } from '@gatehouse/contract/identity/auth'
import { own } from '@gatehouse/contract/permissions'
import { state as secondFactors } from '@gatehouse/contract/identity/second-factors'
import { callback, connected, messages as social, providers } from '@gatehouse/contract/identity/social'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aPasswordAlone, aUser } from '../../kit/testing/a-user.testing.ts'
import { aBrowser, aToken, fill, type TestBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const comeBack = async (provider: 'google' | 'github', answers: (browser: TestBrowser) => void) => {
  const browser = aBrowser()
  browser.server.hangsOtherwise()
  answers(browser)
  await browser.open(`/auth/${provider}/callback?code=a-code&state=${'s'.repeat(32)}`)
  await advance('1 s')
  return browser
}

test.each(['google', 'github'] as const)('%s: an account that asks for a code is in with it', async (provider) => {
  const user = aUser({ id: uuid(1), permissions: [...own] })
  const browser = await comeBack(provider, ({ server }) => {
    server.answers(callback, {
      success: true,
      outcome: 'needs-code',
      requires2FA: true,
      userId: user.id,
      methods: ['email'],
    })
    server.answers(verify2fa, { success: true, token: aToken(), user, message: 'In.' })
  })
  expect(screen.getByText(messages.enterCode)).toBeTruthy()
  await fill(browser, screen.getByLabelText('6-digit code'), '123456')
  await browser.user.keyboard('{Enter}')
  await advance('1 s')
  expect(browser.server.asked(verify2fa)).toMatchObject([{ userId: user.id, code: '123456' }])
  expect(browser.address()).toBe('/profile')
  expect(screen.getByText(messages.signedIn)).toBeTruthy()
})

test.each([
  ['google', 409, social.linkFirst],
  ['github', 409, social.linkFirst],
  ['github', 403, social.unverified],
] as const)('%s: who is refused is told why, and code and state are not left in the address', async (...given) => {
  const [provider, status, message] = given
  const { address } = await comeBack(provider, ({ server }) => server.refuses(callback, status, { message }))
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect(address()).toBe(`/auth/${provider}/callback`)
  expect(localStorage.getItem('userInfo')).toBeNull()
  expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeTruthy()
  await expectAccessible()
})

test('a provider is connected once it is known whether there is a password to be asked for', async () => {
  const { server, signedIn, open } = aBrowser()
  signedIn({ permissions: [...own] })
  server.hangsOtherwise()
  server.answers(providers, { providers: ['google', 'github'] })
  server.answers(connected, { connections: [] })
  server.answers(secondFactors, { ...aPasswordAlone, hasPassword: false })
  const release = server.hangs(secondFactors)
  await open('/settings/account')
  await advance('1 s')
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Connect GitHub' })
  expect(button().disabled).toBe(true)
  release()
  await advance('500 ms')
  expect(button().disabled).toBe(false)
})
