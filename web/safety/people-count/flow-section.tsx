// How people come and go: by time, by the hours of the week, in the busiest hours, between sites and periods, and for how long
// they stay.
import * as occupancy from '@gatehouse/contract/safety/occupancy'
import { NextStep } from '../../ui/feedback/next-step.tsx'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { ExportStrip } from '../../ui/tables/export-strip.tsx'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { TimeRangeControl } from '../../ui/time/time-range-control.tsx'
import { useTimeRange } from '../../ui/time/use-time-range.ts'
import { ComparisonCard } from './comparison-card.tsx'
import { DwellCard } from './dwell-card.tsx'
import { FlowCard } from './flow-card.tsx'
import { HeatMapCard } from './heat-map-card.tsx'
import { PeaksCard } from './peaks-card.tsx'
import { askedOf, type Measured, useMeasured } from './use-measured.ts'

const offered = ['24h', '7d', '30d', '365d', 'today', 'yesterday'] as const

export const FlowSection = () => {
  const { measured, awaited } = useMeasured()
  return (
    <View
      op={occupancy.borders}
      query={{ ...(awaited ?? ready), data: awaited ? undefined : measured }}
      rows={8}
      failed="The places and counters could not be loaded"
    >
      {(all) =>
        all.length === 0 ? (
          <Empty title="Nothing is counted yet">
            <p>As soon as a counter is registered and placed, its flow is shown here.</p>
            <NextStep op={occupancy.placeCounter} to="/people-count/counters">
              Place counters
            </NextStep>
          </Empty>
        ) : (
          <Flow measured={all} />
        )
      }
    </View>
  )
}

const ready = { isError: false, error: null, refetch: () => undefined }

const Flow = ({ measured }: { readonly measured: readonly Measured[] }) => {
  const filters = useUrlFilters()
  const range = useTimeRange('7d')
  const [first] = measured
  const id = filters.get('of') || (first?.id ?? '')
  const chosen = measured.find((one) => one.id === id)
  const { bounds, timeZone } = range
  return (
    <section className="grid grid-cols-1 gap-4" aria-label="Flow of people">
      <div className="flex flex-wrap items-center gap-3">
        <FilterChoice
          label="Place or counter"
          value={id}
          options={measured.map((one) => [one.id, nameOf(one)] as const)}
          onChange={(value) => filters.set({ of: value === first?.id ? '' : value })}
        />
        <TimeRangeControl state={range} offered={offered} />
      </div>
      <ExportStrip />
      {chosen === undefined ? (
        <Empty title="This place or counter is not there">
          <p>It may be gone, or hidden from you by labels. Choose another one above.</p>
        </Empty>
      ) : (
        <>
          <div className={columns}>
            <FlowCard
              asked={askedOf(chosen)}
              name={chosen.name}
              bounds={bounds}
              timeZone={timeZone}
              step={filters.get('step')}
              onStep={(step) => filters.set({ step: step === 'hour' ? '' : step })}
            />
            <PeaksCard asked={askedOf(chosen)} name={chosen.name} bounds={bounds} timeZone={timeZone} />
          </div>
          <HeatMapCard asked={askedOf(chosen)} name={chosen.name} bounds={bounds} />
        </>
      )}
      <div className={columns}>
        <ComparisonCard bounds={bounds} />
        {chosen && <DwellCard measured={chosen} bounds={bounds} />}
      </div>
    </section>
  )
}

// Charts keep the size of their letters on wide screens.
const columns = 'grid grid-cols-1 items-start gap-4 from-lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]'

const nameOf = ({ name, kind }: Measured) => (kind === 'zone' || kind === 'site' ? name : `${name} (${kind})`)
