import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caughtAll, leap, target } from './catch-rules.ts'

test('twenty catches win, in the words of the specification', () => {
  expect(target).toBe(20)
  expect(caughtAll).toBe('Congratulations! You caught the circle 20 times!')
})

const within = fc.double({ min: 12, max: 88, noNaN: true })
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('the circle stays inside its field, and leaps far enough not to be caught by standing still', () => {
  fc.assert(
    fc.property(within, within, chance, chance, (x, y, first, second) => {
      const numbers = [first, second]
      const next = leap({ x, y }, () => numbers.shift() ?? 0)
      expect(next.x).toBeGreaterThanOrEqual(12)
      expect(next.x).toBeLessThanOrEqual(88)
      expect(next.y).toBeGreaterThanOrEqual(12)
      expect(next.y).toBeLessThanOrEqual(88)
      expect(Math.hypot(next.x - x, next.y - y)).toBeGreaterThan(12)
    }),
  )
})
