import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  atNow,
  boundsOf,
  isRange,
  moved,
  narrowedTo,
  presets,
  rangeBetween,
  rangeOf,
  rangeWords,
  readRange,
  type TimeRange,
  widened,
  writeRange,
} from './time-range.ts'
import { daysBetween, daysFrom, isoAt, leftOutFault, momentsAt, startOfDay } from './wall-time.ts'

const london = 'Europe/London'
const hour = 3_600_000
const now = Date.parse('2026-11-21T12:00:00Z')
const at = (text: string) => Date.parse(text)
const iso = ({ from, to }: { from: number; to: number }) =>
  [from, to].map((moment) => new Date(moment).toISOString().slice(0, 16))
const range = (text: string): TimeRange => rangeOf(text) ?? { is: 'today' }
const inAddress = (chosen: TimeRange) => {
  const written = new Map(Object.entries(writeRange(chosen, '8h')))
  return readRange((name) => written.get(name) ?? '', '8h')
}

test('a wall time comes once, twice on the night the clocks go back, and never while they go forward', () => {
  expect(momentsAt('2026-11-21T06:00', london)).toEqual([at('2026-11-21T06:00Z')])
  expect(momentsAt('2026-10-25T01:30', london)).toEqual([at('2026-10-25T00:30Z'), at('2026-10-25T01:30Z')])
  expect(momentsAt('2026-03-29T01:30', london)).toEqual([])
  expect(leftOutFault('2026-03-29T01:30', london)).toBe('The clocks go forward over this time: choose another')
  expect(leftOutFault('2026-10-25T01:30', london)).toBe(null)
  expect(momentsAt('2026-04-05T01:45', 'Australia/Lord_Howe')).toHaveLength(2)
})

test('yesterday has 25 hours after the clocks went back, and 23 after they went forward', () => {
  const length = (on: string) => {
    const { from, to } = boundsOf({ is: 'yesterday' }, at(on), london)
    return (to - from) / hour
  }
  expect(length('2026-10-26T09:00Z')).toBe(25)
  expect(length('2026-03-30T09:00Z')).toBe(23)
  expect(length('2026-11-21T09:00Z')).toBe(24)
})

test('the last days begin at the same time of the day, the last hours are hours', () => {
  const on = at('2026-10-27T09:00Z')
  expect(iso(boundsOf(range('7d'), on, london))).toEqual(['2026-10-20T08:00', '2026-10-27T09:00'])
  expect(iso(boundsOf(range('24h'), at('2026-10-25T12:00Z'), london))[0]).toBe('2026-10-24T12:00')
})

test('a day that begins at one, where clocks go forward at midnight, begins', () => {
  expect(new Date(startOfDay(at('2026-04-24T12:00Z'), 'Africa/Cairo')).toISOString()).toBe('2026-04-23T22:00:00.000Z')
})

test('back and forward go by days where it is days, across the change of the clocks too', () => {
  const today = at('2026-10-26T09:00Z')
  const before = moved({ is: 'yesterday' }, -1, today, london)
  expect(before && iso(boundsOf(before, today, london))).toEqual(['2026-10-23T23:00', '2026-10-24T23:00'])
  expect(before && moved(before, 1, today, london)).toEqual({ is: 'yesterday' })
  expect(moved({ is: 'yesterday' }, 1, today, london)).toEqual({ is: 'today' })
  expect(moved({ is: 'today' }, -1, today, london)).toEqual({ is: 'yesterday' })
})

test('back and forward of hours: the same length beside it, and at the end it goes on with the clock again', () => {
  const back = moved(range('8h'), -1, now, london)
  expect(back && iso(boundsOf(back, now, london))).toEqual(['2026-11-20T20:00', '2026-11-21T04:00'])
  expect(back && moved(back, 1, now + 60_000, london)).toEqual(range('8h'))
  expect(moved(range('8h'), 1, now, london)).toBeNull()
  expect(moved({ is: 'today' }, 1, now, london)).toBeNull()
})

test('now keeps the length', () => {
  const past: TimeRange = { is: 'between', from: at('2026-11-01T06:00Z'), to: at('2026-11-01T07:00Z') }
  expect(atNow(past, now, london)).toEqual(range('1h'))
  const odd: TimeRange = { is: 'between', from: at('2026-11-01T06:00Z'), to: at('2026-11-01T06:20Z') }
  expect(iso(boundsOf(atNow(odd, now, london), now, london))).toEqual(['2026-11-21T11:40', '2026-11-21T12:00'])
  expect(atNow(range('7d'), now, london)).toEqual(range('7d'))
})

test('wider is twice as long and never lies ahead; what is dragged out of a chart is at least a minute', () => {
  expect(iso(boundsOf(widened(range('8h'), now, london), now, london))).toEqual([
    '2026-11-20T20:00',
    '2026-11-21T12:00',
  ])
  const past: TimeRange = { is: 'between', from: at('2026-11-01T06:00Z'), to: at('2026-11-01T08:00Z') }
  expect(iso(boundsOf(widened(past, now, london), now, london))).toEqual(['2026-11-01T05:00', '2026-11-01T09:00'])
  const drawn = narrowedTo({ from: at('2026-11-01T06:00:10Z'), to: at('2026-11-01T06:00:12Z') }, now)
  expect(iso(boundsOf(drawn, now, london))).toEqual(['2026-11-01T06:00', '2026-11-01T06:01'])
  const beyond = narrowedTo({ from: at('2026-11-21T11:26Z'), to: at('2026-11-21T12:06Z') }, now)
  expect(iso(boundsOf(beyond, now, london))).toEqual(['2026-11-21T11:26', '2026-11-21T12:00'])
})

test('two wall times make a range: over a doubled hour the whole of it, over a missing one a word', () => {
  const over = rangeBetween('2026-10-25T01:30', '2026-10-25T01:30', now, london)
  expect(isRange(over) && iso(boundsOf(over, now, london))).toEqual(['2026-10-25T00:30', '2026-10-25T01:30'])
  expect(rangeBetween('2026-03-29T01:30', '2026-03-29T04:00', now, london)).toEqual({
    from: 'There is no such time: the clocks go forward over it',
  })
  expect(rangeBetween('', '', now, london)).toEqual({ from: 'Choose a day and a time', to: 'Choose a day and a time' })
  expect(rangeBetween('2026-11-21T10:00', '2026-11-21T09:00', now, london)).toEqual({
    to: 'Choose a time after the first',
  })
  expect(rangeBetween('2027-01-01T10:00', '2027-01-01T12:00', now, london)).toEqual({ from: 'This lies in the future' })
})

test('the words: names for what ends now, both ends for the rest, the zone where the clocks were changed', () => {
  expect(presets.map((preset) => rangeWords(range(preset), now, london))).toEqual([
    'Last hour',
    'Last 8 hours',
    'Last 24 hours',
    'Last 7 days',
    'Last 30 days',
    'Last year',
    'Today',
    'Yesterday',
  ])
  const between = (from: string, to: string) => rangeWords({ is: 'between', from: at(from), to: at(to) }, now, london)
  expect(between('2026-11-21T06:00Z', '2026-11-21T14:00Z')).toBe('Sat 21 Nov, 06:00 – 14:00')
  expect(between('2026-11-20T06:00Z', '2026-11-21T14:00Z')).toBe('Fri 20 Nov, 06:00 – Sat 21 Nov, 14:00')
  expect(between('2025-11-20T06:00Z', '2025-11-20T14:00Z')).toBe('Thu, 20 Nov 2025, 06:00 – 14:00')
  expect(between('2026-10-25T00:30Z', '2026-10-25T01:30Z')).toBe('Sun 25 Oct, 01:30 BST – 01:30 GMT')
})

test('the address says the same everywhere, and nothing where it is as usual', () => {
  expect(writeRange(range('8h'), '8h')).toEqual({ range: '', from: '', to: '' })
  expect(writeRange({ is: 'between', from: at('2026-10-25T00:30Z'), to: at('2026-10-25T01:30Z') }, '8h')).toEqual({
    range: '',
    from: '2026-10-25T00:30Z',
    to: '2026-10-25T01:30Z',
  })
  for (const preset of presets) expect(inAddress(range(preset))).toEqual(range(preset))
  for (const wrong of ['8x', '-1h', '0h', '99999h', 'tomorrow', ''])
    expect(readRange((name) => (name === 'range' ? wrong : ''), '8h')).toEqual(range('8h'))
  expect(readRange((name) => ({ from: '2026-11-02T00:00Z', to: '2026-11-01T00:00Z' })[name] ?? '', '8h')).toEqual(
    range('8h'),
  )
})

const zones = fc.constantFrom(london, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns')
const moments = fc.integer({ min: at('2020-01-01T00:00Z') / 60_000, max: at('2030-01-01T00:00Z') / 60_000 })

test('days there and back lead to the same moment or to one with the same time of the day', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: -400, max: 400 }), zones, (minute, days, zone) => {
      const start = minute * 60_000
      const there = daysFrom(start, days, zone)
      const back = daysFrom(there, -days, zone)
      expect(Math.abs(back - start)).toBeLessThanOrEqual(hour)
      if (days > 0 && momentsAt(isoAt(start, zone).slice(0, 16), zone).length === 1 && back === start)
        expect(Math.round(daysBetween(start, there, zone) ?? days)).toBe(days)
    }),
  )
})

test('whatever one presses, a range begins before it ends, and what ends now ends now', () => {
  const press = fc.constantFrom('back', 'forward', 'now', 'wider')
  fc.assert(
    fc.property(
      moments,
      zones,
      fc.constantFrom(...presets),
      fc.array(press, { maxLength: 12 }),
      (m, zone, first, all) => {
        const clock = m * 60_000
        let current = range(first)
        for (const pressed of all) {
          if (pressed === 'back') current = moved(current, -1, clock, zone) ?? current
          if (pressed === 'forward') current = moved(current, 1, clock, zone) ?? current
          if (pressed === 'now') current = atNow(current, clock, zone)
          if (pressed === 'wider') current = widened(current, clock, zone)
          const { from, to } = boundsOf(current, clock, zone)
          expect(from).toBeLessThanOrEqual(to)
          expect(to).toBeLessThanOrEqual(clock)
          if (pressed === 'now') expect(to).toBe(clock)
        }
      },
    ),
  )
})

test('a time of the site with its offset', () => {
  expect(isoAt(at('2026-07-01T05:50:12Z'), london)).toBe('2026-07-01T06:50:12+01:00')
  expect(isoAt(at('2026-07-01T05:50:12Z'), 'America/St_Johns')).toBe('2026-07-01T03:20:12-02:30')
})
