// One gas channel: what it measures now, its set points, and its history.
import type { Device, Latest } from '@gatehouse/contract/building/devices'
import type { GasChannel } from '@gatehouse/contract/building/wire'
import * as gas from '@gatehouse/contract/safety/gas'
import type { Output } from '@gatehouse/contract/operation'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { measuredAt } from '../../kit/age.ts'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import type { Series, SetPoint } from '../../ui/charts/time-series.ts'
import { isOld } from '../../ui/feedback/honest-state.ts'
import { LiveValue } from '../../ui/feedback/live-value.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { GoneSheet } from '../../ui/sheets/answer-sheet.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import type { Preset } from '../../ui/time/time-range.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { When } from '../../ui/time/when.tsx'
import { channelIn } from './gas-address.ts'
import { believed, channelName, evidenceOf, isGasChannel, unitName, valueText } from './gas-state.ts'
import { setPointsOf } from './set-points.ts'

interface GasSheetProps {
  /** As `channelId` names it. */
  readonly id: string
  readonly devices: readonly Device[]
  readonly closed: string
}

export const GasSheet = ({ id, devices, closed }: GasSheetProps) => {
  const found = channelIn(devices, id)
  if (!found)
    return (
      <GoneSheet
        name="Gas channel"
        closed={closed}
        title="This channel is not there"
        says="Its detector was retired, has not reported it yet, or is not visible with your labels."
      />
    )
  const { device, latest } = found
  return (
    <SideSheet
      title={`${channelName(latest.channel)}, ${device.name}`}
      subtitle={[...new Set([device.zone, device.floor, device.site])].filter(Boolean).join(', ')}
      closed={closed}
      wide
    >
      <div className="grid grid-cols-1 gap-5">
        <Reading device={device} latest={latest} />
        {isGasChannel(latest.channel) && <History device={device} latest={latest} channel={latest.channel} />}
      </div>
    </SideSheet>
  )
}

interface ChannelProps {
  readonly device: Device
  readonly latest: Latest
}

const Reading = ({ device, latest }: ChannelProps) => {
  const evidence = evidenceOf(device, latest)
  const old = useClock((now) => isOld(evidence, now))
  const { state, word } = believed(evidence, latest, old)
  const points = setPointsOf(latest.channel, latest.unit)
  const unit = unitName(latest.unit) ?? ''
  return (
    <section aria-label="Reading">
      <div className="mb-3 max-w-[14rem]">
        <LiveValue
          text={valueText(latest)}
          unit={unitName(latest.unit)}
          state={state}
          word={word}
          at={measuredAt(latest)}
          source={`${device.key} ${channelName(latest.channel)}`}
        />
      </div>
      <Facts flush>
        <Fact label="Set points">
          {points
            ? setPointsIn(points, unit)
                .map(({ name, value }) => `${name} ${value} ${unit}`)
                .join(' · ')
            : 'None'}
        </Fact>
        <Fact label="Device time">
          <When at={latest.at} />
        </Fact>
        <Fact label="Server time">
          <When at={latest.receivedAt} />
        </Fact>
        <Fact label="Device ID">{device.key}</Fact>
      </Facts>
    </section>
  )
}

const offered: readonly Preset[] = ['8h', '24h', '7d', '30d']

const History = ({ device, latest, channel }: ChannelProps & { readonly channel: GasChannel }) => {
  const state = useTimeRange('8h')
  const { from, to } = state.bounds
  const query = useQuery({
    ...queryOf(gas.history, {
      deviceId: device.id,
      channel,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    }),
    // The range moves on with the clock: what is known stays until more is.
    placeholderData: keepPreviousData,
  })
  const points = setPointsOf(channel, latest.unit)
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="History">
      <TimeRangeControl state={state} offered={offered} />
      <View op={gas.history} query={query} rows={8} failed="The history could not be loaded">
        {({ step, buckets }) => (
          <TimeSeries
            label={`${channelName(channel)}, ${device.name}`}
            series={seriesOf(buckets, channelName(channel), unitName(latest.unit))}
            setPoints={points ? setPointsIn(points, unitName(latest.unit)) : []}
            from={from}
            to={to}
            gapMs={2.5 * stepMs[step]}
            zeroBased={points !== null && !points.lowIsFloor}
            onZoom={state.narrow}
          />
        )}
      </View>
    </section>
  )
}

type Step = Output<typeof gas.history>['step']

const stepMs: Readonly<Record<Step, number>> = { minute: 60_000, hour: 3_600_000, day: 24 * 3_600_000 }

/** The mean of each span, within its lowest and its highest: a short peak is in the picture, however long the span is. */
const seriesOf = (buckets: readonly gas.Bucket[], name: string, unit: string | null): Series[] => [
  {
    id: 'avg',
    name,
    unit,
    digits: unit === unitName('%vol') ? 2 : 1,
    points: buckets.map(({ at, avg, min, max }) => ({ at: Date.parse(at), value: avg, low: min, high: max })),
  },
]

const setPointsIn = (
  { low, high, lowIsFloor }: NonNullable<ReturnType<typeof setPointsOf>>,
  unit: string | null,
): SetPoint[] => [
  { name: lowIsFloor ? 'Too low' : 'Low', value: low, state: lowIsFloor ? 'critical' : 'high', unit },
  { name: lowIsFloor ? 'Too high' : 'High', value: high, state: 'critical', unit },
]
