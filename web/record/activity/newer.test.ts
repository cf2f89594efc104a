import { expect, test } from 'vitest'
import { anEntry } from './an-entry.testing.ts'
import { newerThan } from './newer.ts'

const [newest, second, third] = [anEntry(), anEntry(), anEntry()]

test('it is known how many new ones wait above', () => {
  expect(newerThan([second, third], [newest, second, third])).toBe(1)
  expect(newerThan([newest], [newest, second])).toBe(0)
  expect(newerThan([], [newest, second])).toBe(2)
  expect(newerThan([third], [newest, second])).toBe(2)
})

test('an answer that is older than what is shown says nothing new', () => {
  expect(newerThan([newest], [anEntry({ at: '2026-11-22T08:59:00.000Z' })])).toBe(0)
})
