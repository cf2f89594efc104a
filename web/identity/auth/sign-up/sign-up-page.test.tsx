// The long forms of the public pages: choosing a country by typing, and words about a failure.
import * as rules from '@gatehouse/contract/identity/account-rules'
import { signUp } from '@gatehouse/contract/identity/accounts'
import { messages } from '@gatehouse/contract/identity/auth'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../../kit/testing/accessible.testing.ts'
import { aBrowser, fill } from '../../../kit/testing/browser.testing.tsx'
import { announcedNow } from '../../../kit/testing/announced.testing.ts'
import { fillPerson } from '../person.testing.ts'

const country = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Country/ })
const option = (name: string) => screen.getByRole('option', { name })

test('a country that is typed to its end is the one that Enter chooses', async () => {
  const { open, user } = aBrowser()
  await open('/signup')
  for (const name of ['Sweden', 'Niger', 'Guinea']) {
    await user.clear(country())
    await user.type(country(), `${name}{Enter}`)
    expect(country().value).toBe(name)
    expect(country().getAttribute('aria-expanded')).toBe('false')
  }
})

test('the list of what is chosen opens at it, and Enter leaves it chosen', async () => {
  const { open, user } = aBrowser()
  await open('/signup')
  await user.type(country(), 'Sweden{Enter}')
  await user.click(country())
  expect(option('Sweden').getAttribute('aria-selected')).toBe('true')
  expect(option('Norway')).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(country().value).toBe('Sweden')
})

test('what went wrong with a long form is said', async () => {
  const browser = aBrowser()
  await browser.open('/signup')
  await fillPerson(browser)
  browser.server.goes('away')
  await browser.user.click(screen.getByRole('button', { name: 'Sign up' }))
  expect(announcedNow().join(' ')).toContain(messages.network)
})

test('everything left out, then everything wrong: each is said beside its field, and nothing is sent', async () => {
  const browser = aBrowser()
  const { open, server, user } = browser
  await open('/signup')
  const press = async () => {
    screen.getByRole('button', { name: 'Sign up' }).focus()
    await user.keyboard('{Enter}')
  }
  await press()
  const left = [
    rules.firstNameRule(''),
    rules.lastNameRule(''),
    rules.emailRule(''),
    rules.phoneRule(''),
    rules.passwordRule(''),
    rules.confirmationRule('', ''),
    rules.countryRule(''),
  ]
  for (const fault of left) expect(screen.getByText(fault ?? 'no fault')).toBeTruthy()
  const firstName = screen.getByLabelText(/^First name/)
  expect(document.activeElement).toBe(firstName)
  await expectAccessible({ within: screen.getByRole('main') })

  await fill(browser, firstName, 'G')
  await fill(browser, screen.getByLabelText(/^Email/), 'grace at work')
  await fill(browser, screen.getByLabelText(/^Phone/), '12')
  await fill(browser, screen.getByLabelText(/^Password/, { selector: 'input' }), 'short')
  await fill(browser, screen.getByLabelText(/^Confirm password/, { selector: 'input' }), 'shore')
  await fill(browser, country(), 'Atlantis')
  await press()
  for (const fault of [
    'First name must be at least 2 characters',
    'Invalid email format',
    'Invalid phone number format',
    'Password must contain at least 8 characters, an uppercase letter, a digit, a special character from @$!%*?&#',
    'Passwords do not match',
    'Choose a country from the list',
  ])
    expect(screen.getByText(fault)).toBeTruthy()
  expect(screen.getAllByText(/Weak/).length).toBeGreaterThan(0)
  await expectAccessible({ within: screen.getByRole('main') })
  expect(server.asked(signUp)).toEqual([])
})
