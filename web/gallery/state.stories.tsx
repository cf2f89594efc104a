// How states are said: words, live values with their age, what needs somebody, small trends, and the states of a view.
import Button from '@mui/material/Button'
import { serverNow } from '../kit/clock.ts'
import { AttentionList } from '../ui/feedback/attention-list.tsx'
import { LiveValue } from '../ui/feedback/live-value.tsx'
import { Sparkline } from '../ui/charts/sparkline.tsx'
import { Empty, View } from '../ui/feedback/states.tsx'
import { StatusWord } from '../ui/primitives/status-word.tsx'
import { type State, states } from '../ui/theme/tokens.ts'
import { ago, allowed, type Answer, failed, forbidden, loading, swell, useAnswer } from './samples.ts'
import type { Story } from './story.ts'

const hourMs = 3_600_000

export const stateStories: readonly Story[] = [
  {
    name: 'Status words',
    about: 'One vocabulary for the whole product. Each has colour, icon and word; none is told by colour alone.',
    states: [
      {
        name: 'Every state',
        render: () => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
            {states.map((state) => (
              <StatusWord key={state} state={state} />
            ))}
          </div>
        ),
      },
      {
        name: 'As pills',
        render: () => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            {states.map((state) => (
              <StatusWord key={state} state={state} pill />
            ))}
          </div>
        ),
      },
      {
        name: 'In the words of a domain',
        render: () => (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <StatusWord state="critical" word="Forced open" />
            <StatusWord state="normal" word="Closed" icon="closed" />
            <StatusWord state="warning" word="Held open" icon="open" />
            <StatusWord state="information" word="Unlocked" icon="unlocked" />
          </div>
        ),
      },
    ],
  },
  {
    name: 'Live value',
    about:
      'A value says how old it is, where it comes from, and when it cannot be believed: stale is dimmed, unknown hatched.',
    states: [
      {
        name: 'Believed',
        render: () => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
            <Value state="normal" text="3" seconds={4} />
            <Value state="high" text="38" seconds={2} />
            <Value state="critical" text="74" seconds={1} />
          </div>
        ),
      },
      {
        name: 'Not believed',
        render: () => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
            <Value state="stale" text="12" seconds={400} />
            <Value state="unknown" text={null} seconds={null} />
            <Value state="unknown" word="Warming up" text="1" seconds={20} />
            <Value state="fault" text={null} seconds={30} />
            <Value state="offline" text="7" seconds={90_000} />
          </div>
        ),
      },
      {
        name: 'With a trend',
        render: () => (
          <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-5">
            <Value state="normal" text="12" seconds={3} trend />
          </div>
        ),
      },
    ],
  },
  {
    name: 'Attention list',
    about: 'What needs a person, worst first, with how long it has been so.',
    states: [
      {
        name: 'Some of it',
        render: () => (
          <AttentionList
            items={[
              {
                key: 'a',
                state: 'critical',
                word: 'Forced open',
                what: 'Roof terrace',
                where: 'Third floor',
                at: ago(12),
              },
              {
                key: 'b',
                state: 'high',
                word: 'Held open',
                what: 'Side entrance, Mill Lane',
                where: 'Ground floor',
                at: ago(260),
              },
              {
                key: 'c',
                state: 'fault',
                word: 'Fault',
                what: 'Gas detector in the boiler house behind the plant room',
                where: 'Car park',
                at: ago(4_000),
              },
              { key: 'd', state: 'offline', word: 'Offline', what: 'Counter, canteen', where: 'First floor', at: null },
            ]}
          />
        ),
      },
    ],
  },
  {
    name: 'Sparkline',
    about: 'A small trend beside a value, with the first set point always in the picture.',
    states: [
      { name: 'Below its set points', render: () => <Trend high={24} lines /> },
      { name: 'Above one', render: () => <Trend high={60} lines /> },
      { name: 'With a gap', render: () => <Trend high={24} gap /> },
      { name: 'No readings', render: () => <Trend high={0} /> },
    ],
  },
  {
    name: 'States of a view',
    about: 'Every view is designed four times over: on its way, empty, failed, and not permitted.',
    states: [
      { name: 'Loading', render: () => <Doors answer={loading} /> },
      { name: 'Content', render: () => <Doors answer={{ is: 'there', data: ['North entrance', 'Plant room'] }} /> },
      { name: 'Empty', render: () => <Doors answer={{ is: 'there', data: [] }} /> },
      { name: 'Error', render: () => <Doors answer={failed} /> },
      { name: 'No permission', render: () => <Doors answer={loading} refused /> },
    ],
  },
]

interface ValueProps {
  readonly state: State
  readonly word?: string
  readonly text: string | null
  readonly seconds: number | null
  readonly trend?: boolean
}

const Value = ({ state, word, text, seconds, trend = false }: ValueProps) => (
  <LiveValue
    state={state}
    word={word}
    text={text}
    unit="ppm"
    at={seconds === null ? null : ago(seconds)}
    source="Gas detector, boiler house"
    beside={
      trend && (
        <span className="min-w-[2.5rem] flex-1 self-center">
          <Trend high={24} lines />
        </span>
      )
    }
  />
)

interface TrendProps {
  readonly high: number
  readonly lines?: boolean
  readonly gap?: boolean
}

const Trend = ({ high, lines = false, gap = false }: TrendProps) => {
  const to = serverNow()
  const points = high === 0 ? [] : swell({ base: 0, high, from: to - hourMs, to, everyMs: 60_000 })
  const remaining = gap ? points.filter((_, i) => i < 20 || i > 34) : points
  return (
    <Sparkline
      label="Carbon monoxide, last hour"
      points={remaining.map(({ at, value }) => ({ x: at, y: value }))}
      from={to - hourMs}
      to={to}
      lines={
        lines
          ? [
              { y: 35, state: 'high' },
              { y: 70, state: 'critical' },
            ]
          : []
      }
      zeroBased
    />
  )
}

const Doors = ({
  answer,
  refused = false,
}: {
  readonly answer: Answer<readonly string[]>
  readonly refused?: boolean
}) => {
  const query = useAnswer(`doors ${refused} ${answer.is === 'there' ? answer.data.length : ''}`, answer)
  return (
    <View op={refused ? forbidden : allowed} query={query} rows={3} failed="The doors could not be loaded">
      {(doors) =>
        doors.length === 0 ? (
          <Empty title="There are no doors yet">
            <p>Doors appear here once a controller reports them.</p>
            <Button variant="outlined">Connect a controller</Button>
          </Empty>
        ) : (
          <ul>
            {doors.map((door) => (
              <li key={door}>{door}</li>
            ))}
          </ul>
        )
      }
    </View>
  )
}
