// How long things took and what a mark says, in words.
import { expect, test } from 'vitest'
import { countText, markText, spanText } from './muster-words.ts'

test('spans: two figures at most, and a dash for what never came', () => {
  const words = [null, 0, 59.4, 60, 185, 3600, 3840].map((seconds) => spanText(seconds).replaceAll('\u00a0', ' '))
  expect(words).toEqual(['–', '0 s', '59 s', '1 min', '3 min 5 s', '1 h', '1 h 4 min'])
})

test('what a door says is not what a warden says', () => {
  expect(markText({ status: 'left', how: 'badge', place: 'Main entrance' })).toBe('Exited through Main entrance')
  expect(markText({ status: 're-entered', how: 'badge', place: null })).toBe('Back in')
  expect(markText({ status: 'unaccounted', how: 'badge', place: 'Main entrance' })).toBe(
    'Back in through Main entrance',
  )
  expect(markText({ status: 'unaccounted', how: 'warden', place: null })).toBe('Reset to unaccounted')
  expect(markText({ status: 'safe', how: 'warden', place: 'North car park' })).toBe('Safe, North car park')
})

test('counters are heard only where they say something else', () => {
  expect(countText({ counted: 3, listed: 3 })).toBeNull()
  expect(countText({ counted: 5, listed: 3 })).toContain('2 more')
  expect(countText({ counted: 1, listed: 3 })).toContain('2 fewer')
})
