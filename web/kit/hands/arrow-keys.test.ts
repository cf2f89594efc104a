import { expect, test } from 'vitest'
import { indexAfter } from './arrow-keys.ts'

test('arrows lead on and back, round the ends', () => {
  expect(indexAfter('ArrowRight', 0, 3, 'across')).toBe(1)
  expect(indexAfter('ArrowRight', 2, 3, 'across')).toBe(0)
  expect(indexAfter('ArrowLeft', 0, 3, 'across')).toBe(2)
  expect(indexAfter('ArrowDown', -1, 3, 'down')).toBe(0)
  expect(indexAfter('ArrowUp', -1, 3, 'down')).toBe(2)
})

test('Home and End lead to the ends', () => {
  expect(indexAfter('Home', 2, 3, 'down')).toBe(0)
  expect(indexAfter('End', 0, 3, 'across')).toBe(2)
})

test('every other key is about something else', () => {
  expect(indexAfter('ArrowDown', 0, 3, 'across')).toBeNull()
  expect(indexAfter('ArrowLeft', 0, 3, 'down')).toBeNull()
  expect(indexAfter('a', 0, 3, 'down')).toBeNull()
  expect(indexAfter('Home', 0, 0, 'down')).toBeNull()
})
