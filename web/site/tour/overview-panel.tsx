// The first thing on a shift: what needs somebody, and the building in four figures.
import type { ReactNode } from 'react'
import { Age } from '../../ui/time/age.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { Guide } from './guide.tsx'
import { Lines } from './lines.tsx'
import styles from './tour.module.css'
import { doorsOf, gasOf, linesOf, needsOf } from './view.ts'
import type { PanelProps } from './panels.ts'

const shownLines = 6

export const OverviewPanel = ({ building, freshness, now }: PanelProps) => {
  const live = freshness === 'live'
  const needs = needsOf(building, freshness, now).filter(({ state }) => live || state !== 'stale')
  const doors = doorsOf(building, freshness, now)
  const gas = gasOf(building, freshness, now)
  const [entries, exits] = [sumOf(building, 'inToday'), sumOf(building, 'outToday')]
  const [locked, calm] = [doors.filter(isShut), gas.filter(({ state }) => state === 'normal')]
  return (
    <Guide title="What needs somebody now?" text={text}>
      {needs.length === 0 ? (
        <p className={styles.quiet} data-testid="tour-quiet">
          {live ? (
            <StatusWord state="normal" word="Nothing needs attention" />
          ) : (
            <StatusWord state="stale" word="Nothing needed attention when last heard" />
          )}
          <span className="text-sm text-muted">{online(building)}</span>
        </p>
      ) : (
        <ul className="grid gap-2">
          {needs.map(({ key, state, word, what, at }) => (
            <li key={key} className={styles.need} data-state={state}>
              <StatusWord state={state} word={word} />
              <span>{what}</span>
              <Age at={at} now={now} />
            </li>
          ))}
        </ul>
      )}
      <dl className="my-5 grid grid-cols-2 gap-x-4 gap-y-5 from-lg:grid-cols-4">
        <Figure name="Inside now" note="both entrances" live={live} testId="tour-inside">
          {building.inside.people}
        </Figure>
        <Figure name="Doors locked" note={live ? moving(doors.length - locked.length) : 'not known now'} live={live}>
          {live ? locked.length : '–'} <small>of {doors.length}</small>
        </Figure>
        <Figure name="Gas channels normal" note={live ? 'below their set points' : 'not known now'} live={live}>
          {live ? calm.length : '–'} <small>of {gas.length}</small>
        </Figure>
        <Figure name="Passages today" note={`${building.deniedToday} refused`} live={live}>
          {entries} <small>in</small> {exits} <small>out</small>
        </Figure>
      </dl>
      <h3 className="mb-1 text-sm font-semibold text-muted">Latest</h3>
      <Lines lines={linesOf(building, shownLines)} timeZone={building.timeZone} now={now} />
    </Guide>
  )
}

interface FigureProps {
  readonly name: string
  readonly note: string
  readonly live: boolean
  readonly testId?: string
  readonly children: ReactNode
}

const Figure = ({ name, note, live, testId, children }: FigureProps) => (
  <div className="grid content-start">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={styles.number} data-stale={!live || undefined} data-testid={testId}>
      {children}
    </dd>
    <dd className="text-sm text-muted">{note}</dd>
  </div>
)

const isShut = ({ state, contact }: ReturnType<typeof doorsOf>[number]) => state === 'normal' && contact === 'Closed'

/** Of all counters. */
const sumOf = ({ counters }: PanelProps['building'], what: 'inToday' | 'outToday') =>
  counters.reduce((sum, counter) => sum + counter[what], 0)

const moving = (count: number) => (count === 0 ? 'all closed' : `${count} in use or in alarm`)

const online = ({ devices }: PanelProps['building']) =>
  `${devices.filter((device) => device.online).length} of ${devices.length} devices are online`

const text = [
  'The first line answers the question of every shift. When nothing needs anybody it says so, once, and stays quiet.',
  'Every value carries its age. When the server or the building falls silent, values turn grey and say since when: switch off your network and watch.',
  'Green is never a guess. What is unknown, old or faulty says so in words.',
]
