// The columns of the stream of events.
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import { Icon } from '../../ui/primitives/icon.tsx'
import type { LogColumn } from '../../ui/logs/log-row.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { whatOf } from '../../kit/live/event-what.ts'
import { deviceOf, kindIcons } from './event-words.ts'

/** `zoneOf`: the name of a device's zone. */
export const eventColumns = (zoneOf: (event: DeviceEvent) => string | null): readonly LogColumn<DeviceEvent>[] => [
  { title: 'Time', width: 'minmax(7.5rem, 1fr)', card: 'time', render: ({ at }) => <When at={at} /> },
  {
    title: 'Severity',
    width: '8rem',
    card: 'state',
    render: ({ severity }) => <StatusWord state={severity} />,
  },
  { title: 'Event', width: 'minmax(10rem, 2fr)', card: 'title', render: ({ type }) => whatOf(type) },
  {
    title: 'Device',
    width: 'minmax(10rem, 2.5fr)',
    card: 'detail',
    render: (event) => (
      <>
        <Icon name={kindIcons[event.deviceKind]} className="align-[-0.15em] text-muted" /> {deviceOf(event)}
      </>
    ),
  },
  { title: 'Zone', width: 'minmax(8rem, 2fr)', quiet: true, render: (event) => zoneOf(event) ?? '–' },
]

export const eventMarks = ({ severity }: DeviceEvent) => ({ 'data-severity': severity })
