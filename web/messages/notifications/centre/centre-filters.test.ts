import type { Notification } from '@gatehouse/contract/messages/notifications'
import { expect, test } from 'vitest'
import { countFilters, type Filters, inputOf, passes, readFilters, writeFilters } from './centre-filters.ts'
import { aNotification } from '../a-notification.testing.ts'

const zone = 'Europe/Stockholm'
const now = Date.parse('2026-11-22T12:00:00Z')
const from = (query: string): Filters => {
  const given = new URLSearchParams(query)
  return readFilters((name) => given.get(name) ?? '')
}
const written = (filters: Filters) =>
  new URLSearchParams(Object.entries(writeFilters(filters)).filter(([, value]) => value !== '')).toString()

const item = (changes: Partial<Notification> = {}) =>
  aNotification({
    kind: 'alarm-medium',
    title: 'A device is offline',
    message: 'Main entrance is not heard of.',
    type: 'warning',
    priority: 'medium',
    timestamp: '2026-11-22T11:00:00.000Z',
    ...changes,
  })

test('filters stand in the address as short as can be, and what cannot be read there is not set', () => {
  const whole = 'show=unread&priority=high&kind=alarm-medium&period=days&from=2026-11-01&to=2026-11-20&q=door'
  expect(written(from(whole))).toBe(whole)
  expect(countFilters(from(whole))).toBe(4)
  expect(written(from(''))).toBe('')
  expect(written(from('show=x&priority=urgent&period=ever&from=soon&q=%20%20'))).toBe('')
  // Days count only where days are chosen.
  expect(written(from('period=week&from=2026-11-01'))).toBe('period=week')
})

test('the server is asked for what is set, days from midnight to midnight at the site', () => {
  expect(inputOf(from(''), now, zone)).toEqual({})
  expect(inputOf(from('show=read&priority=low&kind=access-changed&q=role'), now, zone)).toEqual({
    read: 'true',
    priority: 'low',
    kind: 'access-changed',
    q: 'role',
  })
  expect(inputOf(from('show=unread&period=today'), now, zone)).toEqual({
    read: 'false',
    from: '2026-11-21T23:00:00.000Z',
  })
  expect(inputOf(from('period=days&from=2026-11-01&to=2026-11-20'), now, zone)).toEqual({
    from: '2026-10-31T23:00:00.000Z',
    to: '2026-11-20T23:00:00.000Z',
  })
  expect(inputOf(from('period=day'), now, zone)).toEqual({ from: '2026-11-21T12:00:00.000Z' })
})

test('one that comes passes where the server would have answered it', () => {
  const passing = (query: string, changes: Partial<Notification> = {}) => passes(from(query), item(changes), now, zone)
  expect(passing('')).toBe(true)
  expect([passing('show=unread'), passing('show=read'), passing('show=read', { read: true })]).toEqual([
    true,
    false,
    true,
  ])
  expect([passing('priority=medium'), passing('priority=high')]).toEqual([true, false])
  expect([passing('kind=alarm-medium'), passing('kind=alarm-low')]).toEqual([true, false])
  expect([passing('q=main+ENTRANCE'), passing('q=offline'), passing('q=zebra')]).toEqual([true, true, false])
  expect([passing('period=today'), passing('period=today', { timestamp: '2026-11-21T22:00:00.000Z' })]).toEqual([
    true,
    false,
  ])
  expect([passing('period=days&to=2026-11-22'), passing('period=days&to=2026-11-21')]).toEqual([true, false])
})
