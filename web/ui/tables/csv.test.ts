import { expect, test } from 'vitest'
import { cell, csvOf } from './csv.ts'

test('a cell is quoted where it has to be, and is never a formula', () => {
  expect(cell('guard;staff')).toBe('"guard;staff"')
  expect(cell('Byron, "Ada"')).toBe('"Byron, ""Ada"""')
  expect([cell('=1+1'), cell('-1+1'), cell('@here'), cell('+44 20')]).toEqual(["'=1+1", "'-1+1", "'@here", "'+44 20"])
  expect(cell('plain')).toBe('plain')
})

test('a number below nought is a number', () => {
  expect(
    csvOf([
      ['Time', 'Temperature (°C)'],
      ['2026-11-21T06:00:00+00:00', '-3.5'],
    ]),
  ).toBe('Time,Temperature (°C)\r\n2026-11-21T06:00:00+00:00,-3.5\r\n')
})
