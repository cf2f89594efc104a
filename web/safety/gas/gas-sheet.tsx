// One gas channel in full: what it measures now, its averages and set points, its service, and its history.
import * as gas from '@gatehouse/contract/safety/gas'
import type { Channel } from '@gatehouse/contract/safety/gas'
import { Link, type To } from 'react-router'
import { measuredAt } from '../../kit/age.ts'
import { channelName } from '../../kit/channel-name.ts'
import { useClock } from '../../kit/clock.ts'
import { Gauge } from '../../ui/charts/gauge.tsx'
import { LiveValue } from '../../ui/feedback/live-value.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { OutOfServiceText, OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { When } from '../../ui/time/when.tsx'
import { AverageBar } from './average-bar.tsx'
import { ChannelHistory } from './channel-history.tsx'
import { areAveragesOld, isCurrent, limitsOf, lookOf, placeOf, stateAt } from './channel-states.ts'
import { channelId, compareAt, ledgerAt } from './gas-address.ts'
import { unitName, valueText } from './gas-state.ts'
import { gaugePoints } from './gauge-points.ts'
import { nameOf } from './history-series.ts'
import { ServiceMark } from './service-mark.tsx'
import { setPointText } from './set-point-text.ts'
import { SuspectMark } from './suspect-mark.tsx'
import { useChannels } from './use-channels.ts'

interface GasSheetProps {
  /** As `channelId` names it. */
  readonly id: string
  readonly closed: To
}

export const GasSheet = ({ id, closed }: GasSheetProps) => {
  const query = useChannels()
  const channel = query.data?.channels.find((one) => channelId({ id: one.deviceId }, one) === id)
  if (query.data && !channel)
    return (
      <GoneSheet
        name="Gas channel"
        closed={closed}
        title="This channel is not there"
        says="Its detector was retired, has not reported it yet, or is not visible with your labels."
      />
    )
  return (
    <SideSheet
      title={channel ? nameOf(channel) : 'Gas channel'}
      subtitle={channel && placeOf(channel)}
      closed={closed}
      wide
    >
      <View op={gas.channels} query={query} rows={10} failed="The channel could not be loaded">
        {() =>
          channel && (
            <div className="grid grid-cols-1 gap-5">
              <Reading channel={channel} />
              <ChannelHistory channel={channel} />
            </div>
          )
        }
      </View>
    </SideSheet>
  )
}

const Reading = ({ channel }: { readonly channel: Channel }) => {
  const state = useClock((now) => stateAt(channel, now))
  const areOld = useClock((now) => areAveragesOld(channel, now))
  const { state: look, word } = lookOf(channel, state)
  const { averages, outOfService, given } = channel
  const title = channelName(channel.channel)
  const unit = unitName(channel.unit) ?? ''
  const limits = limitsOf(channel)
  const isNow = isCurrent(state)
  return (
    <section aria-label="Reading" className="grid grid-cols-1 gap-3">
      <div className="grid max-w-[22rem] grid-cols-1 gap-2">
        <LiveValue
          text={valueText(channel)}
          unit={unitName(channel.unit)}
          state={look}
          word={word}
          at={measuredAt(channel)}
          source={`${channel.key} ${title}`}
        />
        {limits.length > 0 && (
          <Gauge
            label={nameOf(channel)}
            value={isNow ? channel.value : null}
            text={isNow ? `${valueText(channel)} ${unit}` : (word ?? 'Not current')}
            points={gaugePoints(limits)}
            state={look}
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
      </div>
      <Facts flush>
        <Fact label="Set points">
          {channel.setPoints.length === 0 ? (
            'None'
          ) : (
            <ul className="grid gap-1">
              {channel.setPoints.map((point) => (
                <li key={`${point.of} ${point.comparison} ${point.value}`}>{setPointText(point, unit)}</li>
              ))}
            </ul>
          )}
        </Fact>
        {outOfService && (
          <Fact label="Service">
            <OutOfServiceWord /> <OutOfServiceText of={outOfService} />
          </Fact>
        )}
        {given && <Fact label="Reported in">{unitName(given.unit)}</Fact>}
        <Fact label="Device time">
          <When at={channel.at} />
        </Fact>
        <Fact label="Server time">
          <When at={channel.receivedAt} />
        </Fact>
        <Fact label="Stale after">{channel.staleAfterSeconds} s without a reading</Fact>
        <Fact label="Device ID">{channel.key}</Fact>
      </Facts>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link to={compareAt([channelId({ id: channel.deviceId }, channel)])}>Compare with other channels</Link>
        {channel.service !== null && <Link to={ledgerAt(channel.deviceId)}>Service of this detector</Link>}
      </p>
    </section>
  )
}
