// Heavy work a few at a time: bounded, and shared among those who ask for it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWorkQueue } from './work-queue.ts'

const most = { atOnce: 2, atOnceOfOne: 1, waiting: 8, waitingOfOne: 3 }

/** Work that ends when it is told to. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, end: () => resolve() }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('a work queue', () => {
  test('slow work of one company does not stop that of others', async () => {
    const enqueue = createWorkQueue(most)
    const slow = held()
    const begun: string[] = []
    for (let n = 0; n < 4; n++)
      void enqueue('loud', async () => {
        begun.push('loud')
        await slow.promise
      })
    await enqueue('quiet', async () => void begun.push('quiet'))
    expect(begun).toEqual(['loud', 'quiet'])
    slow.end()
  })

  test('who asks for more than may wait is refused, and others may still ask', async () => {
    const enqueue = createWorkQueue(most)
    const slow = held()
    for (let n = 0; n < 4; n++) void enqueue('loud', () => slow.promise)
    await expect(enqueue('loud', () => slow.promise)).rejects.toMatchObject({ status: 503 })
    await expect(enqueue('quiet', async () => 'done')).resolves.toBe('done')
    slow.end()
  })

  test('work that fails gives its place on', async () => {
    const enqueue = createWorkQueue({ atOnce: 1, waiting: 3, waitingOfOne: 3 })
    await expect(
      enqueue('a', async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await enqueue('a', async () => 1)).toBe(1)
  })

  test('however they ask, no limit is exceeded, each is done once, and nobody waits for two of another', async () => {
    const asked = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(asked, async (all) => {
        const enqueue = createWorkQueue({ atOnce: 1, waiting: 12, waitingOfOne: 12 })
        let running = 0
        const done: string[] = []
        const works = all.map((of) =>
          enqueue(of, async () => {
            expect(++running).toBe(1)
            await settle()
            running--
            done.push(of)
          }),
        )
        await Promise.all(works)
        expect(done.toSorted()).toEqual(all.toSorted())
        // The first had nobody to wait for.
        const later = done.slice(1)
        for (const one of new Set(later))
          for (const other of new Set(later)) {
            const before = later.slice(0, later.indexOf(one)).filter((of) => of === other).length
            if (one !== other) expect(before).toBeLessThanOrEqual(1)
          }
      }),
    )
  })
})
