// Charts beside the one over time: bars, gauges, the week.
import { Bars } from '../ui/charts/bars.tsx'
import { ChartOrTable, tableLook } from '../ui/charts/chart-or-table.tsx'
import { Gauge } from '../ui/charts/gauge.tsx'
import type { GaugePoint } from '../ui/charts/gauge-scale.ts'
import { HourOfWeek } from '../ui/charts/hour-of-week.tsx'
import { PlainTable } from '../ui/tables/plain-table.tsx'
import type { Story } from './story.ts'

export const chartStories: readonly Story[] = [
  {
    name: 'Bars',
    about: 'Counts side by side, with a real axis and a table twin.',
    states: [
      { name: 'Two series', render: () => <Flow /> },
      {
        name: 'With a guide',
        render: () => (
          <Bars
            description="Seven days"
            labels={{ phone: 7, desk: 7 }}
            guide={144}
            groups={days.map((label, at) => ({ key: label, label, tip: label, values: [60 + at * 21] }))}
          />
        ),
      },
      {
        name: 'Nothing yet',
        render: () => <Bars description="No day" labels={{ phone: 4, desk: 8 }} groups={[]} />,
      },
    ],
  },
  {
    name: 'Gauge',
    about: 'How near a value is to its set points, which are marked on it.',
    states: [
      { name: 'Normal', render: () => <Gauge {...carbonMonoxide} value={12} text="12 ppm" state="normal" /> },
      { name: 'Beyond one', render: () => <Gauge {...carbonMonoxide} value={52} text="52 ppm" state="high" /> },
      {
        name: 'Beyond the scale',
        render: () => <Gauge {...carbonMonoxide} value={240} text="240 ppm" state="critical" />,
      },
      {
        name: 'Between two',
        render: () => <Gauge label="Oxygen" points={oxygen} value={20.9} text="20.9 % vol" state="normal" />,
      },
      { name: 'No reading', render: () => <Gauge {...carbonMonoxide} value={null} text="No reading" state="fault" /> },
    ],
  },
  {
    name: 'Hour of week',
    about: 'What is usual at which hour: the more, the darker. On a phone the days stand beside each other.',
    states: [
      { name: 'Measured', render: () => <Week /> },
      {
        name: 'Nothing measured',
        render: () => <HourOfWeek label="Hours of a closed site" cells={[]} valueText={String} />,
      },
    ],
  },
]

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const carbonMonoxide: { readonly label: string; readonly points: readonly GaugePoint[] } = {
  label: 'Carbon monoxide',
  points: [
    { value: 35, comparison: 'above', state: 'high' },
    { value: 70, comparison: 'above', state: 'critical' },
  ],
}

const oxygen: readonly GaugePoint[] = [
  { value: 19.5, comparison: 'below', state: 'critical' },
  { value: 23.5, comparison: 'above', state: 'critical' },
]

// A day with a lunch dip.
const flow = Array.from({ length: 24 }, (_, hour) => {
  const [ins, outs] = [Math.max(0, 60 - 12 * Math.abs(hour - 8)), Math.max(0, 55 - 11 * Math.abs(hour - 17))]
  return { hour: String(hour).padStart(2, '0'), ins, outs }
})

const Flow = () => (
  <ChartOrTable
    label="Flow"
    beside={<p className="text-sm text-muted">In and out by hour</p>}
    chart={
      <Bars
        description="270 in and 234 out"
        labels={{ phone: 4, desk: 8 }}
        groups={flow.map(({ hour, ins, outs }) => ({
          key: hour,
          label: hour,
          tip: `${hour}:00: ${ins} in, ${outs} out`,
          values: [ins, outs],
          current: hour === '14',
        }))}
      />
    }
    table={
      <PlainTable
        {...tableLook}
        heads={['Hour', 'In', 'Out']}
        rows={flow.map(({ hour, ins, outs }) => ({ key: hour, cells: [hour, ins, outs] }))}
      />
    }
  />
)

const Week = () => (
  <HourOfWeek
    label="Busiest hours"
    valueText={(value) => `${value} people`}
    cells={days.flatMap((_, day) =>
      flow.map(({ hour, ins }, at) => ({
        day: day + 1,
        hour: Number(hour),
        value: day === 6 && at > 20 ? null : Math.round(ins / (day > 4 ? 8 : 1)),
      })),
    )}
  />
)
