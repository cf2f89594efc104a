// Up to eight channels over the same time: one chart for each unit.
import * as gas from '@gatehouse/contract/safety/gas'
import type { Channel } from '@gatehouse/contract/safety/gas'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { whileTimeMoves } from '../../kit/data/while-time-moves.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { Empty, Failed, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { offeredRanges } from './channel-history.tsx'
import { placeOf } from './channel-states.ts'
import { ExportHistory } from './export-history.tsx'
import { channelId } from './gas-address.ts'
import { unitName } from './gas-state.ts'
import { gapOf, nameOf, seriesOf } from './history-series.ts'
import { useChannels } from './use-channels.ts'

export const CompareSection = () => {
  const query = useChannels()
  return (
    <View op={gas.channels} query={query} rows={8} failed="The gas channels could not be loaded">
      {({ channels }) => <Compare channels={channels} />}
    </View>
  )
}

const idOf = (channel: Channel) => channelId({ id: channel.deviceId }, channel)

const Compare = ({ channels }: { readonly channels: readonly Channel[] }) => {
  const url = useUrlFilters()
  const wanted = url.get('channels').split(',')
  const chosen = wanted.flatMap((id) => channels.find((one) => idOf(one) === id) ?? []).slice(0, gas.mostCompared)
  const isFull = chosen.length >= gas.mostCompared
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Compare channels">
      <Autocomplete
        multiple
        className="max-w-[56rem]"
        options={channels}
        value={chosen}
        onChange={(_, next) => url.set({ channels: next.slice(0, gas.mostCompared).map(idOf).join(',') })}
        getOptionLabel={nameOf}
        getOptionKey={idOf}
        isOptionEqualToValue={(one, other) => idOf(one) === idOf(other)}
        getOptionDisabled={(option) => isFull && !chosen.includes(option)}
        groupBy={placeOf}
        disableCloseOnSelect
        renderInput={(params) => (
          <TextField
            {...params}
            label="Channels"
            helperText={isFull ? `At most ${gas.mostCompared} channels` : `Choose up to ${gas.mostCompared}`}
          />
        )}
      />
      {chosen.length === 0 ? (
        <Empty title="No channels chosen">
          <p>
            Choose the channels whose history is to be compared. Each unit has a chart of its own, and so has oxygen.
          </p>
        </Empty>
      ) : (
        <Charts chosen={chosen} />
      )}
    </section>
  )
}

/** Oxygen has one of its own: beside a fifth of the air, traces in the same unit are a line at nought. */
const chartOf = ({ channel, unit }: Channel): string => (channel === 'O2' ? 'oxygen' : unit)

/** What is hardly ever there at all is drawn from nought; the others where they are. */
const isTrace = ({ channel }: Channel): boolean => !['O2', 'temperature', 'humidity'].includes(channel)

/** As many lines as a chart can be read with. */
const mostInChart = 6

const Charts = ({ chosen }: { readonly chosen: readonly Channel[] }) => {
  const state = useTimeRange('24h')
  const { from, to } = state.bounds
  const queries = useQueries({
    queries: chosen.map(({ deviceId, channel }) => {
      const asked = { deviceId, channel, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      return { ...queryOf(gas.history, asked), placeholderData: whileTimeMoves(asked) }
    }),
  })
  const failed = queries.find(({ isError }) => isError)
  const known = chosen.flatMap((channel, n) => {
    const history = queries[n]?.data
    return history ? [{ channel, history }] : []
  })
  const charts = [...Map.groupBy(known, ({ channel }) => chartOf(channel)).values()].flatMap((ofUnit) =>
    Array.from({ length: Math.ceil(ofUnit.length / mostInChart) }, (_, n) =>
      ofUnit.slice(n * mostInChart, (n + 1) * mostInChart),
    ),
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <TimeRangeControl state={state} offered={offeredRanges} />
        <ExportHistory channels={chosen.map(idOf)} bounds={state.bounds} />
      </div>
      <ExportStrip />
      {failed && (
        <Failed
          what="The history of a channel could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && known.length < chosen.length && (
        <div aria-busy="true">
          <output className="visually-hidden">Loading</output>
          <SkeletonRows rows={8} />
        </div>
      )}
      {charts.map((lines) => {
        const [first] = lines
        return (
          first && (
            <div
              key={lines.map(({ channel }) => idOf(channel)).join(' ')}
              className="min-w-0 rounded border border-line bg-surface p-4"
            >
              <TimeSeries
                label={`${first.channel.channel === 'O2' ? 'Oxygen' : 'Channels'} in ${unitName(first.channel.unit)}`}
                series={lines.map(({ channel, history }) => seriesOf(channel, history.buckets, nameOf(channel)))}
                from={from}
                to={to}
                gapMs={gapOf(first.history.step)}
                zeroBased={isTrace(first.channel)}
                files={<></>}
                onZoom={state.narrow}
              />
            </div>
          )
        )
      })}
    </>
  )
}
