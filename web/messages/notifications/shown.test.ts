import type { Notification } from '@gatehouse/contract/messages/notifications'
import { expect, test } from 'vitest'
import { emptyWords, linkOf, shownOf } from './shown.ts'

const item = (id: string, read: boolean, requiredPermissions: string[] = []): Notification => ({
  id,
  kind: 'tried',
  title: id,
  message: '',
  type: 'info',
  priority: 'low',
  timestamp: '2026-11-21T12:00:00.000Z',
  read,
  requiredPermissions,
})
const items = [item('new', false), item('old', true), item('secret', false, ['read_doors', 'read_staff'])]
const shown = (...[filter, permissions = [], retained = []]: [Parameters<typeof shownOf>[1], string[]?, string[]?]) =>
  shownOf(items, filter, new Set(permissions), new Set(retained)).map(({ id }) => id)

test('filters are all, unread and read', () => {
  expect(shown('all')).toEqual(['new', 'old'])
  expect(shown('unread')).toEqual(['new'])
  expect(shown('read')).toEqual(['old'])
  expect(shown('unread', [], ['old'])).toEqual(['new', 'old'])
})

test('what asks for permissions is shown only to who holds all of them', () => {
  expect(shown('all', ['read_doors'])).not.toContain('secret')
  expect(shown('all', ['read_doors', 'read_staff'])).toContain('secret')
  expect(shown('unread', ['read_doors'], ['secret'])).not.toContain('secret')
})

test('each filter has its words for nothing', () => {
  expect(Object.values(emptyWords)).toEqual(['No notifications', 'No unread notifications', 'No read notifications'])
})

test('links lead to our pages or to the web, and run nothing', () => {
  expect(linkOf('/staff?q=a')).toEqual({ to: '/staff?q=a', ours: true })
  expect(linkOf('https://example.org/a')).toEqual({ to: 'https://example.org/a', ours: false })
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,a',
    '//example.org',
    String.raw`/\example.org`,
    'staff',
    '',
  ])
    expect(linkOf(url), url).toBeNull()
})
