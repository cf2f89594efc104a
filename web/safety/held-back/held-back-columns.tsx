// What is shown of an alarm that is held back: what it is, where, and why nobody is notified of it.
import type * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { ageText } from '../../kit/age.ts'
import { useClock } from '../../kit/clock.ts'
import { deviceOf, placeOf } from '../../kit/alarm-words.ts'
import { counted } from '../../kit/counted.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { Named, Note } from '../../ui/primitives/named.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import type { Column } from '../../ui/tables/data-table.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import { When } from '../../ui/time/when.tsx'

type AlarmColumn = Column<Alarm, typeof alarms.list>

const SeverityWord = ({ of }: { readonly of: Alarm }) => <StatusWord {...severityWords[of.severity]} />

/** `14:30:00, in 25 min` */
const Until = ({ at }: { readonly at: string }) => {
  const timeZone = useTimeZone()
  const text = useClock((now) => `${shortTime(at, timeZone, now)}, in ${ageText(now, Date.parse(at))}`)
  return (
    <time dateTime={at} data-tip={`|${at}`}>
      {text}
    </time>
  )
}

const title: AlarmColumn = {
  field: 'title',
  title: 'Alarm',
  flex: 2,
  minWidth: 180,
  sort: 'title',
  text: (alarm) => alarm.title,
}

const device: AlarmColumn = {
  field: 'device',
  title: 'Device',
  flex: 2,
  minWidth: 160,
  sort: 'device',
  render: (alarm) => <Named name={deviceOf(alarm)}>{placeOf(alarm)}</Named>,
  text: deviceOf,
}

const place: AlarmColumn = { field: 'place', title: 'Location', minWidth: 140, optional: true, text: placeOf }

const severity: AlarmColumn = {
  field: 'severity',
  title: 'Severity',
  minWidth: 110,
  sort: 'severity',
  descending: 'most',
  render: (alarm) => <SeverityWord of={alarm} />,
  text: (alarm) => severityWords[alarm.severity].word,
}

const raisedAt: AlarmColumn = {
  field: 'raisedAt',
  title: 'Raised',
  minWidth: 120,
  sort: 'raisedAt',
  descending: 'newest',
  render: (alarm) => <When at={alarm.raisedAt} />,
  text: (alarm) => alarm.raisedAt,
}

const lastAt: AlarmColumn = {
  field: 'lastAt',
  title: 'Last occurrence',
  minWidth: 140,
  sort: 'lastAt',
  descending: 'newest',
  render: (alarm) => <When at={alarm.lastAt} />,
  text: (alarm) => alarm.lastAt,
}

const count: AlarmColumn = {
  field: 'count',
  title: 'Times',
  minWidth: 90,
  sort: 'count',
  descending: 'most',
  text: (alarm) => String(alarm.count),
}

export const shelvedColumns: readonly AlarmColumn[] = [
  title,
  device,
  place,
  severity,
  {
    field: 'until',
    title: 'Shelved until',
    minWidth: 170,
    render: ({ shelvedUntil }) => (shelvedUntil === null ? '–' : <Until at={shelvedUntil} />),
    text: ({ shelvedUntil }) => shelvedUntil ?? '',
  },
  { field: 'by', title: 'Shelved by', minWidth: 130, text: ({ shelved }) => shelved?.by ?? '–' },
  { field: 'reason', title: 'Reason', flex: 2, minWidth: 180, text: ({ shelved }) => shelved?.reason ?? '–' },
]

export const withheldColumns: readonly AlarmColumn[] = [title, device, place, severity, raisedAt, lastAt, count]

export const shelvedCard = (alarm: Alarm) => (
  <>
    <strong>{alarm.title}</strong>
    <span>{deviceOf(alarm)}</span>
    <SeverityWord of={alarm} />
    {alarm.shelvedUntil !== null && (
      <span>
        Until <Until at={alarm.shelvedUntil} />
      </span>
    )}
    {alarm.shelved !== null && (
      <Note>
        {alarm.shelved.by}: {alarm.shelved.reason}
      </Note>
    )}
  </>
)

export const withheldCard = (alarm: Alarm) => (
  <>
    <strong>{alarm.title}</strong>
    <span>{deviceOf(alarm)}</span>
    <SeverityWord of={alarm} />
    <Note>
      Raised <When at={alarm.raisedAt} />, {counted(alarm.count, 'time')}
    </Note>
  </>
)
