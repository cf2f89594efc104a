// Measurements over time: a chart with its legend, and the same numbers as a table and as a file.
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, Suspense, type SyntheticEvent, useMemo, useState } from 'react'
import { useClock } from '../../kit/clock.ts'
import { useTimeZone } from '../../kit/time.ts'
import { saveCsv } from '../tables/csv.ts'
import { figure } from './figure.ts'
import { Icon } from '../primitives/icon.tsx'
import { later } from '../feedback/later.tsx'
import { Empty } from '../feedback/states.tsx'
import type { Drawing } from './time-series-draw.ts'
import { TimeSeriesLegend } from './time-series-legend.tsx'
import styles from './time-series.module.css'
import {
  columnsOf,
  headingOf,
  type Mark,
  rowsOf,
  type Series,
  type SetPoint,
  summaryOf,
  timelineOf,
} from './time-series.ts'
import { TimeSeriesMarks } from './time-series-marks.tsx'
import { SetPointList } from './set-point-list.tsx'
import { TimeSeriesTable } from './time-series-table.tsx'
import { betweenWords, type Bounds } from '../time/time-range.ts'
import { isoAt } from '../time/wall-time.ts'
import { ZoomIcon } from './zoom-icon.tsx'

const TimeSeriesPlot = later(async () => (await import('./time-series-plot.tsx')).TimeSeriesPlot)

const noSetPoints: readonly SetPoint[] = []
const noMarks: readonly Mark[] = []

interface TimeSeriesProps extends Bounds {
  /** `Carbon monoxide, boiler room`; its file is named after it too. */
  readonly label: string
  /** Six at most, in at most two units. */
  readonly series: readonly Series[]
  readonly setPoints?: readonly SetPoint[]
  readonly marks?: readonly Mark[]
  /** Measurements further apart than this do not belong together. */
  readonly gapMs: number
  /** In the place of the file that it makes itself: where the server makes files of the same. */
  readonly files?: ReactNode
  /** The axis begins at nought, as for a concentration. */
  readonly zeroBased?: boolean
  /** What was zoomed to, where the page asks for it anew: in its address, with `useTimeRange`. */
  readonly onZoom?: (bounds: Bounds) => void
}

export const TimeSeries = (props: TimeSeriesProps) => {
  const { label, series, setPoints = noSetPoints, marks = noMarks, from, to, gapMs, zeroBased = false, onZoom } = props
  const timeZone = useTimeZone()
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [read, setRead] = useState<number | null>(null)
  const [zoom, setZoom] = useState<Bounds | null>(null)
  const view = zoom ?? { from, to }
  const minute = useClock((now) => now - (now % 60_000))
  const until = Math.min(view.to, Math.max(minute, view.from))

  const places = useMemo(() => new Map(series.map(({ id }, place) => [id, place])), [series])
  const shown = useMemo(() => series.filter(({ id }) => !hidden.has(id)).flatMap(columnsOf), [series, hidden])
  const timeline = useMemo(() => {
    const within = shown.map((one) => ({
      ...one,
      points: one.points.filter(({ at }) => at >= view.from && at <= view.to),
    }))
    return timelineOf(within, gapMs, until)
  }, [shown, gapMs, until, view.from, view.to])
  const drawing = useMemo(
    (): Drawing => ({
      series: shown,
      places,
      timeline,
      setPoints,
      marks,
      view: { from: view.from, to: view.to },
      until,
      gapMs,
      zeroBased,
      timeZone,
    }),
    [shown, places, timeline, setPoints, marks, view.from, view.to, until, gapMs, zeroBased, timeZone],
  )
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setRead(null)
    setHidden(next)
  }
  const zoomTo = (bounds: Bounds) => {
    setRead(null)
    if (onZoom) onZoom(bounds)
    else setZoom(bounds.from <= from && bounds.to >= to ? null : bounds)
  }
  const zoomBy = (factor: number) => {
    const [middle, half] = [(view.from + view.to) / 2, ((view.to - view.from) * factor) / 2]
    zoomTo({ from: middle - half, to: onZoom ? middle + half : Math.min(to, middle + half) })
  }
  const showWhole = ({ currentTarget }: SyntheticEvent) => {
    setZoom(null)
    // The button goes, and the focus with it: what lies beside it stays.
    currentTarget.parentElement?.querySelector<HTMLElement>('button')?.focus()
  }
  const save = () =>
    saveCsv(label, [
      [`Time (${timeZone})`, ...shown.map(headingOf)],
      ...rowsOf(timeline)
        .toReversed()
        .map(({ at, cells }) => [
          isoAt(at, timeZone),
          ...cells.map((cell, i) => (typeof cell === 'number' ? figure(cell, shown[i]?.digits) : '')),
        ]),
    ])
  const empty = timeline.at.length === 0
  const isWhole = !onZoom && zoom === null

  return (
    <figure className="m-0 flex min-w-0 flex-col gap-3" aria-label={label}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <TimeSeriesLegend
          series={series}
          hidden={hidden}
          shown={shown}
          timeline={timeline}
          read={as === 'chart' ? read : null}
          timeZone={timeZone}
          onToggle={toggle}
        />
        <div className={`${styles.buttons} ms-auto flex flex-wrap items-center gap-x-2 gap-y-1 below-sm:ms-0`}>
          {as === 'chart' && (
            <>
              <IconButton aria-label="Zoom in" aria-disabled={empty} onClick={() => empty || zoomBy(0.5)}>
                <ZoomIcon way="in" />
              </IconButton>
              <IconButton aria-label="Zoom out" aria-disabled={isWhole} onClick={() => isWhole || zoomBy(2)}>
                <ZoomIcon way="out" />
              </IconButton>
            </>
          )}
          {zoom && <Button onClick={showWhole}>Whole range</Button>}
          <ToggleButtonGroup
            exclusive
            size="small"
            value={as}
            aria-label="Shown as"
            onChange={(_, chosen: 'chart' | 'table' | null) => chosen && setAs(chosen)}
          >
            <ToggleButton value="chart">Chart</ToggleButton>
            <ToggleButton value="table">Table</ToggleButton>
          </ToggleButtonGroup>
          {props.files ?? (
            <Button startIcon={<Icon name="download" />} disabled={empty} onClick={save}>
              CSV
            </Button>
          )}
        </div>
      </div>
      {empty ? (
        <div className="grid h-[clamp(16rem,40dvh,26rem)] place-content-center rounded border border-dashed border-line">
          <Empty title={shown.length === 0 ? 'No series is shown' : 'Nothing was measured in this time'}>
            <p>
              {shown.length === 0
                ? 'Choose one above.'
                : `${betweenWords(view, until, timeZone)}: choose an earlier or a longer time.`}
            </p>
          </Empty>
        </div>
      ) : as === 'table' ? (
        <TimeSeriesTable label={label} series={shown} timeline={timeline} timeZone={timeZone} />
      ) : (
        <Suspense
          fallback={<div className="h-[clamp(16rem,40dvh,26rem)] rounded bg-line opacity-60" aria-busy="true" />}
        >
          <TimeSeriesPlot
            label={`${label}. ${summaryOf(shown, timeline)}`}
            drawing={drawing}
            onRead={setRead}
            onZoom={zoomTo}
          />
        </Suspense>
      )}
      <SetPointList setPoints={setPoints} unit={series[0]?.unit ?? null} view={view} />
      <TimeSeriesMarks marks={marks} view={view} />
    </figure>
  )
}
