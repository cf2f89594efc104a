import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Hold, type HoldEvent, held, holdMs, idle, progressOf } from './hold.ts'

type Moment = readonly [at: number, event: HoldEvent]

const press = (by = 'pointer 1'): HoldEvent => ({ is: 'press', by })
const release = (by = 'pointer 1'): HoldEvent => ({ is: 'release', by })
const tick: HoldEvent = { is: 'tick' }
const after = (...moments: Moment[]): Hold => moments.reduce<Hold>((hold, [at, event]) => held(hold, event, at), idle)

test('it takes one and a half seconds', () => {
  expect(holdMs).toBe(1500)
  expect(after([0, press()], [1499, tick]).is).toBe('held')
  expect(after([0, press()], [1500, tick]).is).toBe('done')
})

test('a click is not enough, nor many clicks', () => {
  expect(after([0, press()], [80, release()])).toEqual(idle)
  const clicks = Array.from({ length: 40 }, (_, n): Moment[] => [
    [n * 100, press()],
    [n * 100 + 90, tick],
    [n * 100 + 95, release()],
  ])
  expect(after(...clicks.flat(), [9_000, tick])).toEqual(idle)
})

test('letting go or leaving ends it, and what was held does not count for the next time', () => {
  expect(after([0, press()], [1400, release()], [1600, tick])).toEqual(idle)
  expect(after([0, press()], [1400, { is: 'leave' }], [1600, tick])).toEqual(idle)
  expect(after([0, press()], [1400, release()], [1410, press()], [1600, tick]).is).toBe('held')
})

test('only what pressed it lets it go, and nothing else takes it over', () => {
  expect(after([0, press('Enter')], [500, release('pointer 1')], [1500, tick]).is).toBe('done')
  expect(after([0, press('Enter')], [100, press('pointer 1')], [200, release('Enter')], [1700, tick])).toEqual(idle)
})

test('a key that was down before it came here does not count', () => {
  expect(after([0, { is: 'press', by: 'Enter', again: true }], [2000, tick])).toEqual(idle)
})

test('once done it stays done until it is let go, and does nothing twice', () => {
  const done = after([0, press()], [1500, tick])
  expect(held(done, tick, 9_000)).toBe(done)
  expect(held(done, press('pointer 2'), 9_000)).toBe(done)
  expect(held(done, release(), 9_000)).toEqual(idle)
})

test('how far it is can be seen all the way', () => {
  const hold = after([1000, press()])
  expect([1000, 1750, 2500, 9_000].map((now) => progressOf(hold, now))).toEqual([0, 0.5, 1, 1])
  expect(progressOf(idle, 5)).toBe(0)
})

test('however it is fumbled with: done means held by one thing for the whole time', () => {
  const by = fc.constantFrom('Enter', ' ', 'pointer 1', 'pointer 2')
  const event: fc.Arbitrary<HoldEvent> = fc.oneof(
    fc.record({ is: fc.constant('press' as const), by, again: fc.boolean() }),
    fc.record({ is: fc.constant('release' as const), by }),
    fc.constant<HoldEvent>({ is: 'leave' }),
    fc.constant<HoldEvent>(tick),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), event), { maxLength: 60 }), (steps) => {
      let now = 0
      let hold: Hold = idle
      let log: { at: number; event: HoldEvent }[] = []
      for (const [later, next] of steps) {
        now += later
        const before = hold
        hold = held(hold, next, now)
        log = [...log, { at: now, event: next }]
        if (before.is === 'done' || hold.is !== 'done') continue
        const { by: what } = hold
        const since = log.findLastIndex(({ event: e }) => e.is === 'press' && e.by === what && !e.again)
        const began = log.slice(0, since + 1).findLast(({ event: e, at }) => e.is === 'press' && now - at >= holdMs)
        expect(began).toBeDefined()
        const meanwhile = log.filter(({ at }) => at > now - holdMs)
        expect(meanwhile.some(({ event: e }) => e.is === 'leave')).toBe(false)
        expect(meanwhile.some(({ event: e }) => e.is === 'release' && e.by === what)).toBe(false)
      }
    }),
  )
})
