// The columns of the list of alarms; on a phone each row is a card with its response within reach of the thumb.
import type * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { useClock } from '../../kit/clock.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { Sort } from '../../ui/tables/data-pages.ts'
import { Age } from '../../ui/time/age.tsx'
import { When } from '../../ui/time/when.tsx'
import { AcknowledgeAlarm, Refused } from './acknowledgement/acknowledge-alarm.tsx'
import { deviceOf, placeOf } from '../../kit/alarm-words.ts'
import { isWaiting, stateOf, timesOf, valueOf } from './alarm-words.ts'
import { severityWords } from '../../ui/theme/severity.ts'
import { ChooseAlarm, FirstMark } from './listed-alarms.tsx'

type Column = LogColumn<Alarm> & {
  readonly sort?: Sort<typeof alarms.list>
  /** Not shown until chosen. */
  readonly optional?: boolean
}

interface OfAlarm {
  readonly alarm: Alarm
}

export const SeverityWord = ({ alarm }: OfAlarm) => <StatusWord {...severityWords[alarm.severity]} live />

/** How it stands, and until when it is put aside. */
export const AlarmStateWord = ({ alarm }: OfAlarm) => {
  const { shelvedUntil } = alarm
  // Only what is put aside looks at the clock: of a flood hundreds of rows come and go at once.
  return alarm.state === 'shelved' && shelvedUntil !== null ? (
    <ShelvedWord alarm={alarm} until={shelvedUntil} />
  ) : (
    <StatusWord {...stateOf(alarm)} live />
  )
}

const ShelvedWord = ({ alarm, until }: OfAlarm & { readonly until: string }) => {
  const timeZone = useTimeZone()
  const time = useClock((now) => shortTime(until, timeZone, now))
  const { state, word, icon } = stateOf(alarm)
  return <StatusWord state={state} word={`${word} until ${time}`} icon={icon} live />
}

const Title = ({ alarm }: OfAlarm) => (
  <span className="flex flex-wrap items-baseline gap-x-2">
    <strong className="font-semibold wrap-anywhere">{alarm.title}</strong>
    <FirstMark alarm={alarm} />
    {timesOf(alarm) !== null && <span className="text-sm text-muted">{timesOf(alarm)}</span>}
  </span>
)

const Location = ({ alarm }: OfAlarm) => (
  <>
    {deviceOf(alarm)}
    {placeOf(alarm) !== '' && <span className="text-muted"> · {placeOf(alarm)}</span>}
  </>
)

/** Who deals with it: who acknowledged it, and to whom it is assigned. */
const Who = ({ alarm: { acknowledged, assignee } }: OfAlarm) =>
  (acknowledged || assignee) && (
    <span className="block text-sm text-muted">
      {acknowledged && (
        <>
          Acknowledged by {acknowledged.by}, <When at={acknowledged.at} />
        </>
      )}
      {acknowledged && assignee && ' · '}
      {assignee && <>Assigned to {assignee.name}</>}
    </span>
  )

const StateCell = ({ alarm }: OfAlarm) => (
  // As narrow as the column is, its words stay in it.
  <span className="[&_span]:whitespace-normal">
    <AlarmStateWord alarm={alarm} />
    <Refused alarm={alarm} />
  </span>
)

const CardTitle = ({ alarm }: OfAlarm) => (
  <>
    <span className="block text-sm">
      <SeverityWord alarm={alarm} />
    </span>
    <Title alarm={alarm} />
  </>
)

const CardDetail = ({ alarm }: OfAlarm) => (
  <>
    <span className="block">
      <Location alarm={alarm} />
      {valueOf(alarm) !== null && <> · {valueOf(alarm)}</>}
    </span>
    <span className="flex flex-wrap items-baseline gap-x-2 [&_span]:whitespace-normal">
      <AlarmStateWord alarm={alarm} />
      {isWaiting(alarm) && <Age at={alarm.raisedAt} />}
    </span>
    <Who alarm={alarm} />
    <Refused alarm={alarm} />
  </>
)

const age: Column = {
  title: 'Age',
  sort: 'raisedAt',
  descending: 'newest',
  width: '3.75rem',
  card: 'time',
  render: ({ raisedAt }) => <Age at={raisedAt} />,
}

export const alarmColumns: readonly Column[] = [
  { title: 'Choose', width: '4.75rem', render: (alarm) => <ChooseAlarm alarm={alarm} /> },
  {
    title: 'Severity',
    sort: 'severity',
    descending: 'most',
    width: '6rem',
    card: 'mark',
    render: (alarm) => <SeverityWord alarm={alarm} />,
  },
  {
    title: 'Alarm',
    sort: 'title',
    width: 'minmax(8rem, 2fr)',
    card: 'title',
    render: (alarm) => <Title alarm={alarm} />,
  },
  {
    title: 'Device',
    sort: 'device',
    width: 'minmax(8rem, 2fr)',
    card: 'detail',
    render: (alarm) => <Location alarm={alarm} />,
  },
  { title: 'State', width: 'minmax(8.5rem, 1.2fr)', card: 'state', render: (alarm) => <StateCell alarm={alarm} /> },
  { title: 'Value', width: '5rem', quiet: true, render: (alarm) => valueOf(alarm) ?? '–' },
  age,
  {
    title: 'Count',
    sort: 'count',
    descending: 'most',
    width: '5rem',
    quiet: true,
    optional: true,
    render: ({ count }) => count,
  },
  {
    title: 'Last',
    sort: 'lastAt',
    descending: 'newest',
    width: '6rem',
    quiet: true,
    optional: true,
    render: ({ lastAt }) => <When at={lastAt} />,
  },
  {
    title: 'Response',
    width: 'minmax(9.5rem, 1.2fr)',
    card: 'act',
    render: (alarm) => (
      <>
        <AcknowledgeAlarm alarm={alarm} />
        <Who alarm={alarm} />
      </>
    ),
  },
]

/** Of a phone: few, and what to do at the end of the card. */
export const alarmCards: readonly Column[] = [
  { title: 'Alarm', sort: 'title', width: '1fr', card: 'title', render: (alarm) => <CardTitle alarm={alarm} /> },
  { title: 'Device', sort: 'device', width: '1fr', card: 'detail', render: (alarm) => <CardDetail alarm={alarm} /> },
  age,
  {
    title: 'Response',
    width: '1fr',
    card: 'act',
    // Below each other: beside them the words have the width of the phone.
    render: (alarm) => (
      <span className="grid justify-items-end gap-1">
        <AcknowledgeAlarm alarm={alarm} />
        <ChooseAlarm alarm={alarm} />
      </span>
    ),
  },
]

export const alarmMarks = (alarm: Alarm) => ({
  'data-state': severityWords[alarm.severity].state,
  ...(isWaiting(alarm)
    ? { 'data-alarm': 'waits' }
    : alarm.state === 'acknowledged' || alarm.state === 'latched'
      ? { 'data-alarm': 'acknowledged' }
      : {}),
})
