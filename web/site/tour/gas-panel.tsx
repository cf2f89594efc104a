// Every gas channel with its last hour and its set points.
import { type Limit } from '../../safety/gas/gas-state.ts'
import { isZeroBased, linesOf } from '../../safety/gas/judged-reading.ts'
import { LiveValue } from '../../ui/feedback/live-value.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import type { State } from '../../ui/theme/tokens.ts'
import { Guide } from './guide.tsx'
import { type GasRow, gasOf } from './view.ts'
import type { PanelProps } from './panels.ts'

const minuteMs = 60_000
const inWords: Record<string, string> = { CO: 'carbon monoxide', LEL: 'explosive gas', O2: 'oxygen' }
const borderOf: Partial<Record<State, string>> = {
  critical: 'border-critical',
  high: 'border-high',
  offline: 'border-dashed border-line',
  stale: 'border-dashed border-line',
}
const hourMs = 3_600_000

export const GasPanel = ({ building, freshness, now }: PanelProps) => (
  <Guide title="Three channels, a reading every five seconds" text={text}>
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
      {gasOf(building, freshness, now).map((row) => {
        const { limits } = row
        return (
          <li
            key={`${row.device} ${row.channel}`}
            className={`grid min-w-0 content-start gap-3 rounded border bg-sunken p-4 [&>svg]:h-[7.5rem] ${borderOf[row.state] ?? 'border-line'}`}
            data-state={row.state}
          >
            <h3 className="text-lg font-semibold">
              {row.name}{' '}
              <span className="block text-sm font-normal text-muted">
                {[inWords[row.channel], row.device].filter(Boolean).join(', ')}
              </span>
            </h3>
            <LiveValue
              text={row.text}
              unit={row.unit}
              state={row.state}
              word={row.word}
              at={row.at}
              source={`${row.name}, ${row.device}`}
              testId={`tour-gas-${row.channel}`}
              now={now}
            />
            <Sparkline
              label={`${row.name}, last hour, ${row.unit ?? ''}`}
              points={pointsOf(row)}
              from={now - hourMs}
              to={now}
              lines={linesOf(limits)}
              zeroBased={isZeroBased(limits)}
            />
            {limits.length > 0 && <p className="text-sm font-normal text-muted">{limitsIn(limits, row.unit)}</p>}
          </li>
        )
      })}
    </ul>
  </Guide>
)

// The minutes as they were, and what was read last.
const pointsOf = ({ at, latest, trend }: GasRow) => {
  const last = at === null ? Number.NaN : Date.parse(at)
  const from = Date.parse(trend?.from ?? '')
  const minutes = (trend?.values ?? []).map((y, minute) => ({ x: from + (minute + 0.5) * minuteMs, y }))
  const y = latest.quality === 'good' && typeof latest.value === 'number' ? latest.value : null
  return [...minutes.filter(({ x }) => !(x >= last)), ...(y === null ? [] : [{ x: last, y }])]
}

/** `Set points: above 35, above 70 ppm` */
const limitsIn = (limits: readonly Limit[], unit: string | null) =>
  `Set points: ${limits.map(({ comparison, value }) => `${comparison} ${value}`).join(', ')} ${unbroken(unit)}`

const unbroken = (unit: string | null) => (unit ?? '').replaceAll(' ', '\u00a0')

const text = [
  'A reading is a value, a unit and a quality. A detector that is faulty or warming up says so; it never shows 0 and is never green.',
  'The line is the last hour, the dashed ones are set points: a low and a high one for carbon monoxide and explosive gas, too little and too much for oxygen.',
  'A channel that misses its next reading turns grey ten seconds after the last one.',
  'Gatehouse supervises. It does not replace the certified detector and its own alarm.',
]
