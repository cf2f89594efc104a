import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figure } from './figure.ts'
import {
  cellAt,
  cellText,
  columnsOf,
  isInForce,
  marksWithin,
  rowsOf,
  type Series,
  summaryOf,
  timelineOf,
  unknownSpans,
} from './time-series.ts'

const gapMs = 90
const aSeries = (
  points: readonly (readonly [at: number, value: number | null, stale?: 'stale'])[],
  name = 'CO',
): Series => ({
  id: name,
  name,
  unit: 'ppm',
  points: points.map(([at, value, stale]) => ({ at, value, ...(stale ? { stale: true } : {}) })),
})

test('where nothing came for too long the line breaks, and it breaks once', () => {
  const { at, cells } = timelineOf(
    [
      aSeries([
        [0, 1],
        [60, 2],
        [600, 3],
        [660, 4],
      ]),
    ],
    gapMs,
    700,
  )
  expect(at).toEqual([0, 60, 150, 600, 660])
  expect(cells).toEqual([[1, 2, null, 3, 4]])
})

test('a fault and a stale value are gaps, not numbers; many in a row are one', () => {
  const { at, cells } = timelineOf(
    [
      aSeries([
        [0, 1],
        [60, null],
        [120, null],
        [180, 9, 'stale'],
        [240, 2],
      ]),
    ],
    gapMs,
    240,
  )
  expect(at).toEqual([0, 60, 240])
  expect(cells).toEqual([[1, null, 2]])
})

test('a series that has fallen silent ends with a gap', () => {
  expect(timelineOf([aSeries([[0, 1]])], gapMs, 1_000)).toEqual({ at: [0, 90], cells: [[1, null]] })
  expect(timelineOf([aSeries([[0, 1]])], gapMs, 50)).toEqual({ at: [0], cells: [[1]] })
})

test('series that speak at other moments do not break each other', () => {
  const both = timelineOf(
    [
      aSeries([
        [0, 1],
        [60, 2],
      ]),
      aSeries(
        [
          [30, 7],
          [90, 8],
        ],
        'CO2',
      ),
    ],
    gapMs,
    90,
  )
  expect(both).toEqual({
    at: [0, 30, 60, 90],
    cells: [
      [1, undefined, 2, undefined],
      [undefined, 7, undefined, 8],
    ],
  })
  expect([0, 1, 2, 3].map((i) => cellAt(both, 0, i))).toEqual([1, 1, 2, 2])
  expect(cellAt(both, 1, 0)).toBeUndefined()
})

test('what is known of nobody is a span; what one of them knows is none', () => {
  const [co, co2] = [
    aSeries([
      [0, 1],
      [60, 2],
      [600, 3],
    ]),
    aSeries(
      [
        [0, 5],
        [80, 5],
        [160, 5],
      ],
      'CO2',
    ),
  ]
  const within = { from: -300, to: 1_000, gapMs }
  expect(unknownSpans(timelineOf([co], gapMs, 1_000), within)).toEqual([
    [-300, 0],
    [60, 600],
    [600, 1_000],
  ])
  expect(unknownSpans(timelineOf([co, co2], gapMs, 1_000), within)).toEqual([
    [-300, 0],
    [160, 600],
    [600, 1_000],
  ])
  expect(unknownSpans({ at: [], cells: [] }, { from: 0, to: 500, gapMs })).toEqual([[0, 500]])
})

test('a chart in words', () => {
  const series = [
    aSeries([
      [0, 3],
      [60, 41.25],
      [600, 4],
    ]),
  ]
  const wordsOf = (given: readonly Series[]) => {
    const columns = given.flatMap(columnsOf)
    return summaryOf(columns, timelineOf(columns, gapMs, 600))
  }
  expect(wordsOf(series)).toBe('CO: 3 to 41.25 ppm, 1 gap')
  expect(wordsOf([aSeries([])])).toBe('CO: no readings')
  // By the highest of each span, so that a peak is in the words although the mean hides it.
  expect(wordsOf([banded])).toBe('CO: 1 to 90 ppm, 2 gaps')
})

const banded: Series = {
  ...aSeries([]),
  points: [
    { at: 0, value: 3, low: 1, high: 90 },
    { at: 60, value: null, low: null, high: null },
    { at: 120, value: 4, low: 4, high: 5 },
  ],
}

test('a series with a band has a column for each edge, with the gaps of the series', () => {
  const columns = columnsOf(banded)
  expect(columns.map(({ name, role, of }) => [name, role, of])).toEqual([
    ['CO', 'value', 'CO'],
    ['CO, lowest', 'low', 'CO'],
    ['CO, highest', 'high', 'CO'],
  ])
  expect(timelineOf(columns, gapMs, 120).cells).toEqual([
    [3, null, 4],
    [1, null, 4],
    [90, null, 5],
  ])
  expect(columnsOf(aSeries([[0, 1]])).map(({ role }) => role)).toEqual(['value'])
})

test('a set point counts where it was in force; a mark where it reaches into the span', () => {
  const view = { from: 100, to: 200 }
  expect(isInForce({}, view)).toBe(true)
  expect(isInForce({ to: 100 }, view)).toBe(false)
  expect(isInForce({ from: 150, to: 160 }, view)).toBe(true)
  expect(isInForce({ from: 201 }, view)).toBe(false)
  const mark = (id: string, from: number, to?: number | null) => ({
    id,
    name: id,
    state: 'high' as const,
    from,
    ...(to === undefined ? {} : { to }),
  })
  const marks = [mark('before', 50), mark('over', 50, 90), mark('reaches', 50, 120), mark('lasts', 90, null)]
  expect(marksWithin([...marks, mark('moment', 150), mark('later', 250)], view).map(({ id }) => id)).toEqual([
    'moment',
    'lasts',
    'reaches',
  ])
})

test('figures: as many places as asked for, else as many as needed', () => {
  expect([figure(3), figure(20.9), figure(0.123456), figure(12_345.6)]).toEqual(['3', '20.9', '0.1235', '12345.6'])
  expect([figure(3, 1), figure(-0.04, 1), figure(-2.35, 1)]).toEqual(['3.0', '0.0', '-2.4'])
})

const points = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.option(fc.double({ min: -50, max: 500, noNaN: true })), fc.boolean()),
  { maxLength: 40 },
)

test('the table has the chart’s numbers, all of them and no others', () => {
  fc.assert(
    fc.property(fc.array(points, { minLength: 1, maxLength: 4 }), (all) => {
      const series = all.map((own, i) => {
        const once = new Map(own.map((point) => [point[0], point]))
        return aSeries(
          [...once.values()].map(([at, value, stale]) => (stale ? [at, value, 'stale'] : [at, value])),
          `S${i}`,
        )
      })
      const line = timelineOf(series, gapMs, 2_000)
      const rows = rowsOf(line).toReversed()
      expect(rows.map(({ at }) => at)).toEqual(line.at)
      series.forEach(({ points: given }, i) => {
        const drawn = (line.cells[i] ?? []).filter((c) => typeof c === 'number')
        expect(rows.map(({ cells }) => cells[i]).filter((c) => typeof c === 'number')).toEqual(drawn)
        const measured = given.filter(({ value, stale }) => value !== null && !stale).toSorted((a, b) => a.at - b.at)
        expect(drawn).toEqual(measured.map(({ value }) => value))
        expect(rows.map(({ cells }) => cellText(cells[i]))).not.toContain('NaN')
      })
    }),
  )
})
