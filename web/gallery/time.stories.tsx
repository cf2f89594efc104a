// Time: choosing a range of it, and what was measured in one.
import { serverNow } from '../kit/clock.ts'
import type { Mark, Series, SetPoint } from '../ui/charts/time-series.ts'
import { TimeRangeControl } from '../ui/time/time-range-control.tsx'
import { TimeSeries } from '../ui/charts/time-series.tsx'
import { useTimeRange } from '../ui/time/use-time-range.ts'
import { View } from '../ui/feedback/states.tsx'
import { allowed, type Answer, failed, forbidden, loading, swell, useAnswer } from './samples.ts'
import type { Story } from './story.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const gapMs = 5 * minuteMs

export const timeStories: readonly Story[] = [
  {
    name: 'Time range',
    about:
      'A name, or from one moment to another by the clock of the site; earlier, later, now, twice as long. It is kept in the address.',
    states: [
      { name: 'Closed', render: () => <Range /> },
      { name: 'Open', press: 'Last 8 hours', render: () => <Range /> },
    ],
  },
  {
    name: 'Time series',
    about:
      'Axes with their units, set points as they were, what happened meanwhile, gaps where nothing was measured and hatching where nothing is known; zoomed by dragging, by buttons or by keys. The table and the file have the same numbers.',
    states: [
      {
        name: 'One series with set points',
        render: () => (
          <Chart label="Carbon monoxide, boiler house" series={[carbonMonoxide()]} setPoints={coSetPoints} zeroBased />
        ),
      },
      {
        name: 'Lowest to highest, a set point that was changed, marks',
        render: () => (
          <Chart
            label="Carbon monoxide, car park"
            series={[withBand(withGap(carbonMonoxide()))]}
            setPoints={changedSetPoints()}
            marks={coMarks()}
            zeroBased
          />
        ),
      },
      {
        name: 'Several series, two units, gaps',
        render: () => (
          <Chart
            label="Air, laboratory"
            series={[withGap(carbonMonoxide()), withGap(hydrogenSulphide()), withGap(temperature())]}
          />
        ),
      },
      {
        name: 'As a table',
        press: 'Table',
        render: () => <Chart label="Carbon monoxide, kitchen" series={[withGap(carbonMonoxide())]} />,
      },
      {
        name: 'In a page',
        render: () => <InAPage />,
      },
      {
        name: 'Empty',
        render: () => <Chart label="Carbon monoxide, attic" series={[{ ...carbonMonoxide(), points: [] }]} />,
      },
      { name: 'Loading', render: () => <Asked answer={loading} /> },
      { name: 'Error', render: () => <Asked answer={failed} /> },
      { name: 'No permission', render: () => <Asked answer={loading} refused /> },
    ],
  },
]

const coSetPoints: readonly SetPoint[] = [
  { name: 'Low', value: 35, state: 'high' },
  { name: 'High', value: 70, state: 'critical' },
]

const changedSetPoints = (): readonly SetPoint[] => [
  { name: 'Low', value: 30, state: 'high', to: end() - 3 * hourMs },
  { name: 'Low', value: 35, state: 'high', from: end() - 3 * hourMs },
  { name: 'High', value: 60, state: 'critical' },
]

const coMarks = (): readonly Mark[] => [
  { id: 'alarm', name: 'Low alarm', state: 'high', from: end() - 6.4 * hourMs, to: end() - 5.6 * hourMs },
  { id: 'bump', name: 'Bump test, passed', state: 'information', from: end() - 2 * hourMs },
  { id: 'fault', name: 'Detector fault', state: 'fault', from: end() - 40 * minuteMs, to: null },
]

// Each mean lies a third of the way up between the lowest and the highest of its span.
const withBand = (series: Series): Series => ({
  ...series,
  points: series.points.map(({ value, ...point }) => ({
    ...point,
    value,
    low: value === null ? null : value * 0.7,
    high: value === null ? null : value * 1.4 + 3,
  })),
})

const Range = () => <TimeRangeControl state={useTimeRange()} />

interface ChartProps {
  readonly label: string
  readonly series: readonly Series[]
  readonly setPoints?: readonly SetPoint[]
  readonly marks?: readonly Mark[]
  readonly zeroBased?: boolean
}

// By the minute, so that it is the same until the next.
const end = () => serverNow() - (serverNow() % minuteMs)

const Chart = (props: ChartProps) => <TimeSeries {...props} from={end() - 8 * hourMs} to={end()} gapMs={gapMs} />

const InAPage = () => {
  const state = useTimeRange()
  const { from, to } = state.bounds
  const everyMs = Math.max(minuteMs, Math.ceil((to - from) / 400 / minuteMs) * minuteMs)
  const points = swell({ base: 400, high: 1_100, from, to, everyMs })
  return (
    <div className="grid grid-cols-1 gap-4">
      <TimeRangeControl state={state} />
      <TimeSeries
        label="Carbon dioxide, meeting room"
        series={[{ id: 'co2', name: 'Carbon dioxide', unit: 'ppm', digits: 0, points }]}
        from={from}
        to={to}
        gapMs={2.5 * everyMs}
        onZoom={state.narrow}
      />
    </div>
  )
}

const Asked = ({ answer, refused = false }: { readonly answer: Answer<Series>; readonly refused?: boolean }) => (
  <View
    op={refused ? forbidden : allowed}
    query={useAnswer(`series ${refused}`, answer)}
    rows={5}
    failed="The history could not be loaded"
  >
    {(series) => <Chart label="Carbon monoxide" series={[series]} />}
  </View>
)

const measured = (base: number, high: number, everyMs = 2 * minuteMs, later = 0) =>
  swell({ base, high, from: end() - 8 * hourMs, to: end(), everyMs, later })

const carbonMonoxide = (): Series => ({
  id: 'co',
  name: 'Carbon monoxide',
  unit: 'ppm',
  digits: 1,
  points: measured(0, 42),
})
const hydrogenSulphide = (): Series => ({
  id: 'h2s',
  name: 'Hydrogen sulphide',
  unit: 'ppm',
  digits: 1,
  points: measured(2, 17, 3 * minuteMs, 3),
})
const temperature = (): Series => ({
  id: 't',
  name: 'Temperature',
  unit: '°C',
  digits: 1,
  points: measured(17, 24, 2 * minuteMs, 5),
})

// Silent for a while, then stale.
const withGap = (series: Series): Series => ({
  ...series,
  points: series.points
    .filter(({ at }) => at < end() - 5 * hourMs || at > end() - 4 * hourMs)
    .map((point) => (point.at > end() - 40 * minuteMs && series.id !== 't' ? { ...point, stale: true } : point)),
})
