// What is asked every minute how the system is.
import type { Notification } from '@gatehouse/contract/messages/notifications'
import * as system from '@gatehouse/contract/system/system'
import { screen, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { aBrowser, type TestBrowser, uuid } from '../testing/browser.testing.tsx'
import { advance, beganAt } from '../testing/fake-time.testing.ts'

const both = ['/api/admin/notifications', '/api/admin/system-health']
const asked = ({ server }: TestBrowser) =>
  server
    .paths()
    .filter((path) => path.startsWith('/api/admin/'))
    .toSorted()

const answersHealth = ({ server }: TestBrowser) => {
  server.answers(system.systemHealth, {
    status: 'normal',
    checks: [{ name: 'store', status: 'normal', says: 'It answers in 1 ms', since: beganAt, at: beganAt }],
    installation: null,
    at: beganAt,
  })
  server.answers(system.adminNotifications, { notifications: [] })
}
const card = () => document.querySelector('[data-testid=system-health]')

test('how the system is is asked at once and every minute, by administrators alone', async () => {
  const browser = aBrowser()
  answersHealth(browser)
  // Without live values, which say when to ask sooner.
  browser.server.keepsSockets('cut off')
  browser.server.hangsOtherwise()
  browser.signedIn({ permissions: ['admin_access'] })
  await browser.open('/dashboard', 'at once')
  await advance('2 s')
  expect(card()?.getAttribute('data-status')).toBe('normal')
  expect(card()?.textContent).toMatch(/check is normal|checks are normal/)
  expect(asked(browser)).toEqual(both)
  await advance(system.adminPollMs - 5_000)
  expect(asked(browser)).toHaveLength(2)
  await advance('10 s')
  expect(asked(browser)).toEqual([both[0], both[0], both[1], both[1]])

  browser.signedIn({ id: '00000000-0000-4000-8000-000000000002', permissions: ['read_entry_exit_report'] })
  await browser.open('/entry-exit/report')
  await advance('2 min')
  expect(asked(browser)).toHaveLength(4)
})

test('a poll that fails is only logged, and can be asked for again', async () => {
  const browser = aBrowser()
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  browser.server.refuses(system.systemHealth, 502)
  browser.server.refuses(system.adminNotifications, 502)
  browser.server.hangsOtherwise()
  browser.signedIn({ permissions: ['admin_access'] })
  await browser.open('/dashboard')
  expect(document.body.textContent).toContain('Not received yet')
  for (const words of [system.messages.healthFailed, system.messages.notificationsFailed])
    expect(info.mock.calls.some(([message]) => message === words)).toBe(true)
  answersHealth(browser)
  await browser.open('/logs/system')
  const health = within(screen.getByRole('region', { name: 'System health' }))
  const before = asked(browser).length
  await browser.user.click(health.getByRole('button', { name: 'Refresh' }))
  await advance('1 s')
  expect(asked(browser)).toHaveLength(before + 2)
  expect(card()?.getAttribute('data-status')).toBe('normal')
})

const notification = (n: number): Notification => ({
  id: uuid(n),
  kind: 'backup-failed',
  title: 'A backup failed',
  message: 'The disk is full',
  type: 'error',
  priority: 'high',
  timestamp: beganAt,
  read: false,
  requiredPermissions: [],
})

test('what is unread is on the card of the health, with the way to it', async () => {
  const browser = aBrowser()
  answersHealth(browser)
  browser.server.answers(system.adminNotifications, { notifications: [notification(1), notification(2)] })
  browser.server.keepsSockets('cut off')
  browser.server.hangsOtherwise()
  browser.signedIn({ permissions: ['admin_access', 'read_notifications'] })
  await browser.open('/dashboard', 'at once')
  await advance('2 s')
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: '2 unread notifications' })
  expect(link.pathname + link.search).toBe('/notifications?show=unread')
})
