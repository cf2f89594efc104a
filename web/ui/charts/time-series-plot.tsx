// The drawing of a chart, by uPlot: pointed at and zoomed by dragging or by keys. Loaded where a chart is shown.
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useThemeMode } from '../../kit/hands/theme-mode.ts'
import { type Drawing, draw, drawAgain, linesOf } from './time-series-draw.ts'
import { keyed, type Reading } from './time-series-keys.ts'
import styles from './time-series.module.css'
import { cellAt, cellText } from './time-series.ts'
import { exactTime } from '../../kit/time.ts'
import type { Bounds } from '../time/time-range.ts'
import { schemes } from '../theme/tokens.ts'

interface TimeSeriesPlotProps {
  readonly drawing: Drawing
  /** What it shows, in words. */
  readonly label: string
  readonly onRead: (index: number | null) => void
  readonly onZoom: (bounds: Bounds) => void
}

const nothingRead: Reading = { index: null, anchor: null }

export const TimeSeriesPlot = ({ label, drawing, onRead, onZoom }: TimeSeriesPlotProps) => {
  const { timeline, series, view, timeZone } = drawing
  const keys = useId()
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const [reading, setReading] = useState(nothingRead)
  const mode = useThemeMode()
  const read = useEffectEvent((index: number | null) => onRead(index))
  const zoom = useEffectEvent((bounds: Bounds) => onZoom(bounds))

  const now = useEffectEvent(() => drawing)
  const drawn = useRef<Drawing>(null)
  const lines = linesOf(drawing)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const made = draw(element, now, schemes[mode], { onRead: read, onZoom: zoom })
    plot.current = made
    drawn.current = now()
    const observer = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    let gone = false
    // The words on the axes are drawn again once their font is there.
    const drawWords = async () => {
      await document.fonts.ready
      if (!gone) made.redraw(false, true)
    }
    void drawWords()
    return () => {
      gone = true
      observer.disconnect()
      made.destroy()
      plot.current = null
    }
    // Other lines or colours are another plot; all else is drawn again in this one.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [lines, mode])
  useEffect(() => {
    if (plot.current && drawn.current !== drawing) drawAgain(plot.current, drawing)
    drawn.current = drawing
  }, [drawing])

  const show = (next: Reading) => {
    setReading(next)
    const { current } = plot
    if (!current) return
    const left = (index: number) => current.valToPos(timeline.at[index] ?? 0, 'x')
    if (next.index === null) current.setCursor({ left: -10, top: -10 })
    else current.setCursor({ left: left(next.index), top: current.over.clientHeight / 2 })
    const ends = next.index === null || next.anchor === null ? [] : [left(next.index), left(next.anchor)]
    const [from = 0, to = 0] = ends.toSorted((a, b) => a - b)
    current.setSelect({ left: from, width: to - from, top: 0, height: current.over.clientHeight }, false)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const done = keyed(reading, event.key, event.shiftKey, timeline.at, view)
    if (!done) return
    event.preventDefault()
    event.stopPropagation()
    show(done.reading)
    if (done.zoom) onZoom(done.zoom)
  }

  const at = reading.index === null ? undefined : timeline.at[reading.index]
  return (
    // It is read and zoomed by keys, like a map.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby={keys}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative flex h-[clamp(16rem,40dvh,26rem)] min-w-0 flex-col rounded"
      onKeyDown={onKeyDown}
      onBlur={() => show(nothingRead)}
    >
      <div ref={frame} className={`${styles.frame} min-h-0 min-w-0 flex-1 overflow-hidden`} aria-hidden="true" />
      {/* Shown to those who are at it with the keyboard; read out in any case. */}
      <span
        id={keys}
        className="pointer-events-none absolute inset-x-0 top-0 justify-self-center rounded bg-surface px-2 py-1 text-center text-xs text-muted opacity-0 in-focus-visible:opacity-100"
      >
        Arrows read, with Shift they mark, Enter zooms to it; + and − zoom. The table has the same numbers.
      </span>
      <output className="visually-hidden">
        {at !== undefined &&
          [
            exactTime(new Date(at).toISOString(), timeZone),
            ...series.map(({ name, unit, digits }, i) => {
              const cell = cellAt(timeline, i, reading.index ?? 0)
              return `${name} ${cellText(cell ?? null, digits)}${typeof cell === 'number' && unit ? ` ${unit}` : ''}`
            }),
          ].join(', ')}
      </output>
    </section>
  )
}
