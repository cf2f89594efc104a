import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inSlices, inSteps, slicesOf, takeTurn } from './slices.ts'
import { freshDatabase } from './testing.ts'

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

test('steps end with the one that leaves nothing', async () => {
  let steps = 0
  await inSteps(() => Promise.resolve(++steps < 3 ? 'left' : 'done'))
  expect(steps).toBe(3)
})

test('no slices are no work', async () => {
  await inSlices([], () => Promise.reject(new Error('called')))
})

test('a turn is waited for, and ends with the transaction that has it', async () => {
  const database = await freshDatabase()
  const [first, second] = [await database.store.connect(), await database.store.connect()]
  await first.query('begin')
  await second.query('begin')
  await takeTurn(first)
  let hasTurn = false
  const waiting = takeTurn(second).then(() => (hasTurn = true))
  await expect
    .poll(async () => {
      const { rowCount } = await database.store.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      )
      return rowCount
    })
    .toBe(1)
  expect(hasTurn).toBe(false)
  await first.query('commit')
  await waiting
  await second.query('commit')
  await Promise.all([first.end(), second.end()])
  await database.drop()
})
