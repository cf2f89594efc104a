import { expect, test } from 'vitest'
import { whileTimeMoves } from './while-time-moves.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 10, minute)).toISOString()
const asked = (more: object = {}) => ({ placeId: 'a', step: 'hour', from: at(0), to: at(30), ...more })
const before = (more: object = {}) => ({ queryKey: ['flow', asked(more)] })

test('while time moves, what was shown before stays', () => {
  expect(whileTimeMoves(asked({ from: at(1), to: at(31) }))('answer', before())).toBe('answer')
  expect(whileTimeMoves(asked({ from: at(1), to: at(31) }), 60_000)('answer', before())).toBe('answer')
})

test('of another place, by another step, or of a time too far away nothing is shown', () => {
  expect(whileTimeMoves(asked())('answer', before({ placeId: 'b' }))).toBeUndefined()
  expect(whileTimeMoves(asked())('answer', before({ step: 'day' }))).toBeUndefined()
  expect(whileTimeMoves(asked())('answer', before({ zoneId: 'z' }))).toBeUndefined()
  expect(whileTimeMoves(asked({ from: at(2) }), 60_000)('answer', before())).toBeUndefined()
  expect(whileTimeMoves(asked())('answer', undefined)).toBeUndefined()
})
