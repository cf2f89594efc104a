// The session ends while an article is written: its text is there after signing in again. And a company that may not
// publish: its writers write, and are told why nothing of it is public.
import { checkSession, signIn } from '@gatehouse/contract/identity/auth'
import { type Article, create, messages, open as openArticle } from '@gatehouse/contract/site/blog'
import * as companies from '@gatehouse/contract/identity/companies'
import { own, systemRoles } from '@gatehouse/contract/permissions'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, aToken, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

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

const written: Article = {
  id: uuid(7),
  slug: 'the-first-of-ours',
  title: 'The first of ours',
  summary: '',
  markdown: '',
  tags: [],
  cover: null,
  author: 'Kwame Mensah',
  status: 'draft',
  publishedAt: null,
  scheduledFor: null,
  readingMinutes: 1,
  updatedAt: beganAt,
  revision: 1,
  savedBy: 'Kwame Mensah',
  publishes: false,
}

test('where the company may not publish, an article is a draft, and both it and the company’s page say why', async () => {
  const browser = aBrowser()
  const { server, user, open } = browser
  browser.signedIn({ permissions: [...own, ...systemRoles.admin] })
  server.hangsOtherwise()
  server.answers(create, { article: written })
  server.answers(openArticle, { article: written })
  server.answers(companies.mine, {
    company: {
      id: uuid(8),
      name: 'Lindqvist & Sons',
      timeZone: 'Europe/London',
      country: null,
      address: null,
      phone: null,
      website: null,
      publishes: false,
      createdAt: beganAt,
      people: 1,
      sites: 1,
      devices: 0,
    },
    administrators: [],
    sites: [],
  })
  await open('/blog/create')
  await advance('500 ms')
  await fill(browser, field(/^Title/), written.title)
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  await advance('500 ms')
  const publish = screen.getByRole('button', { name: 'Publish now' })
  const described = document.getElementById(publish.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toContain(messages.mayNotPublish)
  expect(publish.getAttribute('aria-disabled')).toBe('true')
  await expectAccessible({ within: screen.getByRole('main') })
  await open('/companydetails')
  await advance('500 ms')
  expect(screen.getByText(/Nothing of it is public/)).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})
