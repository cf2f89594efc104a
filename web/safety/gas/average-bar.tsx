// An average of a channel against its set points, with how much of its window was measured.
import type { Average, Channel } from '@gatehouse/contract/safety/gas'
import { judgedExposure, reachedBy } from '@gatehouse/contract/safety/gas-state'
import { channelName } from '../../kit/channel-name.ts'
import { Gauge } from '../../ui/charts/gauge.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import { unitName, valueText } from './gas-state.ts'
import { gaugePoints } from './gauge-points.ts'

interface AverageBarProps {
  readonly channel: Channel
  readonly window: 'stel' | 'twa'
  readonly average: Average
  /** It ends too long ago: it is that of an earlier time. */
  readonly isOld: boolean
}

export const windowNames = { stel: '15 min (STEL)', twa: '8 h (TWA)' } as const

export const AverageBar = ({ channel, window, average, isOld }: AverageBarProps) => {
  const points = channel.setPoints.filter(({ of }) => of === window)
  const { value, isAtLeast } = judgedExposure(average)
  const unit = unitName(channel.unit) ?? ''
  const isKnown = average.mean !== null
  const severity = isKnown && !isOld ? reachedBy(value, window, channel.setPoints) : null
  const state = isOld
    ? 'stale'
    : severity
      ? severityWords[severity].state
      : points.length > 0
        ? 'normal'
        : 'information'
  const text = isKnown
    ? `${isAtLeast ? 'at least ' : ''}${valueText({ value, unit: channel.unit })} ${unit}`
    : 'Not measured'
  return (
    <div className="grid grid-cols-1 gap-1 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="text-muted">{windowNames[window]}</span>
        <span className={`tabular-nums ${isOld ? 'text-stale' : 'lost:text-stale'}`}>{text}</span>
      </div>
      <Gauge
        label={`${windowNames[window]} of ${channelName(channel.channel)}, ${channel.name}`}
        value={isKnown && !isOld ? value : null}
        text={`${text}, ${shareText(average)}`}
        points={gaugePoints(points)}
        state={state}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs text-muted">
        {isOld ? (
          <StatusWord state="stale" word="Not up to date" />
        ) : severity ? (
          <StatusWord state={state} word="Set point reached" live />
        ) : (
          <span />
        )}
        <span className="tabular-nums">{shareText(average)}</span>
      </div>
    </div>
  )
}

const shareText = ({ share }: Average) => `${Math.floor(share * 100)} % measured`
