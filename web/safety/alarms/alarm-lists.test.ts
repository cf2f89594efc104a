// What live events do to pages of alarms that have been read.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { expect, test } from 'vitest'
import type { Wanted } from './alarm-filters.ts'
import { type Pages, pagesAfter } from './alarm-lists.live.ts'
import { orderOf } from './alarm-order.ts'
import { anAlarm } from '../../kit/testing/an-alarm.testing.ts'

const pagesOf = (lists: readonly (readonly Alarm[])[], next: string | null = null, wanted: Wanted = {}): Pages => ({
  pages: lists.map((list, n) => ({ wanted, alarms: [...list], next: n < lists.length - 1 ? `${n}` : next })),
  pageParams: lists.map((_, n) => (n === 0 ? undefined : `${n - 1}`)),
})
const after = (pages: Pages, ...changed: Alarm[]) =>
  pagesAfter(pages, new Map(changed.map((alarm) => [alarm.id, alarm])))?.pages.map((page) =>
    page.alarms.map(({ title }) => title),
  )

const critical = anAlarm(1, { title: 'a', severity: 'critical' })
const high = anAlarm(2, { title: 'b', severity: 'high' })
const low = anAlarm(3, { title: 'c', severity: 'low' })

test('each stands where the server would list it, on the page that it belongs to', () => {
  expect(after(pagesOf([[critical], [high, low]]), anAlarm(4, { title: 'd', severity: 'medium' }))).toEqual([
    ['a'],
    ['b', 'd', 'c'],
  ])
  expect(after(pagesOf([[high, low]]), critical)).toEqual([['a', 'b', 'c']])
})

test('what comes after all that has been read is left to the page that has not', () => {
  expect(after(pagesOf([[critical, high]], 'more'), low)).toBeUndefined()
  expect(after(pagesOf([[critical, high]]), low)).toEqual([['a', 'b', 'c']])
  expect(after(pagesOf([[critical, high]], 'more'), { ...critical, state: 'shelved' })).toEqual([['b']])
})

test('what is of no concern changes nothing, so that nothing is drawn again', () => {
  const pages = pagesOf([[high]], null, { severity: 'high', state: 'unacknowledged' })
  expect(after(pages, critical)).toBeUndefined()
  expect(after(pages, { ...low, state: 'cleared' })).toBeUndefined()
  expect(after(pages, { ...high, state: 'acknowledged' })).toEqual([[]])
})

test('applied twice it is the same', () => {
  const once = pagesAfter(pagesOf([[high]]), new Map([[low.id, low]])) ?? pagesOf([])
  expect(after(once, low)).toEqual([['b', 'c']])
})

test.each<[NonNullable<Wanted['sort']>, string]>([
  ['urgency', 'abc'],
  ['severity', 'cba'],
  ['-severity', 'abc'],
  ['title', 'abc'],
  ['-title', 'cba'],
])('sorted by %s', (sort, expected) => {
  const sorted = [low, critical, high].sort(orderOf({ sort }))
  expect(sorted.map(({ title }) => title).join('')).toBe(expected)
})

test('what asks for a response comes first however severe the others are, and of equals the newest', () => {
  const acknowledged: Alarm = { ...critical, state: 'acknowledged' }
  const returned: Alarm = { ...high, title: 'r', id: low.id, state: 'returned-unacknowledged', returnedAt: high.lastAt }
  const newer = { ...high, title: 'n', id: critical.id.replace(/1$/, '9'), lastAt: '2026-11-23T09:59:00.000Z' }
  expect(
    [acknowledged, returned, high, newer]
      .sort(orderOf({}))
      .map(({ title }) => title)
      .join(''),
  ).toBe('nbra')
})
