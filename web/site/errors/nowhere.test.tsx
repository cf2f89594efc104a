// Where nothing is, and where nobody answers.
import { signIn } from '@gatehouse/contract/identity/auth'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'
import { textOf } from '../../kit/testing/announced.testing.ts'

test('where nothing is, the page says what may have happened and leads on', async () => {
  const browser = aBrowser()
  await browser.open('/no/such/page')
  expect(screen.getByRole('heading', { name: 'Page not found', level: 1 })).toBeTruthy()
  expect(screen.getByText('/no/such/page')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Home page' }).getAttribute('href')).toBe('/')
  expect(main.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin')
  await expectAccessible()
  await browser.user.click(main.getByRole('link', { name: 'Home page' }))
  expect(browser.address()).toBe('/')
})

test('whoever is signed in has a page of their own there, and can search, however soon they want to', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_entry_exit_report'] })
  browser.server.hangsOtherwise()
  await browser.open('/no/such/page')
  const own = within(screen.getByRole('navigation', { name: 'Pages that are there' }))
  expect(own.getByRole('link', { name: 'Open Gatehouse' }).getAttribute('href')).toBe('/entry-exit/report')
  expect(own.queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(screen.getByText(/It may be about something of another company, or that was deleted/)).toBeTruthy()
  // The tools of the bar that hear of it are still on their way.
  const swallow = (event: Event) => event.stopImmediatePropagation()
  window.addEventListener('keydown', swallow, { capture: true })
  await browser.user.click(own.getByRole('button', { name: 'Search' }))
  await advance('1 s')
  expect(own.getByRole('button', { name: 'Search' }).getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
  window.removeEventListener('keydown', swallow, { capture: true })
  await advance('500 ms')
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeTruthy()
})

test('off line, the sign-in page says so for as long as it lasts', async () => {
  const browser = aBrowser()
  await browser.open('/signin')
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy()
  const notice = () => {
    const shown = screen.queryByTestId('reach')
    return shown && textOf(shown)
  }
  const onLine = vi.spyOn(navigator, 'onLine', 'get')
  onLine.mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await advance(10)
  expect(notice()).toContain('You are offline.')
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await advance(10)
  expect(notice()).toBeNull()
  browser.server.goes('away')
  await browser.user.type(screen.getByLabelText('Email'), 'admin@gatehouse.example')
  await browser.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'whatever it is')
  await browser.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('Network error. Please check your connection.')).toBeTruthy()
  expect(browser.server.asked(signIn)).toEqual([])
  expect(notice()).toContain('Gatehouse cannot be reached.')
  browser.server.goes('back')
  await advance('5 s')
  expect(notice()).toBeNull()
  browser.server.goes('away')
  await browser.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(notice()).toContain('Gatehouse cannot be reached.')
  browser.server.goes('back')
  window.dispatchEvent(new Event('online'))
  await advance(10)
  expect(notice()).toBeNull()
})
