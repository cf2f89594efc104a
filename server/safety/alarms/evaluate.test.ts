import { expect, test } from 'vitest'
import { meets } from './evaluate.ts'

const above = {
  kind: 'threshold',
  measure: 'gas.CO.stel',
  comparison: 'above',
  value: 200,
  hysteresis: 10,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
} as const
const observed = (value: number, isAtLeast: boolean) => ({ measure: above.measure, value, unit: 'ppm', isAtLeast })

test.each([
  ['reaches the set point', 250, true, false, true],
  ['is short of it, and may be more', 20, true, false, null],
  ['is short of it during an alarm, and may be more', 20, true, true, null],
  ['is known to be short of it during an alarm', 20, false, true, false],
] as const)('an average that %s', (_what, value, isAtLeast, isActive, expected) => {
  expect(meets(above, observed(value, isAtLeast), isActive)).toBe(expected)
})

test('what may be more proves nothing about too little', () => {
  expect(meets({ ...above, comparison: 'below' }, observed(20, true), false)).toBeNull()
})

test('a value in another unit than that of its measure is not compared', () => {
  expect(meets(above, { measure: above.measure, value: 250, unit: '%vol' }, false)).toBeNull()
})
