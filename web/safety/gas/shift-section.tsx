// A shift on one sheet of paper: each channel with what it measured, how long it was beyond its set points, and what happened.
import * as gas from '@gatehouse/contract/safety/gas'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { whileTimeMoves } from '../../kit/data/while-time-moves.ts'
import { View } from '../../ui/feedback/states.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import type { Preset } from '../../ui/time/time-range.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { placeOf } from './channel-states.ts'
import { ShiftPaper } from './shift-paper.tsx'
import { useChannels } from './use-channels.ts'

const offered: readonly Preset[] = ['8h', '12h', '24h', 'today', 'yesterday']
/** A report is long, and its end moves on with the clock: not asked for more often than this. */
const everyMs = 5 * 60_000

const allZones = 'All zones'

export const ShiftSection = () => {
  const url = useUrlFilters()
  const state = useTimeRange('8h')
  const isRunning = state.range.is === 'last' || state.range.is === 'today'
  const floored = (at: number) => new Date(isRunning ? at - (at % everyMs) : at).toISOString()
  const zone = url.get('zone')
  const asked = {
    from: floored(state.bounds.from),
    to: floored(state.bounds.to),
    ...(zone === '' ? {} : { zoneId: zone }),
  }
  const query = useQuery({ ...queryOf(gas.shiftReport, asked), placeholderData: whileTimeMoves(asked, everyMs) })
  const channels = useChannels().data?.channels ?? []
  const zones = new Map(
    channels.flatMap((channel) => (channel.zoneId ? [[channel.zoneId, placeOf(channel)] as const] : [])),
  )
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Shift report">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
        <TimeRangeControl state={state} offered={offered} />
        <div className="flex flex-wrap items-center gap-3">
          <FilterChoice
            label="Zone"
            value={zone}
            options={[['', allZones], ...zones]}
            onChange={(chosen) => url.set({ zone: chosen })}
          />
          <Button variant="contained" onClick={() => window.print()} disabled={query.data === undefined}>
            Print
          </Button>
        </div>
      </div>
      <View op={gas.shiftReport} query={query} rows={12} failed="The shift report could not be made">
        {(report) => <ShiftPaper report={report} scope={zone === '' ? allZones : (zones.get(zone) ?? 'One zone')} />}
      </View>
    </section>
  )
}
