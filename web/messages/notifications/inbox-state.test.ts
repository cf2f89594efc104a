import type { Notification } from '@gatehouse/contract/messages/notifications'
import { expect, test } from 'vitest'
import {
  after,
  allOf,
  asRead,
  type Inbox,
  nextPage,
  nothingKnown,
  pageSize,
  withDelivered,
  withNewest,
  without,
  withOlder,
} from './inbox-state.ts'
import { aNotification } from './a-notification.testing.ts'

const item = (n: number, changes: Partial<Notification> = {}) =>
  aNotification({
    id: `id-${String(n).padStart(3, '0')}`,
    title: `No. ${n}`,
    timestamp: new Date(Date.UTC(2026, 10, 21, 12, n)).toISOString(),
    ...changes,
  })
/** From the newest to the oldest. */
const items = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, n) => item(newest - n))
const answer = (notifications: readonly Notification[], unreadCount = notifications.length, seq = 0) => ({
  success: true,
  notifications: [...notifications],
  unreadCount,
  total: notifications.length,
  seq,
})
const numbers = ({ items: all }: Inbox) => all?.map(({ title }) => Number(title.slice(4)))

const gone = (...ids: string[]) => ({ ids, unread: [] })
const two: Inbox = { items: [item(2), item(1)], unread: 2, complete: true }

test('reading lowers the count by one, once, and never below 0', () => {
  const once = asRead(two, ['id-001'], true)
  expect([once.unread, once.items?.[1]?.read]).toEqual([1, true])
  expect(asRead(once, ['id-001'], true)).toBe(once)
  expect(asRead({ ...two, unread: 0 }, ['id-001'], true).unread).toBe(0)
  expect(asRead(two, ['unknown'], true)).toBe(two)
  expect(asRead(once, ['id-001'], false)).toEqual(two)
})

test('a repeat takes the place of what it repeats, comes first and counts no more', () => {
  const repeat = { ...item(5, { id: 'id-001', times: 2 }), seq: 9 }
  const repeated = withDelivered(two, repeat, false)
  expect(repeated).toMatchObject({ items: [repeat, item(2)], unread: 2 })
  expect(withDelivered(repeated, repeat, false)).toBe(repeated)
})

test('what somebody has acknowledged elsewhere is read here, and by whom', () => {
  const acknowledged = { by: 'Ada Okafor', at: '2026-11-21T12:30:00.000Z' }
  const known = after(two, { kind: 'read', ids: ['id-001'], acknowledged })
  expect(known).toMatchObject({ unread: 1, items: [{ read: false }, { read: true, acknowledged }] })
  expect(known.items?.[0]?.acknowledged).toBeUndefined()
})

test('deleting takes one away, and lowers the count where it was unread', () => {
  const left = without(two, gone('id-002'))
  expect([numbers(left), left.unread]).toEqual([[1], 1])
  const read = asRead(two, ['id-002'], true)
  expect(without(read, gone('id-002')).unread).toBe(1)
  expect(without({ ...two, unread: 0 }, gone('id-002')).unread).toBe(0)
  expect(without(two, gone('unknown'))).toBe(two)
})

test('clearing takes away all that had been told by then, here or not, and nothing that comes after', () => {
  const before: Inbox = { ...two, unread: 30, complete: false }
  const all = allOf(before)
  if (!all) throw new Error('there is something to clear')
  expect(without(before, all)).toEqual({ items: [], unread: 0, complete: true })
  const come = withNewest(before, answer([item(9), ...items(2, 1)], 31), 0)
  expect(without(come, all)).toMatchObject({ items: [item(9)], unread: 1 })
  expect(allOf(nothingKnown)).toBeNull()
  expect(without({ ...nothingKnown, unread: 3 }, all).unread).toBe(3)
})

test('the newest page takes the place of what it covers; what is older stays', () => {
  const first = withNewest(nothingKnown, answer(items(40, 21), 40), 0)
  expect([first.items?.length, first.complete]).toEqual([20, false])
  const all = withOlder(first, answer(items(20, 11), 40), 0)
  expect([all.items?.length, all.complete]).toEqual([30, true])
  // 41 has come, 40 was deleted elsewhere.
  const again = withNewest(all, answer([item(41), ...items(39, 21)], 40), 0)
  expect(numbers(again)).toEqual([41, ...items(39, 11).map(({ title }) => Number(title.slice(4)))])
  expect(again.complete).toBe(true)
  expect(withNewest(all, answer([item(41)], 1), 0)).toEqual({ items: [item(41)], unread: 1, complete: true })
})

test('pages that have shifted bring nothing twice and leave nothing out', () => {
  const first = withNewest(nothingKnown, answer(items(40, 21), 40), 0)
  expect(nextPage(first, 0)).toBe(2)
  // Two have come meanwhile: the second page begins with what is here.
  const shifted = withOlder(first, answer(items(22, 3), 42), 0)
  expect(numbers(shifted)).toHaveLength(38)
  expect(nextPage(shifted, 0)).toBe(2)
  expect(nextPage(shifted, 2)).toBe(3)
  // Three were deleted here: the page that is asked for holds the ones that moved up.
  const fewer = ['id-040', 'id-039', 'id-038'].map((id) => gone(id)).reduce(without, first)
  expect(nextPage(fewer, 0)).toBe(1)
  expect(pageSize).toBe(20)
})
