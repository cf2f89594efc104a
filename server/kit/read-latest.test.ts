// Readings of the store that are asked for while one is under way.
import { expect, test } from 'vitest'
import { readLatest } from './read-latest.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve, 0))

test('who asks during a reading gets one that began after, together with all who asked by then', async () => {
  const ends: (() => void)[] = []
  const read = readLatest(() => new Promise<void>((resolve) => ends.push(resolve)))
  const done: string[] = []
  const ask = (who: string) => read().then(() => done.push(who))
  const all = [ask('first'), ask('second'), ask('third')]
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await tick()
  expect([done, ends.length]).toEqual([['first'], 2])
  all.push(ask('fourth'))
  ends[1]?.()
  await tick()
  expect([done, ends.length]).toEqual([['first', 'second', 'third'], 3])
  ends[2]?.()
  await Promise.all(all)
  expect(done).toHaveLength(4)
})

test('one that fails is told of to those it was for, and the next goes on', async () => {
  const ends: ((failed: boolean) => void)[] = []
  const read = readLatest(
    () =>
      new Promise<void>((resolve, reject) => ends.push((failed) => (failed ? reject(new Error('away')) : resolve()))),
  )
  const [first, second] = [read(), read()]
  ends[0]?.(true)
  await expect(first).rejects.toThrow('away')
  await tick()
  ends[1]?.(false)
  await second
})
