// The table is only as honest as its arithmetic.
import { expect, test } from 'vitest'
import { createHistogram, interleaved, median, percentile } from './stats.ts'

test('a percentile never reads better than the sample it stands for', () => {
  const latencies = createHistogram()
  for (let ms = 100; ms >= 1; ms--) latencies.add(ms)
  const { p50, p99, max } = latencies.spread()
  expect(p50).toBeCloseTo(50.1)
  expect(p99).toBeCloseTo(99.1)
  expect(max).toBe(100)
})

test('one slow answer among a hundred shows as the worst and not as the 99th percentile', () => {
  const latencies = createHistogram()
  for (let i = 0; i < 99; i++) latencies.add(2)
  latencies.add(120_000)
  expect(latencies.spread()).toEqual({ p50: 2.1, p99: 2.1, max: 120_000 })
})

test('the median of an even number of rounds lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([9, 1, 5])).toBe(5)
})

test('a percentile of a few samples is one of them', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => 20 - index)
  expect(percentile(twenty, 0.95)).toBe(19)
  expect(percentile([7], 0.95)).toBe(7)
  expect(percentile([], 0.95)).toBeNaN()
})

test('every subject has one turn a round, and the order turns round each time', () => {
  expect(interleaved(['ours', 'peer'], 3)).toEqual(['ours', 'peer', 'peer', 'ours', 'ours', 'peer'])
})
