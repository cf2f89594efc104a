import { expect, test } from 'vitest'
import { directionOf, pressed, sortedBy, waysOf } from './sorting.ts'

const name = { title: 'Name', sort: 'name', usual: true }
const seen = { title: 'Last seen', sort: 'lastSeenAt', descending: 'newest' } as const
const place = { title: 'Place', sort: 'place' }

const presses = (head: typeof seen | typeof place | typeof name, by: string): string[] => {
  const first = pressed(head, by)
  const second = pressed(head, first)
  return [first, second, pressed(head, second)]
}

test('a head sorts one way, the other way, and as usual', () => {
  expect(presses(place, '')).toEqual(['place', '-place', ''])
  expect(presses(place, '-lastSeenAt')).toEqual(['place', '-place', ''])
})

test('times are sorted from the newest at first', () => {
  expect(presses(seen, '')).toEqual(['-lastSeenAt', 'lastSeenAt', ''])
})

test('what a list is usually sorted by has two ways, and one of them does not stand in the address', () => {
  expect(presses(name, '')).toEqual(['-name', '', '-name'])
  expect(presses(name, 'place')[0]).toBe('')
})

test('a head shows how the list is sorted by it', () => {
  expect(directionOf(name, '')).toBe('ascending')
  expect(directionOf(name, '-name')).toBe('descending')
  expect(directionOf(name, 'place')).toBeUndefined()
  expect(directionOf(place, '')).toBeUndefined()
  expect(directionOf(seen, '-lastSeenAt')).toBe('descending')
})

test('on a phone every way is offered in words', () => {
  expect(waysOf([name, seen, { title: 'Action' }])).toEqual([
    ['', 'Name, A to Z'],
    ['-name', 'Name, Z to A'],
    ['-lastSeenAt', 'Last seen, newest first'],
    ['lastSeenAt', 'Last seen, oldest first'],
  ])
})

test('a list that comes whole is sorted by numbers within words, and what has no value comes last', () => {
  const rows = ['Door 10', 'door 9', '', 'Archive'].map((value) => ({ value }))
  const words = (descending: boolean) => sortedBy(rows, ({ value }) => value, descending).map(({ value }) => value)
  expect(words(false)).toEqual(['Archive', 'door 9', 'Door 10', ''])
  expect(words(true)).toEqual(['Door 10', 'door 9', 'Archive', ''])
  const counts = [{ n: 2 }, { n: null }, { n: 10 }]
  expect(sortedBy(counts, ({ n }) => n, true).map(({ n }) => n)).toEqual([10, 2, null])
})
