// @vitest-environment happy-dom
// The long forms of the public pages: choosing a country by typing, and words about a failure.
import { messages } from '@gatehouse/contract/auth'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser } from '../kit/browser.testing.tsx'
import { saidNow } from '../kit/said.testing.ts'
import { fillPerson } from './person.testing.ts'

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
  expect(saidNow().join(' ')).toContain(messages.network)
})
