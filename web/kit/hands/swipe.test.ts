import { expect, test } from 'vitest'
import { beginSwipe, type Way } from './swipe.ts'

/** Draws through the points, each `[x, y, at]`, and lets go at the last. */
const drawn = (way: Way, ...points: readonly (readonly [number, number, number])[]) => {
  const swipe = beginSwipe(way, { x: 0, y: 0, at: 0 })
  const distances = points.map(([x, y, at]) => swipe.move({ x, y, at }))
  const [x, y, at] = points.at(-1) ?? [0, 0, 0]
  return [distances.at(-1), swipe.end({ x, y, at })]
}

test('dismisses beyond 100 px, to either side, however slowly', () => {
  expect(drawn('sideways', [50, 0, 2000], [101, 0, 9000])).toEqual([101, 'dismissed'])
  expect(drawn('sideways', [-50, 0, 2000], [-101, 0, 9000])).toEqual([-101, 'dismissed'])
  expect(drawn('sideways', [50, 0, 2000], [100, 0, 9000])).toEqual([100, 'not far enough'])
})

test('dismisses when let go of faster than 0.5 px per millisecond', () => {
  expect(drawn('sideways', [15, 0, 30], [31, 0, 60])).toEqual([31, 'dismissed'])
  expect(drawn('sideways', [15, 0, 30], [30, 0, 60])).toEqual([30, 'not far enough'])
  // Fast at first, held, let go of.
  expect(drawn('sideways', [60, 0, 60], [60, 0, 400], [60, 0, 600])).toEqual([60, 'not far enough'])
  // Held first, then fast.
  expect(drawn('sideways', [20, 0, 800], [60, 0, 850])).toEqual([60, 'dismissed'])
})

test('drawn out and quickly back again stays', () => {
  expect(drawn('sideways', [90, 0, 300], [50, 0, 340], [20, 0, 360])).toEqual([20, 'not far enough'])
})

test('downwards only down counts', () => {
  expect(drawn('down', [0, 60, 600], [0, 101, 1200])).toEqual([101, 'dismissed'])
  expect(drawn('down', [0, -60, 100], [0, -140, 160])).toEqual([null, 'no swipe'])
  expect(drawn('down', [0, 100, 3000])).toEqual([100, 'not far enough'])
})

test('a click, a tremble and scrolling are no swipes, and what began as scrolling stays that', () => {
  expect(drawn('sideways', [0, 0, 90])).toEqual([null, 'no swipe'])
  expect(drawn('sideways', [6, 3, 10])).toEqual([null, 'no swipe'])
  expect(drawn('sideways', [4, 40, 100], [160, 60, 300])).toEqual([null, 'no swipe'])
  expect(drawn('down', [40, 4, 100], [60, 160, 300])).toEqual([null, 'no swipe'])
})
