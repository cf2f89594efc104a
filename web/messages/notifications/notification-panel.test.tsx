// The notification panel: opened, read, deleted and had back; and against a server that refuses.
import * as notifications from '@gatehouse/contract/messages/notifications'
import type { Notification } from '@gatehouse/contract/messages/notifications'
import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../kit/testing/accessible.testing.ts'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'
import { aNotification } from './a-notification.testing.ts'

const tried = (n: number, title: string, changes: Partial<Notification> = {}) =>
  aNotification({
    id: uuid(n),
    title,
    priority: 'high',
    timestamp: beganAt,
    path: '/profile',
    ...changes,
  })
const done = { success: true, message: 'Done.' }

const delivered = (...list: Notification[]) => {
  const browser = aBrowser()
  const { server } = browser
  browser.signedIn({ permissions: ['read_profile', 'read_notifications'] })
  server.hangsOtherwise()
  server.hasUnread({ seq: list.length, unreadCount: list.length })
  server.answers(notifications.list, {
    success: true,
    notifications: list,
    unreadCount: list.length,
    total: list.length,
    seq: list.length,
  })
  for (const op of [notifications.read, notifications.readMany, notifications.removeMany] as const)
    server.answers(op, done)
  server.answers(notifications.restore, done)
  let deletions = 0
  const deleted = () => ({ ...done, deletion: uuid(70 + ++deletions) })
  server.answers(notifications.remove, deleted)
  server.answers(notifications.clear, deleted)
  return browser
}

const bell = () => document.querySelector('button[aria-label^="Notifications"]')
const panel = () => within(screen.getByRole('dialog', { name: 'Notifications' }))
const rows = () => panel().queryAllByRole('listitem')
const row = (title: string) => {
  const found = rows().find(({ textContent }) => textContent?.includes(title))
  if (!found) throw new Error(`There is no row ${title}`)
  return within(found)
}
const toggler = (title: string) => row(title).getByRole('button', { expanded: false })
const press = async (button: HTMLElement) => button.focus()

test('notifications are read by a click or their button, filtered, dismissed and had back', async () => {
  const long = 'It is a long story that does not fit two lines of a narrow panel. '.repeat(4).trim()
  const { server, user, open, address } = delivered(
    tried(1, 'First', { message: long, action: 'See your profile' }),
    tried(2, 'Second'),
    tried(3, 'Third'),
  )
  await open('/settings/account')
  await advance('3 s')
  expect(bell()?.getAttribute('aria-label')).toBe('Notifications, 3 unread')
  if (bell()) await user.click(bell() ?? document.body)
  await advance('500 ms')
  expect(rows()).toHaveLength(3)
  await expectAccessible({ within: screen.getByRole('dialog') })
  await user.click(toggler('First'))
  expect(screen.getByText(long).dataset['open']).toBe('true')
  expect(bell()?.getAttribute('aria-label')).toBe('Notifications, 2 unread')
  expect(server.asked(notifications.read)).toEqual([{ id: uuid(1) }])
  await user.click(row('First').getByRole('button', { expanded: true }))
  expect(screen.getByText(long).dataset['open']).toBeUndefined()

  // Its button goes; whoever pressed it by keyboard goes on where they were.
  await press(row('Second').getByRole('button', { name: /^Mark as read/ }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(toggler('Second'))
  await user.click(panel().getByRole('button', { name: /^Unread/ }))
  expect(rows()).toHaveLength(1)
  await press(row('Third').getByRole('button', { name: /^Dismiss/ }))
  await user.keyboard('{Enter}')
  expect(panel().getByText('No unread notifications')).toBeTruthy()
  expect(document.activeElement).toBe(panel().getByRole('region', { name: 'Unread' }))
  expect(bell()?.getAttribute('aria-label')).toBe('Notifications')
  // It can be had back by its key and by its button.
  await user.keyboard('{Control>}z{/Control}')
  expect(rows()).toHaveLength(1)
  expect(bell()?.getAttribute('aria-label')).toBe('Notifications, 1 unread')
  await user.click(panel().getByRole('button', { name: 'Clear all' }))
  expect(panel().getByText('All notifications deleted')).toBeTruthy()
  expect(panel().getByText('No unread notifications')).toBeTruthy()
  await press(panel().getByRole('button', { name: 'Undo' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(panel().getByRole('heading', { name: 'Notifications' }))
  await user.click(row('Third').getByRole('button', { name: /^Dismiss/ }))
  expect(panel().getByText('Notification deleted')).toBeTruthy()
  await advance('100 ms')
  expect(server.asked(notifications.remove)).toEqual([{ id: uuid(3) }, { id: uuid(3) }])
  expect(server.asked(notifications.restore)).toEqual([{ deletion: uuid(71) }, { deletion: uuid(72) }])
  await user.click(panel().getByRole('button', { name: 'All' }))
  await user.click(toggler('First'))
  // Closed with the panel, it cannot be had back.
  await user.click(panel().getByRole('link', { name: 'See your profile' }))
  await advance('1 s')
  expect(address()).toBe('/profile')
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull()
  expect(server.asked(notifications.restore)).toHaveLength(2)
})

test('what the server refuses is back, and said; what it grants is gone', async () => {
  const { server, user, open } = delivered(tried(1, 'First'), tried(2, 'Second'))
  const both = {
    success: true,
    notifications: [tried(1, 'First'), tried(2, 'Second')],
    unreadCount: 2,
    total: 2,
    seq: 2,
  }
  server.refuses(notifications.list, 500, { code: 'INTERNAL', message: 'No.' })
  server.answers(notifications.remove, { success: false, message: 'No.' })
  server.refuses(notifications.clear, 500, { code: 'INTERNAL', message: 'No.' })
  await open('/profile')
  await advance('3 s')
  await user.click(bell() ?? document.body)
  await advance('500 ms')
  expect(panel().getByRole('alert').textContent).toContain('Failed to fetch notifications')
  server.answers(notifications.list, both)
  await press(panel().getByRole('button', { name: 'Retry' }))
  await user.keyboard('{Enter}')
  await advance('500 ms')
  expect(rows()).toHaveLength(2)
  expect(document.activeElement).toBe(panel().getByRole('heading', { name: 'Notifications' }))
  await user.click(row('Second').getByRole('button', { name: /^Dismiss/ }))
  await advance('500 ms')
  expect(screen.getByText('Failed to delete notification')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  await user.click(panel().getByRole('button', { name: 'Clear all' }))
  await advance('500 ms')
  expect(screen.getByText('Failed to clear notifications')).toBeTruthy()
  expect(rows()).toHaveLength(2)
  expect(panel().getByRole('button', { name: /^Unread/ }).textContent).toBe('Unread 2')
  server.answers(notifications.clear, done)
  const before = server.asked(notifications.clear).length
  await user.click(panel().getByRole('button', { name: 'Clear all' }))
  expect(panel().getByText('No notifications')).toBeTruthy()
  await advance('100 ms')
  expect(server.asked(notifications.clear)).toHaveLength(before + 1)
})
