import type { Notification } from '@gatehouse/contract/messages/notifications'
import { expect, test } from 'vitest'
import { between, itemsOf, type Page, pageAfter, pageLength, pageOf, pagesAfter } from './centre-pages.ts'
import { aNotification } from '../a-notification.testing.ts'

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
const page = (notifications: Notification[], total: number): Page =>
  pageOf({ success: true, notifications, unreadCount: 0, total, seq: 0 })
const numbers = (pages: readonly Page[] | null) => itemsOf(pages ?? []).map(({ title }) => Number(title.slice(4)))
const all = () => true
const two = [page(items(120, 71), 120), page(items(70, 21), 120)]

test('pages are asked for one after the other until one is not full', () => {
  expect(pageAfter([], 1, all)).toBeUndefined()
  expect(pageAfter(two.slice(0, 1), 1, all)).toBe(2)
  expect(pageAfter(two, 2, all)).toBe(3)
  expect(pageAfter([...two, page(items(20, 1), 120)], 3, all)).toBeUndefined()
  expect(pageLength).toBe(50)
})

test('what came or went meanwhile brings nothing twice and leaves nothing out', () => {
  // Ten came: the second page begins with what is here.
  const shifted = [page(items(120, 71), 120), page(items(80, 31), 130)]
  expect(numbers(shifted)).toHaveLength(90)
  expect(pageAfter(shifted, 2, all)).toBe(2)
  // It brought nothing new: the one after it is asked for.
  expect(pageAfter([...shifted, page(items(80, 31), 130)], 2, all)).toBe(3)
  // Sixty were deleted here: what moved up is on the first page by now.
  const ids = items(120, 61).map(({ id }) => id)
  const fewer = pagesAfter(two, { kind: 'removed', ids }, all)
  expect([numbers(fewer).length, fewer?.at(-1)?.total, fewer && pageAfter(fewer, 2, all)]).toEqual([40, 60, 1])
  // Of the unread, those that were read are not counted by the server any more.
  const read = pagesAfter(two, { kind: 'read', ids }, all)
  expect(read && pageAfter(read, 2, (one) => !one.read)).toBe(1)
})

test('what becomes of them is taken over, whatever page they are on', () => {
  const read = pagesAfter(two, { kind: 'read', ids: ['id-119', 'id-030', 'unknown'] }, all)
  expect(itemsOf(read ?? []).flatMap((one) => (one.read ? one.title : []))).toEqual(['No. 119', 'No. 30'])
  expect(
    itemsOf(pagesAfter(read ?? [], { kind: 'unread', ids: ['id-119'] }, all) ?? []).filter((one) => one.read),
  ).toHaveLength(1)
  const until = item(100).timestamp
  const seen = itemsOf(pagesAfter(two, { kind: 'all-read', until }, all) ?? [])
  expect(seen.filter((one) => !one.read).map(({ title }) => title)).toHaveLength(20)
  for (const kind of ['more', 'cleared'] as const)
    expect(pagesAfter(two, kind === 'more' ? { kind } : { kind, until }, all)).toBeNull()
  expect(pagesAfter(two, { kind: 'told' }, all)).toBe(two)
})

test('one that comes is on top where it passes the filters, once', () => {
  const delivered = { ...item(121), seq: 9 }
  const come = pagesAfter(two, { kind: 'came', item: delivered }, all)
  expect([numbers(come)[0], come?.at(-1)?.total]).toEqual([121, 121])
  expect(pagesAfter(come ?? [], { kind: 'came', item: delivered }, all)).toBe(come)
  expect(pagesAfter(two, { kind: 'came', item: delivered }, () => false)).toBe(two)
})

test('with Shift all from the last one to this are chosen, in either direction', () => {
  const list = items(5, 1)
  expect(between(list, 'id-004', 'id-002')).toEqual(['id-004', 'id-003', 'id-002'])
  expect(between(list, 'id-002', 'id-004')).toEqual(['id-004', 'id-003', 'id-002'])
  expect(between(list, null, 'id-002')).toEqual(['id-002'])
  expect(between(list, 'gone', 'id-002')).toEqual(['id-002'])
})
