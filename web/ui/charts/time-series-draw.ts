// A chart as uPlot draws it: axes of the site's time and of the units, lines with gaps, set points, and hatching where
// nothing is known.
import uPlot from 'uplot'
import { extentOf } from './extent.ts'
import { figure } from './figure.ts'
import { ticksOf } from './time-axis.ts'
import type { Bounds } from '../time/time-range.ts'
import { dashOf } from './time-series-lines.ts'
import {
  type Cell,
  type Column,
  isInForce,
  type Mark,
  type SetPoint,
  type Timeline,
  unknownSpans,
} from './time-series.ts'
import type { schemes } from '../theme/tokens.ts'

export interface Drawing {
  readonly series: readonly Column[]
  /** Which line each has, whatever else is hidden. */
  readonly places: ReadonlyMap<string, number>
  readonly timeline: Timeline
  readonly setPoints: readonly SetPoint[]
  readonly marks: readonly Mark[]
  readonly view: Bounds
  /** What lies after it has not happened yet. */
  readonly until: number
  readonly gapMs: number
  readonly zeroBased: boolean
  readonly timeZone: string
}

interface PointerState {
  readonly onRead: (index: number | null) => void
  readonly onZoom: (bounds: Bounds) => void
}

const leastZoomPx = 6
const tickRoomPx = 90
const font = '12px "Inter Variable", system-ui, sans-serif'

/** `now` answers what is to be drawn, whenever it is drawn again. */
export const draw = (
  element: HTMLElement,
  now: () => Drawing,
  paint: Paint,
  { onRead, onZoom }: PointerState,
): uPlot => {
  const { series, places, view } = now()
  const units = [...new Set(series.map(({ unit }) => unit ?? ''))].slice(0, 2)
  const scaleOf = (unit: string | null | undefined) =>
    units.includes(unit ?? '') ? `y${unit ?? ''}` : `y${units[0] ?? ''}`
  const placeOf = ({ of }: Column) => places.get(of) ?? 0
  const colourOf = (one: Column) => paint.series[placeOf(one) % paint.series.length] ?? paint.text
  const axis = { stroke: paint.muted, font, ticks: { show: false }, gap: 6 }
  const grid = { stroke: paint.line, width: 1 }
  return new uPlot(
    {
      width: element.clientWidth,
      height: element.clientHeight,
      ms: 1,
      padding: [12, units.length > 1 ? 0 : 24, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false, setScale: false, dist: leastZoomPx }, points: { size: 8 } },
      scales: {
        x: { time: true, min: view.from, max: view.to, auto: false },
        ...Object.fromEntries(
          units.map((unit) => [scaleOf(unit), { range: (): [number, number] => yRange(now(), unit, scaleOf) }]),
        ),
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 32,
          splits: (plot) => ticks(plot, now()).map(({ at }) => at),
          values: (plot) => ticks(plot, now()).map(({ text }) => text),
        },
        ...units.map(
          (unit, i): uPlot.Axis => ({
            ...axis,
            scale: scaleOf(unit),
            // Left, right: uPlot's names for them are gone once compiled.
            // oxlint-disable-next-line typescript/no-unsafe-enum-assignment
            side: i === 0 ? 3 : 1,
            grid: i === 0 ? grid : { show: false },
            space: 40,
            size: (_, values) => 16 + 8 * Math.max(3, ...(values ?? []).map((value) => value.length)),
            values: (_, splits) =>
              splits.map((split, at) => `${figure(split)}${at === splits.length - 1 && unit !== '' ? ` ${unit}` : ''}`),
          }),
        ),
      ],
      series: [
        {},
        ...series.map((one): uPlot.Series => {
          const colour = colourOf(one)
          // The edges of a band are seen by what is between them.
          if (one.role !== 'value')
            return { label: one.name, scale: scaleOf(one.unit), width: 0, spanGaps: false, points: { show: false } }
          return {
            label: one.name,
            scale: scaleOf(one.unit),
            stroke: colour,
            width: 2,
            dash: [...dashOf(placeOf(one))],
            spanGaps: false,
            points: { show: true, size: 6, width: 0, fill: colour, filter: (plot, index) => lonely(plot.data[index]) },
          }
        }),
      ],
      bands: series.flatMap((one, i): uPlot.Band[] => {
        const low = series.findIndex(({ of, role }) => of === one.of && role === 'low')
        return one.role === 'high' ? [{ series: [i + 1, low + 1], fill: `${colourOf(one)}33` }] : []
      }),
      hooks: {
        drawClear: [(plot) => hatch(plot, now(), paint)],
        draw: [
          (plot) => drawSetPoints(plot, now().setPoints, (point) => scaleOf(point.unit ?? series[0]?.unit), paint),
          (plot) => drawMarks(plot, now(), paint),
        ],
        setCursor: [({ cursor: { idx, left = -1 } }) => onRead(left < 0 ? null : (idx ?? null))],
        setSelect: [
          (plot) => {
            const { left, width } = plot.select
            if (width < leastZoomPx) return
            const [from, to] = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]
            plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            onZoom({ from, to })
          },
        ],
      },
    },
    dataOf(now()),
    element,
  )
}

/** Other moments, values or set points of the same lines: whoever points at it goes on pointing. */
export const drawAgain = (plot: uPlot, { view: { from, to }, ...drawing }: Drawing): void =>
  plot.batch(() => {
    plot.setData(dataOf(drawing), false)
    plot.setScale('x', { min: from, max: to })
  })

/** What it takes a new plot for when it changes. */
export const linesOf = ({ series, places }: Drawing): string =>
  JSON.stringify(series.map(({ id, name, unit, of }) => [id, name, unit, places.get(of)]))

const dataOf = ({ timeline }: Pick<Drawing, 'timeline'>): uPlot.AlignedData => [
  [...timeline.at],
  ...timeline.cells.map(drawable),
]

const ticks = (plot: uPlot, { view, timeZone }: Drawing) =>
  ticksOf(view.from, view.to, plot.width / tickRoomPx, timeZone)

// uPlot ends a gap at the next moment of the line, whoever it belongs to: ours lasts to the next value of its own.
const drawable = (cells: readonly Cell[]): Cell[] => {
  const drawn = [...cells]
  for (const order of [[...drawn.keys()], [...drawn.keys()].toReversed()]) {
    let unknown = false
    for (const i of order) {
      if (drawn[i] !== undefined) unknown = drawn[i] === null
      else if (unknown) drawn[i] = null
    }
  }
  return drawn
}

type Paint = (typeof schemes)['light']

const yRange = (
  { series, timeline, setPoints, view, zeroBased }: Drawing,
  unit: string,
  scaleOf: (unit: string) => string,
): [number, number] => {
  const values = timeline.cells.flatMap((cells, i) =>
    scaleOf(series[i]?.unit ?? '') === scaleOf(unit) ? cells.filter((cell) => typeof cell === 'number') : [],
  )
  const lines = setPoints
    .filter((point) => scaleOf(point.unit ?? series[0]?.unit ?? '') === scaleOf(unit) && isInForce(point, view))
    .map(({ value }) => value)
    .toSorted((a, b) => a - b)
  const [bottom, top] = extentOf(values, lines, zeroBased)
  return [bottom, top]
}

// A point with a gap on both sides would have no line to be seen by.
const lonely = (cells: ArrayLike<number | null | undefined> | undefined): number[] => {
  const own = Array.from(cells ?? []).flatMap((cell, i) => (cell === undefined ? [] : [{ cell, i }]))
  return own.flatMap(({ cell, i }, n) => {
    const beside = [own[n - 1]?.cell, own[n + 1]?.cell]
    return typeof cell === 'number' && beside.every((other) => typeof other !== 'number') ? [i] : []
  })
}

const hatch = (plot: uPlot, { timeline, view, until, gapMs }: Drawing, paint: Paint): void => {
  const { ctx, bbox } = plot
  const step = 6 * uPlot.pxRatio
  ctx.save()
  ctx.beginPath()
  for (const [from, to] of unknownSpans(timeline, { from: view.from, to: until, gapMs })) {
    const left = Math.max(bbox.left, plot.valToPos(from, 'x', true))
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true))
    if (right > left) ctx.rect(left, bbox.top, right - left, bbox.height)
  }
  ctx.clip()
  ctx.beginPath()
  for (let x = bbox.left - bbox.height; x < bbox.left + bbox.width; x += step) {
    ctx.moveTo(x, bbox.top + bbox.height)
    ctx.lineTo(x + bbox.height, bbox.top)
  }
  ctx.strokeStyle = paint.state.unknown
  ctx.globalAlpha = 0.3
  ctx.lineWidth = uPlot.pxRatio
  ctx.stroke()
  ctx.restore()
}

const drawSetPoints = (
  plot: uPlot,
  setPoints: readonly SetPoint[],
  scale: (point: SetPoint) => string,
  paint: Paint,
): void => {
  const { ctx, bbox } = plot
  const px = uPlot.pxRatio
  ctx.save()
  ctx.font = font.replace('12px', `${12 * px}px`)
  ctx.textAlign = 'right'
  ctx.textBaseline = 'bottom'
  for (const point of setPoints) {
    const y = Math.round(plot.valToPos(point.value, scale(point), true))
    if (y < bbox.top || y > bbox.top + bbox.height) continue
    const [left, right] = acrossOf(plot, point.from, point.to)
    if (right <= left) continue
    ctx.strokeStyle = paint.state[point.state]
    ctx.fillStyle = ctx.strokeStyle
    ctx.lineWidth = 1.5 * px
    ctx.setLineDash([6 * px, 4 * px])
    ctx.beginPath()
    ctx.moveTo(left, y)
    ctx.lineTo(right, y)
    ctx.stroke()
    const text = `${point.name} ${figure(point.value)}`
    // In a short stretch there is no room for it: the list below the chart has it.
    if (ctx.measureText(text).width + 8 * px <= right - left) ctx.fillText(text, right - 4 * px, y - 2 * px)
  }
  ctx.restore()
}

/** From where to where on the canvas, within the plot. */
const acrossOf = (
  plot: uPlot,
  from: number | undefined,
  to: number | null | undefined,
): [left: number, right: number] => {
  const { left, width } = plot.bbox
  const at = (moment: number) => Math.min(left + width, Math.max(left, plot.valToPos(moment, 'x', true)))
  return [from === undefined ? left : at(from), to === undefined || to === null ? left + width : at(to)]
}

const markPx = 6

// What lasted is a bar along the upper edge; a moment is a line with a triangle.
const drawMarks = (plot: uPlot, { marks, view, until }: Drawing, paint: Paint): void => {
  const { ctx, bbox } = plot
  const px = uPlot.pxRatio
  ctx.save()
  for (const { state, from, to } of marks) {
    if (from > view.to || (to === undefined ? from : (to ?? until)) < view.from) continue
    ctx.fillStyle = paint.state[state]
    ctx.strokeStyle = ctx.fillStyle
    if (to !== undefined) {
      const [left, right] = acrossOf(plot, from, to ?? until)
      ctx.fillRect(left, bbox.top, Math.max(2 * px, right - left), markPx * px)
      continue
    }
    const x = plot.valToPos(from, 'x', true)
    ctx.lineWidth = px
    ctx.setLineDash([2 * px, 3 * px])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - markPx * px, bbox.top)
    ctx.lineTo(x + markPx * px, bbox.top)
    ctx.lineTo(x, bbox.top + 1.5 * markPx * px)
    ctx.fill()
  }
  ctx.restore()
}
