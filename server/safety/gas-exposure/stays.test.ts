// When somebody was in a zone is what following them door by door says; and what was measured meanwhile is what a sum second by
// second says.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Quality } from '@gatehouse/contract/shapes'
import { minutesOf } from '../gas/exposure.ts'
import type { SetPointStretch } from '../set-points/set-points.ts'
import { heldMinutes, keyOf, measuredWhile, minuteMs, type Reading, withReached, worseOf } from './measured.ts'
import { type Passage, staysIn, within } from './stays.ts'

const hour = 3_600_000
const [lobby, plant] = ['lobby', 'plant']
const usualMs = 16 * hour

const passing = (at: number, from: string | null, to: string | null): Passage => ({ at: at * hour, from, to })
const stays = (passages: readonly Passage[], now = 100) =>
  staysIn(plant, passages, { now: now * hour, usualMs }).map(({ from, to, entrySeen, exitSeen }) => [
    from / hour,
    to / hour,
    `${entrySeen ? 'seen' : 'not seen'} ${exitSeen ? 'seen' : 'not seen'}`,
  ])

test('in and out, twice', () => {
  const passages = [
    passing(1, lobby, plant),
    passing(2, plant, lobby),
    passing(3, lobby, plant),
    passing(5, plant, null),
  ]
  expect(stays(passages)).toEqual([
    [1, 2, 'seen seen'],
    [3, 5, 'seen seen'],
  ])
})

test('who was not seen leaving may have been there until they were seen elsewhere, or as long as people usually stay', () => {
  expect(stays([passing(1, lobby, plant), passing(4, null, lobby)])).toEqual([[1, 4, 'seen not seen']])
  expect(stays([passing(1, lobby, plant), passing(50, null, lobby)])).toEqual([[1, 17, 'seen not seen']])
  expect(stays([passing(1, lobby, plant)], 5)).toEqual([[1, 5, 'seen not seen']])
  expect(stays([passing(1, lobby, plant)])).toEqual([[1, 17, 'seen not seen']])
  // A card twice at the reader: the first may have been in vain.
  expect(stays([passing(1, lobby, plant), passing(2, lobby, plant), passing(3, plant, lobby)])).toEqual([
    [1, 2, 'seen not seen'],
    [2, 3, 'seen seen'],
  ])
})

test('who was not seen coming may have been there since they were seen before', () => {
  expect(stays([passing(3, plant, lobby)])).toEqual([[-13, 3, 'not seen seen']])
  expect(stays([passing(1, null, lobby), passing(3, plant, lobby)])).toEqual([[1, 3, 'not seen seen']])
})

test('in a room within the zone somebody is not in the zone', () => {
  const passages = [
    passing(1, lobby, plant),
    passing(2, plant, 'pit'),
    passing(4, 'pit', plant),
    passing(6, plant, lobby),
  ]
  expect(stays(passages)).toEqual([
    [1, 2, 'seen seen'],
    [4, 6, 'seen seen'],
  ])
})

const aPlace = fc.constantFrom(null, lobby, plant, 'pit')

test('walks that every door sees are found whole; of any others nothing overlaps, and all of the known is in it', () => {
  const aWalk = fc
    .array(fc.record({ minutes: fc.integer({ min: 1, max: 500 }), to: aPlace, isSeen: fc.boolean() }), {
      maxLength: 30,
    })
    .map((steps) => {
      let [at, place]: [number, string | null] = [0, null]
      return steps.map(({ minutes, to, isSeen }) => {
        at += minutes * minuteMs
        const passage = { at, from: place, to, isSeen }
        place = to
        return passage
      })
    })
  fc.assert(
    fc.property(aWalk, fc.integer({ min: 0, max: 3000 }), (walk, later) => {
      const now = (walk.at(-1)?.at ?? 0) + later * minuteMs
      const long = Number.MAX_SAFE_INTEGER
      // Where they truly were, minute by minute.
      const trulyAt = (at: number) => walk.findLast((one) => one.at <= at)?.to === plant
      const whole = staysIn(plant, walk, { now, usualMs: long })
      const part = staysIn(
        plant,
        walk.filter(({ isSeen }) => isSeen),
        { now, usualMs: long },
      )
      for (let at = 0; at < now; at += minuteMs) {
        const holds = (one: { from: number; to: number }) => one.from <= at && at < one.to
        expect(whole.some(holds)).toBe(trulyAt(at))
      }
      for (const found of [whole, part])
        found.forEach((one, n) => {
          expect(one.to).toBeGreaterThanOrEqual(one.from)
          expect(one.from).toBeGreaterThanOrEqual(found[n - 1]?.to ?? -Infinity)
        })
      for (const one of whole.slice(0, -1)) expect(one).toMatchObject({ entrySeen: true, exitSeen: true })
      // A span cuts them, and no more.
      const cut = within(whole, now / 4, now / 2)
      for (let at = 0; at < now; at += minuteMs)
        if (at >= now / 4 && at < now / 2 - minuteMs)
          expect(cut.some(({ from, to }) => from <= at && at < to)).toBe(trulyAt(at))
    }),
    { numRuns: 150 },
  )
})

const aReading = fc.record({
  at: fc.integer({ min: 0, max: 3600 }).map((seconds) => seconds * 1000),
  value: fc.integer({ min: 0, max: 100 }),
  quality: fc.constantFrom<Quality>('good', 'good', 'good', 'fault', 'warm-up'),
})
const aSpan = fc.record({ from: fc.integer({ min: 0, max: 60 }), minutes: fc.integer({ min: 1, max: 15 }) })

test('what was measured while somebody was there equals a sum second by second, and a gap is no zero', () => {
  const stretch: SetPointStretch = {
    ruleId: 'r',
    stage: 'low',
    of: 'value',
    comparison: 'above',
    value: 50,
    severity: 'high',
    from: new Date(10 * minuteMs).toISOString(),
    to: new Date(40 * minuteMs).toISOString(),
  }
  fc.assert(
    fc.property(
      fc.uniqueArray(aReading, { selector: ({ at }) => at, maxLength: 40 }),
      fc.array(aSpan, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 20, max: 400 }),
      (readings, asked, holdSeconds) => {
        const ordered = readings.toSorted((a, b) => a.at - b.at)
        const spans = apart(asked)
        const rolled = [...minutesOf(readings, holdSeconds * 1000, Infinity)].flatMap(
          ([at, { integral, measured }]): Reading[] => {
            const own = ordered.filter((one) => one.quality === 'good' && one.at >= at && one.at < at + minuteMs)
            const mean = integral / measured
            const values = [...own.map(({ value }) => value), mean]
            return measured === 0 ? [] : [{ at, measured, mean, min: Math.min(...values), max: Math.max(...values) }]
          },
        )
        const found = measuredWhile(
          withReached(
            rolled.toSorted((a, b) => a.at - b.at),
            [stretch],
          ),
          spans,
        )
        // Second by second.
        let [sum, seconds, whole, peak] = [0, 0, 0, -Infinity]
        const reached = new Set<number>()
        for (const { from, to } of spans)
          for (let at = from; at < to; at += 1000) {
            whole += 1
            const held = ordered.findLast((one) => one.at <= at)
            if (!held || held.quality !== 'good' || at - held.at >= holdSeconds * 1000) continue
            sum += held.value
            seconds += 1
            if (held.at >= at - (at % minuteMs)) peak = Math.max(peak, held.value)
            if (held.at === at && held.value >= 50 && at >= 10 * minuteMs && at < 40 * minuteMs)
              reached.add(Math.floor(at / minuteMs))
          }
        expect(found.share).toBeCloseTo(seconds / whole, 9)
        if (seconds === 0) expect([found.mean, found.highest, found.lowest]).toEqual([null, null, null])
        else {
          expect(found.mean).toBeCloseTo(sum / seconds, 9)
          expect(found.highest ?? -1).toBeGreaterThanOrEqual(Math.max(peak, found.mean ?? 0) - 1e-9)
          expect(found.highest ?? 101).toBeLessThanOrEqual(100)
        }
        // Minutes with a reading at the set point are counted whole; a mean at it counts as well.
        expect(found.reached.get(keyOf(stretch)) ?? 0).toBeGreaterThanOrEqual(reached.size * minuteMs)
        if (peak < 50 && rolled.every(({ mean }) => mean < 50)) expect(found.reached.size).toBe(0)
      },
    ),
  )
})

/** One after another, by whole minutes. */
const apart = (asked: readonly { readonly from: number; readonly minutes: number }[]) => {
  let end = 0
  return asked
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, minutes }) => {
      const begin = Math.max(end, from * minuteMs)
      end = begin + minutes * minuteMs
      return { from: begin, to: end }
    })
}

test('a part of a minute counts by that part', () => {
  const minutes = withReached([{ at: 0, measured: minuteMs, mean: 10, min: 1, max: 60 }], [])
  expect(measuredWhile(minutes, [{ from: 15_000, to: 30_000 }])).toMatchObject({ mean: 10, share: 1, highest: 60 })
  expect(measuredWhile(minutes, [{ from: 30_000, to: 90_000 }])).toMatchObject({ mean: 10, share: 0.5 })
})

test('of several detectors the worse counts: the higher, and of oxygen the lower', () => {
  const one = withReached([{ at: 0, measured: minuteMs, mean: 20, min: 19, max: 21 }], [])
  const other = withReached([{ at: 0, measured: 30_000, mean: 18, min: 17, max: 20 }], [])
  expect(worseOf('O2', [one, other])).toMatchObject([{ mean: 18, min: 17, max: 21, measured: minuteMs }])
  expect(worseOf('CO', [one, other])).toMatchObject([{ mean: 20, min: 17, max: 21 }])
})

test('minutes of a channel without averages hold for three intervals, and a fault ends them', () => {
  const rows = [0, 2, 4, 20].map((at) => ({ at: at * minuteMs, count: 1, faults: 0, mean: 5, min: 5, max: 5 }))
  const fault = { at: 5 * minuteMs, count: 0, faults: 1, mean: null, min: null, max: null }
  const at = (found: readonly Reading[]) => found.map((one) => one.at / minuteMs)
  expect(at(heldMinutes(rows))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 25])
  expect(at(heldMinutes([...rows.slice(0, 3), fault]))).toEqual([0, 1, 2, 3, 4])
})
