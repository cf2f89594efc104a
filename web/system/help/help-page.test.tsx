// Help inside the product: its pages, the search over them, and the way from one to another.
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser } from '../../kit/testing/browser.testing.tsx'
import { advance, passesUntil } from '../../kit/testing/fake-time.testing.ts'

const aReader = () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: ['read_profile'] })
  browser.server.hangsOtherwise()
  return browser
}

test('whoever is signed in finds a section by its words and reads it', async () => {
  const { open, user, address } = aReader()
  await open('/help')
  expect(screen.getByRole('link', { name: 'Muster' })).toBeTruthy()
  await expectAccessible({ within: screen.getByRole('main') })
  await user.type(screen.getByRole('searchbox', { name: 'Search help' }), 'quiet hours')
  await advance('1 s')
  await passesUntil(() => screen.queryByRole('list', { name: 'Results' }) !== null)
  expect(address()).toBe('/help?q=quiet+hours')
  await user.click(within(screen.getByRole('list', { name: 'Results' })).getAllByRole('link')[0] ?? document.body)
  await passesUntil(() => screen.queryByRole('article') !== null)
  expect(address()).toMatch(/^\/help\/\w+/)
  await expectAccessible({ within: screen.getByRole('main') })
})

test('nothing holds what is sought; a page that is not there', async () => {
  const { open } = aReader()
  await open('/help?q=zeppelin')
  await passesUntil(() => screen.queryByText('No results for “zeppelin”') !== null)
  await open('/help/zeppelin')
  expect(screen.getByRole('link', { name: 'Go to help' })).toBeTruthy()
})

test('a page of help leads to the next', async () => {
  const { open, user, address } = aReader()
  await open('/help/getting-around')
  await passesUntil(() => screen.queryByRole('article') !== null)
  await user.click(within(screen.getByRole('article')).getByRole('link', { name: 'Search' }))
  expect(address()).toBe('/help/search')
  await passesUntil(() => screen.queryByRole('heading', { name: 'What is found' }) !== null)
})
