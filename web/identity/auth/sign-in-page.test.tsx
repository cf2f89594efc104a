// Signing in: every way it can end, in the specification's words, and nothing typed is lost.
import { checkSession, csrfToken, messages, signIn, signOut } from '@gatehouse/contract/identity/auth'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { aToken, aBrowser, fill, type TestBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { aUser } from '../../kit/testing/a-user.testing.ts'
import { advance, settled } from '../../kit/testing/fake-time.testing.ts'
import { staysFor, textOf } from '../../kit/testing/announced.testing.ts'

const guard = 'guard@gatehouse.example'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password', { selector: 'input' })
const submit = ({ user }: TestBrowser) => user.click(screen.getByRole('button', { name: 'Sign in' }))
const type = async (browser: TestBrowser, address: string, word: string) => {
  await fill(browser, email(), address)
  await fill(browser, password(), word)
}

const refuses = async (browser: TestBrowser, message: string, word: string) => {
  await browser.open('/signin')
  await type(browser, guard, word)
  await submit(browser)
  expect(screen.getByRole('alert').textContent).toBe(message)
  expect([email().value, password().value]).toEqual([guard, word])
  expect(browser.address()).toBe('/signin')
}

const admits = ({ server }: TestBrowser, permissions: readonly string[]) => {
  const user = aUser({ id: uuid(1), permissions: [...permissions] })
  server.answers(signIn, { requires2FA: false, userId: user.id, token: aToken(), user })
}

test('a wrong password is refused', async () => {
  const browser = aBrowser()
  browser.server.refuses(signIn, 401, { message: messages.invalidCredentials })
  await refuses(browser, messages.invalidCredentials, 'not the password')
})

test('a suspended account is locked, for whoever knows its password', async () => {
  const browser = aBrowser()
  browser.server.refuses(signIn, 403, { code: 'LOCKED', message: messages.locked })
  await refuses(browser, messages.locked, 'Gatehouse-1')
})

test('after too many failures an account has to wait', async () => {
  const browser = aBrowser()
  browser.server.refuses(signIn, 429, { message: messages.tooMany })
  await refuses(browser, messages.tooMany, 'guess 10')
})

test('what cannot be an address, or is missing, is told beside its field and not sent', async () => {
  const browser = aBrowser()
  await browser.open('/signin')
  await type(browser, 'not an address', '')
  await submit(browser)
  expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(email())
  expect(email().value).toBe('not an address')
  expect(browser.server.asked(signIn)).toEqual([])
})

test('the server cannot be reached: it says so, and the next press works', async () => {
  const browser = aBrowser()
  browser.server.goes('away')
  await refuses(browser, messages.network, 'Gatehouse-1')
  browser.server.goes('back')
  browser.server.hangsOtherwise()
  admits(browser, ['admin_access'])
  await submit(browser)
  expect(browser.address()).toBe('/dashboard')
})

test('whoever is signed in begins on the first page that is theirs, told so once', async () => {
  const browser = aBrowser()
  browser.server.hangsOtherwise()
  admits(browser, ['admin_access'])
  await browser.open('/signin')
  await type(browser, guard, 'Gatehouse-1')
  await submit(browser)
  expect(browser.address()).toBe('/dashboard')
  await advance('500 ms')
  expect(screen.getByText(messages.signedIn)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  const stored: unknown = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
  expect(stored).toMatchObject({ token: expect.any(String), sessionToken: expect.stringMatching(/^[\w-]{43}$/) })
})

test('a browser that can store nothing more lets its user in, and out', async () => {
  const browser = aBrowser()
  browser.server.hangsOtherwise()
  browser.server.answers(signOut, { success: true })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  admits(browser, ['read_profile'])
  await browser.open('/signin')
  await type(browser, guard, 'Gatehouse-1')
  await submit(browser)
  await advance('2 s')
  expect(screen.getByText(messages.signedIn)).toBeTruthy()
  expect(document.documentElement.dataset['live']).toBe('live')
  await browser.user.click(screen.getByRole('button', { name: 'Your menu' }))
  await advance('500 ms')
  await browser.user.click(screen.getByRole('menuitem', { name: 'Logout' }))
  await advance('500 ms')
  expect(browser.address()).toBe('/signin')
  expect(screen.getByText('You are signed out')).toBeTruthy()
})

test('a second visit to the sign-in page leads there again, and says nothing', async () => {
  const browser = aBrowser()
  browser.server.hangsOtherwise()
  browser.signedIn({ permissions: ['admin_access'] })
  await browser.open('/signin?session=expired')
  expect(browser.address()).toBe('/dashboard')
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  expect(screen.queryByText(messages.signedIn)).toBeNull()
})

test('a security token that cannot be had anew is told', async () => {
  const browser = aBrowser()
  const release = browser.server.hangs(signIn)
  browser.server.refuses(signIn, 403, { code: 'EBADCSRFTOKEN', message: 'Please try again.' })
  await browser.open('/signin')
  await type(browser, guard, 'Gatehouse-1')
  await browser.user.keyboard('{Enter}')
  browser.server.refuses(csrfToken, 500)
  release()
  await settled()
  expect(screen.getByRole('alert').textContent).toBe('Failed to refresh security token. Please reload the page.')
})

test('the end of a session is said for 3 seconds at the top, and stays below the title', async () => {
  const browser = aBrowser()
  await browser.open('/signin?session=expired', 'at once')
  expect(screen.getAllByRole('status').map(textOf)).toContain('Your session has expired')
  expect(await staysFor('Your session has expired')).toBe(3_000)
  expect(screen.getByText('Your session has expired. Please log in again.')).toBeTruthy()
})

test('whoever opens a page first is told for 3 seconds why they are asked to sign in', async () => {
  const browser = aBrowser()
  await browser.open('/profile', 'at once')
  expect(browser.address()).toBe('/signin')
  const words = 'Please log in to access this page'
  expect(screen.getAllByRole('status').map(textOf)).toContain(words)
  expect(await staysFor(words)).toBe(3_000)
})

test('a stored user whose token has run out is forgotten', async () => {
  const browser = aBrowser()
  // Only the server knows what time it is.
  browser.signedIn({ permissions: ['read_entry_exit_report'] })
  browser.server.refuses(checkSession, 401, { code: 'UNAUTHENTICATED' })
  const stored: object = JSON.parse(localStorage.getItem('userInfo') ?? '{}')
  localStorage.setItem('userInfo', JSON.stringify({ ...stored, token: aToken({ exp: 1_700_000_000 }) }))
  await browser.open('/entry-exit/report')
  expect(browser.address()).toBe('/signin')
  expect(screen.getByText(messages.sessionExpired)).toBeTruthy()
  expect(localStorage.getItem('userInfo')).toBeNull()
})
