// Loops: one run after another, and a failure that ends none of them.
import { expect, test, vi } from 'vitest'
import { sourcesWith } from '../testing/sources.testing.ts'
import { clock } from './clock.ts'
import { tick } from './clock.testing.ts'

const aLog = () => ({ debug: vi.fn(), warn: vi.fn(), error: vi.fn() })
const quietly = () => ({ log: aLog(), failure: 'it failed' })
const turns = () => new Promise((resolve) => setImmediate(resolve))

test('a loop runs again after its pause, and for the first time when it is told to', async () => {
  const work = vi.fn()
  const loop = clock.every(10_000, work, { ...quietly(), firstMs: 3000 })
  await tick('2 s')
  expect(work).toHaveBeenCalledTimes(0)
  await tick('1 s')
  expect(work).toHaveBeenCalledTimes(1)
  await tick('10 s')
  expect(work).toHaveBeenCalledTimes(2)
  await loop.stop()
  await tick('1 min')
  expect(work).toHaveBeenCalledTimes(2)
})

test('a run that fails is logged, and the next one comes', async () => {
  const log = aLog()
  const error = new Error('the store is away')
  const work = vi.fn().mockRejectedValueOnce(error)
  const loop = clock.every(1000, work, { log, failure: 'readings wait for the store', level: 'error' })
  await tick('1 s')
  await tick('1 s')
  expect(work).toHaveBeenCalledTimes(2)
  expect(log.error.mock.calls).toEqual([[{ error }, 'readings wait for the store']])
  await loop.stop()
})

test('after a long run it rests the longer, up to a limit; after a short one only the pause', async () => {
  let busyMs = 50
  const work = vi.fn(() => {
    for (const since = performance.now(); performance.now() - since < busyMs; );
  })
  const loop = clock.every(1000, work, { ...quietly(), firstMs: 0, rest: { times: 10_000, mostMs: 60_000 } })
  await tick('1 ms')
  expect(work).toHaveBeenCalledTimes(1)
  await tick('20 s')
  expect(work).toHaveBeenCalledTimes(1)
  busyMs = 0
  await tick('45 s')
  expect(work).toHaveBeenCalledTimes(2)
  await loop.stop()

  const short = vi.fn()
  const other = clock.every(5000, short, { ...quietly(), firstMs: 0, rest: { times: 1, mostMs: 60_000 } })
  await tick('1 ms')
  await tick('6 s')
  expect(short).toHaveBeenCalledTimes(2)
  await other.stop()
})

test('woken while it runs, it runs once more when that has ended, and never twice at once', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const loop = clock.every(1000, work, quietly())
  loop.wake()
  await turns()
  loop.wake()
  loop.wake()
  await turns()
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await turns()
  expect(work).toHaveBeenCalledTimes(2)
  ends[1]?.()
  await loop.stop()
  expect(work).toHaveBeenCalledTimes(2)
})

test('a stop aborts the run under way and waits for it; what that makes of it is not logged', async () => {
  const log = aLog()
  let ended = false
  const loop = clock.every(
    1000,
    async (stopped) => {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve))
      ended = true
      throw new Error('cut off')
    },
    { log, failure: 'it failed' },
  )
  loop.wake()
  await turns()
  await loop.stop()
  expect(ended).toBe(true)
  expect(log.warn).not.toHaveBeenCalled()
})

test('a run that comes at a bad moment is left out', async () => {
  let isReady = false
  const work = vi.fn()
  const loop = clock.every(1000, work, { ...quietly(), when: () => isReady })
  await tick('1 s')
  expect(work).not.toHaveBeenCalled()
  isReady = true
  await tick('1 s')
  expect(work).toHaveBeenCalledTimes(1)
  await loop.stop()
})

test('what is called for in a stream is done once, a while after the first call', async () => {
  const work = vi.fn()
  const throttled = clock.throttle(1000, work)
  throttled.call()
  await tick(600)
  throttled.call()
  await tick(600)
  expect(work).toHaveBeenCalledTimes(1)
  throttled.call()
  expect(throttled.stop()).toBe(true)
  throttled.call()
  await tick('5 s')
  expect(work).toHaveBeenCalledTimes(1)
})

test('who does not answer in time is not waited for', async () => {
  await expect(clock.within(1000, Promise.resolve('here'))).resolves.toBe('here')
  await expect(clock.within(5, new Promise(() => undefined))).rejects.toThrow('no answer within 5 ms')
})

// One watches a stream for as long as it lasts; the other is a program of its own, which ends for too much memory.
const ownLoops = ['building/plans/drawing.process.ts', 'db/csv/copy-out.ts']

test('a tick of tests is at least as long by the steady clock as by the other', async () => {
  const lengths: number[] = []
  for (let n = 0; n < 5000; n++) {
    const since = clock.steadyMs()
    await tick('1 s')
    lengths.push(clock.steadyMs() - since)
  }
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1000)
})

test('a loop that is due just after a tick of tests runs by itself', async () => {
  const work = vi.fn()
  const loop = clock.every(1001, work, quietly())
  for (let n = 1; n <= 300; n++) {
    await tick('1 s')
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(n), { interval: 1, timeout: 5000 })
  }
  await loop.stop()
})

test('no other file of the server makes a loop by hand', async () => {
  expect(await sourcesWith(/\bsetInterval\(/)).toEqual(ownLoops)
})
