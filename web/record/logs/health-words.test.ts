import { expect, test } from 'vitest'
import { oldAfterMs, restWords, shownHealth } from './health-words.ts'

const at = '2026-11-22T10:00:00.000Z'
const now = Date.parse(at)

test('nothing is normal that was never told', () => {
  expect(shownHealth({ status: 'normal', at: null }, now, true).state).toBe('unknown')
})

test('what was told is believed for three polls, and is old after that', () => {
  expect(shownHealth({ status: 'normal', at }, now + oldAfterMs, true).state).toBe('normal')
  expect(shownHealth({ status: 'failing', at }, now, true).state).toBe('critical')
  expect(shownHealth({ status: 'normal', at }, now + oldAfterMs + 1, true).state).toBe('stale')
})

test('while the server is not heard, nothing is known to be well', () => {
  expect(shownHealth({ status: 'normal', at }, now, false).state).toBe('stale')
  expect(shownHealth({ status: 'normal', at: null }, now, false).state).toBe('unknown')
})

test('what is well is counted, not listed', () => {
  expect(restWords([1, 2, 3], 0)).toBe('All 3 checks are normal')
  expect(restWords([1, 2, 3], 2)).toBe('The other check is normal')
})
