// Who looks after the installation reads what was written, answers by mail and marks it as handled.
import * as contactMessages from '@gatehouse/contract/site/contact-messages'
import { allPermissions } from '@gatehouse/contract/permissions'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { replyTo } from './message-sheet.tsx'

const written: contactMessages.ContactMessage = {
  id: uuid(5),
  name: 'Kwame Mensah',
  email: 'kwame+building@example.org',
  company: 'Meridian',
  topic: 'Connecting devices',
  message: 'Good morning,\nwhich detectors?',
  at: beganAt,
  handledAt: null,
  handledBy: null,
}

test('a message is opened from its notification, and handled', async () => {
  const browser = aBrowser()
  let message = written
  browser.signedIn({ permissions: allPermissions })
  browser.server.hangsOtherwise()
  browser.server.answers(contactMessages.list, () => ({ messages: [message], next: null, total: 1 }))
  browser.server.answers(contactMessages.byId, () => ({ message }))
  browser.server.answers(contactMessages.handle, ({ handled }) => {
    message = { ...message, handledAt: handled ? beganAt : null, handledBy: handled ? 'Ada Okafor' : null }
    return { message }
  })
  await browser.open(`/contact-messages?message=${written.id}`)
  await advance('1 s')
  const sheet = within(screen.getByRole('dialog', { name: 'Kwame Mensah' }))
  expect(sheet.getByText(/which detectors/)).toBeTruthy()
  await browser.user.click(sheet.getByRole('button', { name: 'Mark as handled' }))
  await advance('1 s')
  expect(sheet.getByText(/by Ada Okafor/)).toBeTruthy()
  expect(sheet.getByRole('button', { name: 'Mark as open' })).toBeTruthy()
})

test('the reply goes to who wrote, quotes it, and nothing of it adds a recipient', () => {
  const url = new URL(replyTo({ ...written, email: 'a&cc=eve@example.org' }))
  expect(url.protocol).toBe('mailto:')
  expect([...url.searchParams.keys()]).toEqual(['subject', 'body'])
  expect(url.searchParams.get('body')).toBe('\n\n> Good morning,\n> which detectors?')
  expect(decodeURIComponent(url.pathname)).toBe('a&cc=eve@example.org')
})
