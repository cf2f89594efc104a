import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inSlices, slicesOf } from './slices.ts'

test('slices hold all there is in its order, and none weighs too much but one that cannot be parted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 })), fc.integer({ min: 1, max: 40 }), (weights, most) => {
      const slices = slicesOf(weights, most, (weight) => weight)
      expect(slices.flat()).toEqual(weights)
      for (const slice of slices) {
        expect(slice.length).toBeGreaterThan(0)
        if (slice.length > 1) expect(slice.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(most)
      }
    }),
  )
})

test('slices are done one after the other, and none after one that failed', async () => {
  const done: string[] = []
  const work = async (slice: number) => {
    done.push(`begun ${slice}`)
    await Promise.resolve()
    if (slice === 2) throw new Error('away')
    done.push(`done ${slice}`)
  }
  await expect(inSlices([1, 2, 3], work)).rejects.toThrow('away')
  expect(done).toEqual(['begun 1', 'done 1', 'begun 2'])
})
