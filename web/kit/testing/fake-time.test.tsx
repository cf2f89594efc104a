import { expect, test } from 'vitest'
import { holdTime, settled } from './fake-time.testing.ts'

// As React does: a slice of the work in each turn of the event loop, and more of them on a slow machine.
const draws = (slices: number) => {
  let drawn = 0
  const draw = (): void => {
    drawn += 1
    const until = process.hrtime.bigint() + 2_000_000n
    while (process.hrtime.bigint() < until);
    if (drawn < slices) setImmediate(draw)
  }
  setImmediate(draw)
  return () => drawn
}

test('a drawing is whole, however many turns of the event loop it takes', async () => {
  holdTime()
  const drawn = draws(40)
  await settled()
  expect(drawn()).toBe(40)
})

test('what was put off and then called off is not waited for', async () => {
  holdTime()
  let drawn = 0
  clearImmediate(setImmediate(() => (drawn += 1)))
  await settled()
  expect(drawn).toBe(0)
})
