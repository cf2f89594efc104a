// In demo mode a click signs in as any role, and pages that send mail lead to the mailbox; elsewhere nothing of it is there.
import { forgotPassword } from '@gatehouse/contract/identity/accounts'
import { signIn } from '@gatehouse/contract/identity/auth'
import { entrance } from '@gatehouse/contract/system/demo'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { aBrowser, fill, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance } from '../../kit/testing/fake-time.testing.ts'

const demo = {
  password: 'Gatehouse#2026',
  mailbox: true,
  accounts: [
    { email: 'admin@gatehouse.example', name: 'Amara Okafor', role: 'admin', company: 'Meridian Tower' },
    { email: 'guard@gatehouse.example', name: 'Ngozi Eze', role: 'guard', company: 'Meridian Tower' },
    { email: 'admin@northwind.example', name: 'Gabriela Torres', role: 'admin', company: 'Northwind' },
  ],
}

test('each demo account is one click away', async () => {
  const browser = aBrowser()
  browser.server.answers(entrance, { demo })
  browser.server.answers(signIn, { requires2FA: true, userId: uuid(1), methods: ['totp'] })
  await browser.open('/signin')
  await advance('500 ms')
  const offered = within(screen.getByRole('region', { name: 'Demo: sign in as' }))
  expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Admin',
    'Guard',
    'Admin of Northwind',
  ])
  await browser.user.click(offered.getByRole('button', { name: 'Guard' }))
  expect(browser.server.asked(signIn)).toEqual([{ email: 'guard@gatehouse.example', password: 'Gatehouse#2026' }])
})

test('outside demo mode no account is offered', async () => {
  const browser = aBrowser()
  await browser.open('/signin')
  await advance('500 ms')
  expect(screen.queryByRole('region', { name: 'Demo: sign in as' })).toBeNull()
})

test.each([
  [true, 1],
  [false, 0],
])('a mail that was sent is read in the demo mailbox, where there is one: %s', async (mailbox, links) => {
  const browser = aBrowser()
  browser.server.answers(entrance, { demo: { ...demo, mailbox } })
  browser.server.answers(forgotPassword, { success: true, message: 'A link is on its way.' })
  await browser.open('/forgot')
  await fill(browser, screen.getByLabelText<HTMLInputElement>('Email'), 'guard@gatehouse.example')
  await browser.user.click(screen.getByRole('button', { name: 'Mail me a link' }))
  await advance('500 ms')
  expect(screen.queryAllByRole('link', { name: 'demo mailbox' })).toHaveLength(links)
})
