// How somebody types themselves in who registers.
import { screen } from '@testing-library/dom'
import { expect } from 'vitest'
import type { TestBrowser } from '../kit/browser.testing.tsx'

/** The fields that everybody has who registers. */
export const fillPerson = async ({ user }: TestBrowser): Promise<void> => {
  await user.type(screen.getByLabelText(/^First name/), 'Signe')
  await user.type(screen.getByLabelText(/^Last name/), 'Lindqvist')
  await user.type(screen.getByLabelText(/^Email/), 'signe@newcomers.example')
  await user.type(screen.getByLabelText(/^Phone/), '+44 20 7946 0000')
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'Mauve-lantern-4')
  await user.type(screen.getByLabelText(/^Confirm password/, { selector: 'input' }), 'Mauve-lantern-4')
  const country = screen.getByRole<HTMLInputElement>('combobox', { name: /^Country/ })
  await user.type(country, 'Swede')
  await user.keyboard('{Enter}')
  expect(country.value).toBe('Sweden')
}
