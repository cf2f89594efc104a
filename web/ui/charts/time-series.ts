// Measurements over time as they are drawn and read: several series on one line of moments, with gaps where nothing is
// known. Chart, table and CSV are all made from this, so that they cannot say different things.
import type { State } from '../theme/tokens.ts'
import type { Bounds } from '../time/time-range.ts'
import { figure } from './figure.ts'

export interface Point {
  readonly at: number
  /** null: asked, and nothing came (a fault, for instance). */
  readonly value: number | null
  /** Of a span of time: the lowest and the highest in it. Drawn as a band, so that no peak is lost. */
  readonly low?: number | null
  readonly high?: number | null
  /** It was not measured then: only what was known last. Drawn as a gap. */
  readonly stale?: boolean
}

export interface Series {
  readonly id: string
  readonly name: string
  readonly unit: string | null
  /** Of figures, after the point; as needed when absent. */
  readonly digits?: number
  readonly points: readonly Point[]
}

/** What the table has a column for: a series, or an edge of its band. */
export interface Column extends Series {
  readonly role: 'value' | 'low' | 'high'
  /** The id of the series. */
  readonly of: string
}

export interface SetPoint {
  readonly name: string
  readonly value: number
  readonly state: 'warning' | 'high' | 'critical'
  /** Whose axis it belongs to, where there are two. */
  readonly unit?: string | null
  /** When it was in force, where it was not all the time. */
  readonly from?: number
  readonly to?: number
}

/** What happened beside the measurements, or lasted: an alarm, a calibration. */
export interface Mark {
  readonly id: string
  readonly name: string
  readonly state: State
  readonly from: number
  /** null: it has not ended; absent: a moment. */
  readonly to?: number | null
  /** Where there is more about it. */
  readonly link?: string
}

/** A value; null: nothing is known here; undefined: this series says nothing about this moment. */
export type Cell = number | null | undefined

export interface Timeline {
  /** Ascending. */
  readonly at: readonly number[]
  /** For each series as many as there are moments. */
  readonly cells: readonly (readonly Cell[])[]
}

/** A series that has a band has three columns. */
export const columnsOf = (series: Series): readonly Column[] => {
  const value: Column = { ...series, role: 'value', of: series.id }
  if (!series.points.some(({ low, high }) => low !== undefined || high !== undefined)) return [value]
  const edge = (role: 'low' | 'high', word: string): Column => ({
    ...series,
    id: `${series.id} ${role}`,
    name: `${series.name}, ${word}`,
    points: series.points.map((point) => ({ ...point, value: point[role] ?? null })),
    role,
    of: series.id,
  })
  return [value, edge('low', 'lowest'), edge('high', 'highest')]
}

/** `gapMs`: measurements further apart than this do not belong to one line. */
export const timelineOf = (series: readonly Series[], gapMs: number, until: number): Timeline => {
  const known = series.map(({ points }) => withGaps(points, gapMs, until))
  const at = [...new Set(known.flatMap((cells) => [...cells.keys()]))].sort((a, b) => a - b)
  return { at, cells: known.map((cells) => at.map((moment) => cells.get(moment))) }
}

/** The spans within which nothing is known of any of the series shown. */
export const unknownSpans = (
  { at, cells }: Timeline,
  { from, to, gapMs }: { readonly from: number; readonly to: number; readonly gapMs: number },
): readonly (readonly [from: number, to: number])[] => {
  const runs = cells.flatMap((own) => runsOf(at, own)).sort(([a], [b]) => a - b)
  const spans: (readonly [number, number])[] = []
  let known = from
  for (const [begin, end] of [...runs, [to, to] as const]) {
    if (begin - known > gapMs) spans.push([known, Math.min(begin, to)])
    known = Math.max(known, end)
  }
  return spans
}

/** What a series says at a place of the line: what it said last, which can be that nothing is known. */
export const cellAt = ({ cells }: Timeline, series: number, index: number): Cell =>
  cells[series]?.slice(0, index + 1).findLast((cell) => cell !== undefined)

export interface Row {
  readonly at: number
  readonly cells: readonly Cell[]
}

/** Whether a set point was in force at any time of a span. */
export const isInForce = ({ from, to }: Pick<SetPoint, 'from' | 'to'>, view: Bounds): boolean =>
  (from ?? view.from) <= view.to && (to ?? view.to) > view.from

/** The marks that reach into a span, the newest first. */
export const marksWithin = (marks: readonly Mark[], view: Bounds): readonly Mark[] =>
  marks
    .filter(({ from, to }) => from <= view.to && (to === undefined ? from : (to ?? view.to)) >= view.from)
    .toSorted((a, b) => b.from - a.from)

/** Every moment that the chart draws, the newest first. */
export const rowsOf = ({ at, cells }: Timeline): readonly Row[] =>
  at.map((moment, i) => ({ at: moment, cells: cells.map((own) => own[i]) })).toReversed()

/** `12.4`; what is not known says so. */
export const cellText = (cell: Cell, digits?: number): string => {
  if (cell === undefined) return ''
  return cell === null ? 'No reading' : figure(cell, digits)
}

export const headingOf = ({ name, unit }: Pick<Series, 'name' | 'unit'>): string => (unit ? `${name} (${unit})` : name)

/** `CO: 3 to 41 ppm, 2 gaps`: what is to be heard of a chart. */
export const summaryOf = (columns: readonly Column[], { cells }: Timeline): string =>
  columns
    .flatMap(({ id, name, unit, digits, role }, i) => {
      if (role !== 'value') return []
      const own = cells[i] ?? []
      const known = columns.flatMap(({ of }, at) =>
        of === id ? (cells[at] ?? []).filter((cell) => typeof cell === 'number') : [],
      )
      if (known.length === 0) return [`${name}: no readings`]
      const [low, high] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))]
      const gaps = own.filter((cell) => cell === null).length
      const message = gaps === 0 ? '' : `, ${gaps} ${gaps === 1 ? 'gap' : 'gaps'}`
      return [`${name}: ${figure(low, digits)} to ${figure(high, digits)} ${unit ?? ''}`.trimEnd() + message]
    })
    .join('; ')

// A gap is a null where it begins: of many in a row the first is enough.
const withGaps = (points: readonly Point[], gapMs: number, until: number): ReadonlyMap<number, number | null> => {
  const cells = new Map<number, number | null>()
  let last: Point | null = null
  let open = false
  const end = (at: number) => {
    if (!open) return
    cells.set(at, null)
    open = false
  }
  for (const point of points.toSorted((a, b) => a.at - b.at)) {
    if (last && point.at - last.at > gapMs) end(last.at + gapMs)
    if (point.value === null || point.stale) end(point.at)
    else {
      cells.set(point.at, point.value)
      open = true
    }
    last = point
  }
  if (last && until - last.at > gapMs) end(last.at + gapMs)
  return cells
}

const runsOf = (at: readonly number[], own: readonly Cell[]): (readonly [number, number])[] => {
  const runs: (readonly [number, number])[] = []
  let begun: number | null = null
  let last = 0
  own.forEach((cell, i) => {
    const moment = at[i] ?? 0
    if (typeof cell === 'number') {
      begun ??= moment
      last = moment
    } else if (cell === null && begun !== null) {
      runs.push([begun, last])
      begun = null
    }
  })
  if (begun !== null) runs.push([begun, last])
  return runs
}
