import { expect, test } from 'vitest'
import { durationFault, durationText, entryOf, entryText, secondsIn } from './durations.ts'

test('a duration reads in the units that it is made of', () => {
  expect([0, 45, 60, 90, 300, 5_400, 86_400].map(durationText)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '1 min 30 s',
    '5 min',
    '1 h 30 min',
    '24 h',
  ])
})

test('what is entered is as many seconds as before', () => {
  for (const seconds of [0, 1, 45, 60, 90, 300, 3_600, 5_400, 86_400])
    expect(secondsIn(entryText(seconds))).toBe(seconds)
  expect([0, 90, 300, 7_200].map(entryText)).toEqual(['0 min', '90 s', '5 min', '2 h'])
  expect(['1.5 h', '0,5 min', '3'].map(secondsIn)).toEqual([5_400, 30, 180])
  expect([' min', 'soon min', '-1 min', '0.01 s'].map(secondsIn)).toEqual([null, null, null, null])
  expect(entryOf('5 fortnights')).toEqual({ amount: '5', unit: 'min' })
})

test('what cannot be is refused with the reason', () => {
  expect(durationFault('0 min')).toBeNull()
  expect(durationFault(' min')).toBe('Enter a number')
  expect(durationFault('25 h')).toBe('At most a day')
  expect(durationFault('30 s', 60)).toBe('At least 1 min')
})
