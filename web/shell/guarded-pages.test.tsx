// Each page of the signed-in is open to exactly those who hold what it needs; others are shown what is missing.
import { lackOfPage } from '@gatehouse/contract/lack'
import { messages } from '@gatehouse/contract/identity/auth'
import { allPermissions, own, type Permission, systemRoles } from '@gatehouse/contract/permissions'
import { destinations } from '@gatehouse/contract/pages'
import { expect, test } from 'vitest'
import { aBrowser } from '../kit/testing/browser.testing.tsx'
import { advance, settled } from '../kit/testing/fake-time.testing.ts'
import type { Page } from '../route-table.ts'
import { pages } from '../routes.tsx'

// Only that they are opened is looked at: what stands on them is theirs.
const guarded: readonly Page[] = pages.flatMap(({ path, permissions, alsoFor }) =>
  permissions ? [{ path, permissions, alsoFor, load: async () => () => <h1>{`The page ${path}`}</h1> }] : [],
)
const addressOf = ({ path }: Page) => path.replace('/*', '').replace(/:\w+/, 'something')

const goTo = async (address: string) => {
  window.history.pushState({ idx: (window.history.state?.idx ?? 0) + 1 }, '', address)
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  await settled()
}

test.each(['supervisor', 'staff'] as const)('%s: the pages that are theirs', async (role) => {
  const held: readonly Permission[] = [...own, ...systemRoles[role]]
  const browser = aBrowser()
  browser.signedIn({ permissions: held })
  browser.server.hangsOtherwise()
  // Open to none of them: the card comes a moment later the first time.
  await browser.open('/companies', undefined, guarded)
  await advance('500 ms')
  const wrong: string[] = []
  for (const page of guarded) {
    await goTo(addressOf(page))
    const lacking = lackOfPage(page, new Set(held))
    const headings = [...document.querySelectorAll('h1, h2')].map(({ textContent }) => textContent)
    const [isDenied, isOpen] = [headings.includes('Access Denied'), headings.includes(`The page ${page.path}`)]
    const isAsItShould =
      lacking.length === 0
        ? isOpen && !isDenied
        : isDenied && !isOpen && document.body.textContent.includes(messages.missingPermissions(lacking))
    if (!isAsItShould) wrong.push(page.path)
  }
  expect(wrong).toEqual([])
  expect(guarded.length).toBeGreaterThan(25)
})

test('a page is headed by the name that menus and search call it by', async () => {
  const browser = aBrowser()
  browser.signedIn({ permissions: allPermissions })
  browser.server.hangsOtherwise()
  await browser.open('/profile')
  const wrong: string[] = []
  for (const { path, title, type } of destinations) {
    if (type !== 'page' || !pages.some((page) => addressOf(page) === path)) continue
    await goTo(path)
    await advance('300 ms')
    const heading = document.querySelector('h1')?.textContent
    // In a menu the specification has capitals.
    if (heading?.toLowerCase() !== title.toLowerCase()) wrong.push(`${path} is ${title}, headed ${heading}`)
  }
  expect(wrong).toEqual([])
})
