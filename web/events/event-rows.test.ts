import { expect, test } from 'vitest'
import { anEvent } from './an-event.testing.ts'
import { addEvents, isAbove, reachesDownTo, rowsOf, withEvents } from './event-rows.ts'

const at = (second: number) => anEvent({ at: `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z` })
const [first, second, third, fourth] = [at(1), at(2), at(3), at(4)]

test('rows are newest first and each once, however they came', () => {
  expect(addEvents([second], [third, first, second])).toEqual([third, second, first])
  expect(
    rowsOf([
      { events: [third, second], next: 'more' },
      { events: [second, first], next: null },
    ]),
  ).toEqual([third, second, first])
})

test('what is older than the pages reach comes with a later page', () => {
  const pages = [{ events: [third, second], next: 'more' }]
  expect(rowsOf(withEvents(pages, [first, fourth]))).toEqual([fourth, third, second])
  expect(rowsOf(withEvents([{ events: [third], next: null }], [first]))).toEqual([third, first])
})

test('above is what is newer than all that is read', () => {
  expect(isAbove([third, second], fourth)).toBe(true)
  expect(isAbove([third, first], second)).toBe(false)
  expect(isAbove([], first)).toBe(true)
})

test('catching up ends where the pages do', () => {
  const pages = [{ events: [third, second], next: 'more' }]
  expect(reachesDownTo(pages, [fourth, third])).toBe(false)
  expect(reachesDownTo(pages, [fourth, third, second, first])).toBe(true)
  expect(reachesDownTo([{ events: [third], next: null }], [third])).toBe(false)
})
