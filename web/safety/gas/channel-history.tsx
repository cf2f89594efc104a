// The history of one channel: with its band, set points as they were, alarms, service and what was out of service.
import * as gas from '@gatehouse/contract/safety/gas'
import type { Channel } from '@gatehouse/contract/safety/gas'
import { useQuery } from '@tanstack/react-query'
import { useHolds } from '../../kit/can.tsx'
import { channelName } from '../../kit/channel-name.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { whileTimeMoves } from '../../kit/data/while-time-moves.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { Failed, View } from '../../ui/feedback/states.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import type { Preset } from '../../ui/time/time-range.ts'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { ExportHistory } from './export-history.tsx'
import { channelId, ledgerAt } from './gas-address.ts'
import { unitName } from './gas-state.ts'
import { gapOf, marksOf, nameOf, seriesOf, setPointsOf } from './history-series.ts'

export const offeredRanges: readonly Preset[] = ['8h', '24h', '7d', '30d', '90d', '365d']

export const ChannelHistory = ({ channel }: { readonly channel: Channel }) => {
  const state = useTimeRange('8h')
  const { from, to } = state.bounds
  const { deviceId } = channel
  const asked = {
    deviceId,
    channel: channel.channel,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }
  // The range moves on with the clock: what is known stays until more is.
  const placeholderData = whileTimeMoves(asked)
  const query = useQuery({ ...queryOf(gas.history, asked), placeholderData })
  const annotations = useQuery({ ...queryOf(gas.annotations, asked), placeholderData })
  const mayAlarms = useHolds(['acknowledge_alarms'])
  const beside = annotations.data
  const setPoints = beside ? setPointsOf(beside.setPoints, unitName(channel.unit)) : []
  const isFloored = channel.setPoints.some(({ comparison }) => comparison === 'below')
  return (
    <section className="grid grid-cols-1 gap-3" aria-label="History">
      <TimeRangeControl state={state} offered={offeredRanges} />
      <ExportStrip />
      <View op={gas.history} query={query} rows={8} failed="The history could not be loaded">
        {({ step, buckets }) => (
          <TimeSeries
            label={nameOf(channel)}
            series={[seriesOf(channel, buckets, channelName(channel.channel))]}
            setPoints={setPoints}
            marks={beside ? marksOf(beside, { alarm: mayAlarms, ledger: ledgerAt(deviceId) }) : []}
            from={from}
            to={to}
            gapMs={gapOf(step)}
            zeroBased={!isFloored && channel.service !== null}
            files={<ExportHistory channels={[channelId({ id: deviceId }, channel)]} bounds={state.bounds} />}
            onZoom={state.narrow}
          />
        )}
      </View>
      {beside?.hasMoreAlarms === true && (
        <p className="text-sm">
          <StatusWord state="information" word={`Only the newest ${gas.mostAlarmsMarked} alarms are marked`} />: choose
          a shorter time to see the others.
        </p>
      )}
      {annotations.isError && (
        <Failed
          what="Set points, alarms and service of this time could not be loaded"
          error={annotations.error}
          onRetry={() => void annotations.refetch()}
        />
      )}
    </section>
  )
}
