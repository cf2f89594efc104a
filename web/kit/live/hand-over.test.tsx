// Events come to the screen at once while there are few, and in a flood with pauses in which presses come first.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHandOver, type HandOver } from './hand-over.ts'

/** How long the page is busy with what it is handed. */
let drawingMs: number
let handedOver: { readonly at: number; readonly events: number }[]
let events: HandOver
let began: number

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T03:00:00Z') })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16))
  began = Date.now()
  drawingMs = 0
  handedOver = []
  events = createHandOver((byName) => {
    handedOver.push({ at: Date.now() - began, events: [...byName.values()].flat().length })
    vi.setSystemTime(Date.now() + drawingMs)
  })
  events.start()
})

afterEach(() => {
  events.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const some = (count: number) => Array.from({ length: count }, (_, n) => ['alarms.changed', n])

/** `count` events every 10 ms for so long. */
const stream = async (count: number, forMs: number, meanwhile: () => void = () => undefined) => {
  for (const until = Date.now() + forMs; Date.now() < until; ) {
    events.add(some(count))
    meanwhile()
    await vi.advanceTimersByTimeAsync(10)
  }
}

test('what comes after a quiet moment is handed over at once', async () => {
  events.add(some(1))
  await Promise.resolve()
  expect(handedOver).toEqual([{ at: 0, events: 1 }])
})

test('a stream is handed over once a frame, however much it is', async () => {
  await stream(1, 1000)
  expect(handedOver.length).toBeGreaterThan(30)
  expect(handedOver.length).toBeLessThan(64)
})

test('what takes long to draw is a flood only where it is many', async () => {
  drawingMs = 80
  await stream(1, 2000)
  expect(handedOver.length).toBeGreaterThan(15)
})

test('a flood that takes long to draw is handed over twice a second, whole', async () => {
  drawingMs = 80
  await stream(30, 3000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(handedOver.length).toBeGreaterThanOrEqual(5)
  expect(handedOver.length).toBeLessThanOrEqual(8)
  const times = handedOver.map(({ at }) => at)
  for (const [n, at] of times.slice(2).entries()) expect(at - (times[n + 1] ?? 0)).toBeGreaterThanOrEqual(380)
  const added = handedOver.reduce((sum, one) => sum + one.events, 0)
  expect(added % 30).toBe(0)
  expect(added).toBeGreaterThan(3000)
})

test('in a flood a press comes before what has arrived, for a second at most', async () => {
  drawingMs = 80
  await stream(30, 1000)
  const before = handedOver.length
  const press = () => void document.body.dispatchEvent(new Event('click', { bubbles: true }))
  await stream(30, 400, press)
  expect(handedOver.length - before).toBeLessThanOrEqual(1)
  await stream(30, 3000, press)
  expect(handedOver.length - before).toBeGreaterThanOrEqual(2)
})

test('what was not handed over at a stop is dropped', async () => {
  drawingMs = 80
  await stream(30, 1000)
  const before = handedOver.length
  events.add(some(3))
  events.stop()
  await vi.advanceTimersByTimeAsync(2000)
  expect(handedOver.length).toBe(before)
})

test('what is no event is left out', async () => {
  events.add('events')
  events.add([null, [1, 2], ['alarms.changed', 'one']])
  await vi.advanceTimersByTimeAsync(100)
  expect(handedOver.map((one) => one.events)).toEqual([1])
})
