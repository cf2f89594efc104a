import { expect, test } from 'vitest'
import { aHealth, aQuietHealth } from './a-health.testing.ts'
import { rowsAddress } from './alarm-rows.tsx'
import { periodOfDay } from './days-card.tsx'
import {
  durationText,
  prioritiesOf,
  rateOfChattering,
  rateOfDay,
  rateOfFloods,
  rateOfNever,
  rateOfPeak,
  rateOfPriorities,
  rateOfResponse,
  rateOfStale,
  shareOfWorst,
  shareText,
} from './health-figures.ts'

const peakOf = (count: number) => aHealth({ peak: { count, from: '2026-11-20T08:00:00.000Z' } })
const responseOf = (withinMinute: number | null) =>
  aHealth({ acknowledgement: { ...aHealth().acknowledgement, withinMinute } })

test('each figure meets the guidance up to its limit, and not beyond', () => {
  expect(rateOfDay(aHealth({ perDay: 150 }))).toBe('meets')
  expect(rateOfDay(aHealth({ perDay: 150.1 }))).toBe('misses')
  expect(rateOfPeak(peakOf(10))).toBe('meets')
  expect(rateOfPeak(peakOf(11))).toBe('misses')
  expect(rateOfResponse(responseOf(0.99))).toBe('meets')
  expect(rateOfResponse(responseOf(0.989))).toBe('misses')
  expect(rateOfFloods(aHealth({ floods: [] }))).toBe('meets')
  expect(rateOfFloods(aHealth())).toBe('misses')
  expect(rateOfChattering(aHealth({ chattering: [] }))).toBe('meets')
  expect(rateOfChattering(aHealth())).toBe('misses')
  expect(rateOfNever(aHealth())).toBe('misses')
  expect(rateOfStale(aHealth({ stale: [] }))).toBe('meets')
})

test('a figure is rated as it is shown', () => {
  expect(rateOfDay(aHealth({ perDay: 150.04 }))).toBe('meets')
  expect(shareText(0.98996)).toBe('99 %')
  expect(shareText(0.0004)).toBe('Less than 0.1 %')
  expect(shareText(0)).toBe('0 %')
  expect(rateOfResponse(responseOf(0.98996))).toBe('meets')
})

test('without alarms nothing is rated', () => {
  const quiet = aQuietHealth()
  const rates = [rateOfDay, rateOfPeak, rateOfFloods, rateOfResponse, rateOfNever, rateOfChattering, rateOfStale]
  expect(rates.map((rate) => rate(quiet))).toEqual(rates.map(() => 'unrated'))
  expect(rateOfPriorities(quiet)).toBe('unrated')
  expect(shareOfWorst(quiet)).toBeNull()
})

test('an alarm that stands since before a quiet period is stale all the same', () => {
  expect(rateOfStale(aQuietHealth({ stale: aHealth().stale }))).toBe('misses')
})

test('priorities: most are low and medium, few are high, and very few critical', () => {
  const of = (low: number, medium: number, high: number, critical: number) => ({
    priorities: { low, medium, high, critical },
  })
  expect(rateOfPriorities(of(50, 30, 15, 5))).toBe('meets')
  expect(rateOfPriorities(of(100, 0, 0, 0))).toBe('meets')
  expect(prioritiesOf(of(40, 30, 15, 15)).map(({ rating }) => rating)).toEqual(['misses', 'meets', 'misses'])
  expect(rateOfPriorities(of(40, 30, 15, 15))).toBe('misses')
  expect(prioritiesOf(of(40, 40, 15, 5)).map(({ guideText }) => guideText)).toEqual([
    'at least 80 %',
    'at most 15 %',
    'at most 5 %',
  ])
})

test('durations are as short as they can be', () => {
  expect([0, 45.4, 60, 200, 3_600, 7_500, 86_400, 100_800].map(durationText)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '3 min 20 s',
    '1 h',
    '2 h 5 min',
    '1 d',
    '1 d 4 h',
  ])
})

test('a day is one of the site, as far as the period reaches', () => {
  const period = { from: '2026-10-24T09:00:00.000Z', to: '2026-10-26T09:00:00.000Z' }
  const zone = 'Europe/London'
  expect(periodOfDay('2026-10-24', period, zone)).toEqual({ from: period.from, to: '2026-10-24T23:00:00.000Z' })
  // The clocks are put back on it: it has 25 hours.
  expect(periodOfDay('2026-10-25', period, zone)).toEqual({
    from: '2026-10-24T23:00:00.000Z',
    to: '2026-10-26T00:00:00.000Z',
  })
  expect(periodOfDay('2026-10-26', period, zone)).toEqual({ from: '2026-10-26T00:00:00.000Z', to: period.to })
})

test('the address of rows has what is asked for and nothing else', () => {
  expect(rowsAddress({ deviceId: undefined })).toBe('/alarms?state=any')
  expect(rowsAddress({ state: 'unacknowledged', from: 'a', to: 'b' })).toBe('/alarms?state=unacknowledged&from=a&to=b')
})
