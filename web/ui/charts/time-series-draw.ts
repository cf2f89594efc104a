// A chart as uPlot draws it: axes of the site's time and of the units, lines with gaps, set points, and hatching where
// nothing is known.
import uPlot from 'uplot'
import { extentOf } from './extent.ts'
import { figure } from './figure.ts'
import { ticksOf } from './time-axis.ts'
import type { Bounds } from '../time/time-range.ts'
import { dashOf } from './time-series-lines.ts'
import { type Cell, type Series, type SetPoint, type Timeline, unknownSpans } from './time-series.ts'
import type { schemes } from '../theme/tokens.ts'

export interface Drawing {
  readonly series: readonly Series[]
  /** Which line each has, whatever else is hidden. */
  readonly places: ReadonlyMap<string, number>
  readonly timeline: Timeline
  readonly setPoints: readonly SetPoint[]
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
  const placeOf = ({ id }: Series) => places.get(id) ?? 0
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
          const colour = paint.series[placeOf(one) % paint.series.length] ?? paint.text
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
      hooks: {
        drawClear: [(plot) => hatch(plot, now(), paint)],
        draw: [
          (plot) => drawSetPoints(plot, now().setPoints, (point) => scaleOf(point.unit ?? series[0]?.unit), paint),
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
  JSON.stringify(series.map(({ id, name, unit }) => [id, name, unit, places.get(id)]))

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
  { series, timeline, setPoints, zeroBased }: Drawing,
  unit: string,
  scaleOf: (unit: string) => string,
): [number, number] => {
  const values = timeline.cells.flatMap((cells, i) =>
    scaleOf(series[i]?.unit ?? '') === scaleOf(unit) ? cells.filter((cell) => typeof cell === 'number') : [],
  )
  const lines = setPoints
    .filter((point) => scaleOf(point.unit ?? series[0]?.unit ?? '') === scaleOf(unit))
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
    ctx.strokeStyle = paint.state[point.state]
    ctx.fillStyle = ctx.strokeStyle
    ctx.lineWidth = 1.5 * px
    ctx.setLineDash([6 * px, 4 * px])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.fillText(`${point.name} ${figure(point.value)}`, bbox.left + bbox.width - 4 * px, y - 2 * px)
  }
  ctx.restore()
}
