// One gas channel as it is now: its value and whether that may be believed, its trend, its averages, its service.
import type { Channel } from '@gatehouse/contract/safety/gas'
import { memo } from 'react'
import { Link } from 'react-router'
import { measuredAt } from '../../kit/age.ts'
import { channelName } from '../../kit/channel-name.ts'
import { useClock } from '../../kit/clock.ts'
import { Gauge } from '../../ui/charts/gauge.tsx'
import { LiveValue } from '../../ui/feedback/live-value.tsx'
import { OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { opensSheet, useSheetAddress } from '../../ui/sheets/sheet-link.ts'
import { AverageBar } from './average-bar.tsx'
import { areAveragesOld, isCurrent, limitsOf, lookOf, stateAt } from './channel-states.ts'
import { channelId, gasSheet } from './gas-address.ts'
import { unitName, valueText } from './gas-state.ts'
import { GasTrend } from './gas-trend.tsx'
import { gaugePoints } from './gauge-points.ts'
import { ServiceMark } from './service-mark.tsx'
import { SuspectMark } from './suspect-mark.tsx'

const borders: Partial<Record<string, string>> = {
  critical: 'border-critical',
  high: 'border-high',
  stale: 'border-dashed border-strong-line',
  offline: 'border-dashed border-strong-line',
  fault: 'border-dashed border-strong-line',
}

export const ChannelCard = memo(({ channel }: { readonly channel: Channel }) => {
  const state = useClock((now) => stateAt(channel, now))
  const areOld = useClock((now) => areAveragesOld(channel, now))
  const sheet = useSheetAddress(gasSheet)
  const look = lookOf(channel, state)
  const { deviceId, name, averages, outOfService } = channel
  const title = channelName(channel.channel)
  const limits = limitsOf(channel)
  const isNow = isCurrent(state)
  return (
    <li
      className={`grid min-w-0 grid-cols-1 content-start gap-2 rounded border bg-surface p-3 [contain-intrinsic-size:auto_14rem] [content-visibility:auto] ${borders[look.state] ?? 'border-line'}`}
      data-state={look.state}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1">
        <Link
          to={sheet.to(channelId({ id: deviceId }, channel))}
          state={opensSheet}
          className="inline-flex min-h-touch items-center gap-x-2 leading-[1.3] font-semibold text-inherit wrap-anywhere"
        >
          <span>
            {title} <span className="text-sm font-normal text-muted">{name}</span>
          </span>
        </Link>
        {outOfService && <OutOfServiceWord />}
      </div>
      <LiveValue
        text={valueText(channel)}
        unit={unitName(channel.unit)}
        state={look.state}
        word={look.word}
        at={measuredAt(channel)}
        source={`${channel.key} ${title}`}
        testId={`gas-${channel.key}-${channel.channel}`}
        beside={<GasTrend deviceId={deviceId} latest={channel} limits={limits} />}
      />
      {limits.length > 0 && (
        <Gauge
          label={`${title}, ${name}`}
          value={isNow ? channel.value : null}
          text={isNow ? `${valueText(channel)} ${unitName(channel.unit) ?? ''}` : (look.word ?? 'Not current')}
          points={gaugePoints(limits)}
          state={look.state}
        />
      )}
      {averages && (
        <>
          <AverageBar channel={channel} window="stel" average={averages.stel} isOld={areOld} />
          <AverageBar channel={channel} window="twa" average={averages.twa} isOld={areOld} />
        </>
      )}
      <SuspectMark suspect={channel.suspect} />
      <ServiceMark service={channel.service} />
      {limits.length === 0 && channel.service !== null && <StatusWord state="information" word="No set points" />}
    </li>
  )
})
