import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alongGauge, type GaugePoint, gaugeScale } from './gauge-scale.ts'

const above = (value: number): GaugePoint => ({ value, comparison: 'above', state: 'high' })
const below = (value: number): GaugePoint => ({ value, comparison: 'below', state: 'critical' })

test('a concentration begins at nought; oxygen lies about its set points', () => {
  expect(gaugeScale([above(35), above(70)], 3)).toEqual({ from: 0, to: 78.75 })
  expect(gaugeScale([below(19.5), above(23.5)], 20.9)).toEqual({ from: 18.5, to: 24.5 })
  expect(gaugeScale([], null)).toEqual({ from: 0, to: 1 })
})

test('a value beyond the scale stretches it, on either side', () => {
  expect(gaugeScale([above(35)], 400).to).toBe(400)
  expect(gaugeScale([above(35)], -4).from).toBe(-4)
  expect(gaugeScale([below(19.5), above(23.5)], 12).from).toBe(12)
})

const number = fc.double({ min: -1000, max: 100_000, noNaN: true })

test('the value and every set point are on the gauge', () => {
  fc.assert(
    fc.property(fc.array(number.map(above), { maxLength: 4 }), fc.option(number), (points, value) => {
      const scale = gaugeScale(points, value)
      for (const one of [...points.map((point) => point.value), ...(value === null ? [] : [value])]) {
        if (one >= 0) expect(one).toBeLessThanOrEqual(scale.to)
        expect(alongGauge(scale, one)).toBeGreaterThanOrEqual(0)
        expect(alongGauge(scale, one)).toBeLessThanOrEqual(1)
      }
    }),
  )
})
