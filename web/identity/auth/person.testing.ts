// How somebody types themselves in who registers.
import { screen } from '@testing-library/dom'
import { expect } from 'vitest'
import { fill, type TestBrowser } from '../../kit/testing/browser.testing.tsx'

/** The fields that everybody has who registers. */
export const fillPerson = async (browser: TestBrowser): Promise<void> => {
  await fill(browser, screen.getByLabelText(/^First name/), 'Signe')
  await fill(browser, screen.getByLabelText(/^Last name/), 'Lindqvist')
  await fill(browser, screen.getByLabelText(/^Email/), 'signe@newcomers.example')
  await fill(browser, screen.getByLabelText(/^Phone/), '+44 20 7946 0000')
  await fill(browser, screen.getByLabelText(/^Password/, { selector: 'input' }), 'Mauve-lantern-4')
  await fill(browser, screen.getByLabelText(/^Confirm password/, { selector: 'input' }), 'Mauve-lantern-4')
  const country = screen.getByRole<HTMLInputElement>('combobox', { name: /^Country/ })
  await browser.user.type(country, 'Swede{Enter}')
  expect(country.value).toBe('Sweden')
}
