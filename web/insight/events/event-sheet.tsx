// One event in full: what, where, when, what the device said word for word, and what happened there around it.
import * as contract from '@gatehouse/contract/insight/events'
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import { useQuery } from '@tanstack/react-query'
import { Link, type To } from 'react-router'
import { ageText } from '../../kit/age.ts'
import { kindWords } from '../../kit/device-kinds.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { RawText } from '../../ui/primitives/raw-text.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { whatOf } from '../../kit/live/event-what.ts'
import { deviceOf } from './event-words.ts'

interface EventSheetProps {
  readonly id: string
  readonly to: (id: string) => To
  readonly closed: To
}

export const EventSheet = ({ id, to, closed }: EventSheetProps) => {
  const query = useQuery(queryOf(contract.byId, { id }))
  const event = query.data?.event
  return (
    <AnswerSheet
      op={contract.byId}
      query={query}
      title={event ? whatOf(event.type) : 'Event'}
      subtitle={event && deviceOf(event)}
      rows={10}
      failed="The event could not be loaded"
      gone={{
        title: 'There is no such event',
        says: 'It may be older than what is kept, or its device is hidden from you by a label.',
        next: <Link to={closed}>Go to the stream</Link>,
      }}
      closed={closed}
    >
      {({ event: found, before, after }) => (
        <>
          <Details event={found} />
          <Raw event={found} />
          <Around event={found} before={before} after={after} to={to} />
        </>
      )}
    </AnswerSheet>
  )
}

const Details = ({ event }: { readonly event: DeviceEvent }) => {
  const timeZone = useTimeZone()
  const exact = (at: string) => <time dateTime={at}>{exactTime(at, timeZone)}</time>
  return (
    <Facts flush>
      <Fact label="Severity">
        <StatusWord state={event.severity} />
      </Fact>
      <Fact label="Device">
        {event.deviceId ? <Link to={`/events?device=${event.deviceId}`}>{deviceOf(event)}</Link> : deviceOf(event)}
      </Fact>
      <Fact label="Kind">{kindWords[event.deviceKind]}</Fact>
      <Fact label="Happened">{exact(event.at)}</Fact>
      <Fact label="Stored">{exact(event.receivedAt)}</Fact>
      <Fact label="Type">
        <code>{event.type}</code>
      </Fact>
      <Fact label="Belongs to">
        <Link to={`/events/timeline/${event.correlationId}`}>Timeline of what belongs together</Link>
      </Fact>
      <Fact label="Event id">
        <code>{event.id}</code>
      </Fact>
      <Fact label="Correlation id">
        <code>{event.correlationId}</code>
      </Fact>
    </Facts>
  )
}

const Raw = ({ event }: { readonly event: DeviceEvent }) => {
  const text = JSON.stringify(event.data, null, 2)
  return (
    <section className="mt-5">
      <h3>As the device said it</h3>
      {Object.keys(event.data).length === 0 ? (
        <p className="text-muted">Nothing beyond that it happened.</p>
      ) : (
        <>
          <RawText label="As the device said it" text={text} upTo="max-h-[20rem]" />
          <p className="mt-2 flex items-center gap-3">
            <CopyButton text={text} label="Copy" />
          </p>
        </>
      )}
    </section>
  )
}

interface AroundProps {
  readonly event: DeviceEvent
  readonly before: readonly DeviceEvent[]
  readonly after: readonly DeviceEvent[]
  readonly to: (id: string) => To
}

const Around = ({ event, before, after, to }: AroundProps) => (
  <section className="mt-5">
    <h3>Nearby events at {deviceOf(event)}</h3>
    {before.length + after.length === 0 ? (
      <p className="text-muted">Nothing else is known of this device.</p>
    ) : (
      <ol>
        {[...after.toReversed(), event, ...before].map((one) => (
          <li key={one.id}>
            {/* Closing still leads back to the page below. */}
            <Link
              to={to(one.id)}
              replace
              aria-current={one.id === event.id ? 'true' : undefined}
              className="grid min-h-touch grid-cols-[minmax(0,1fr)_auto_7rem] content-center items-baseline gap-x-3 border-s-[3px] border-s-transparent p-2 text-inherit no-underline hover:bg-sunken aria-[current]:border-s-primary aria-[current]:bg-sunken"
            >
              <strong>{whatOf(one.type)}</strong>
              <span className="text-sm text-muted">
                {one.id === event.id ? <When at={one.at} /> : gapWords(one, event)}
              </span>
              <StatusWord state={one.severity} />
            </Link>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const gapWords = ({ at }: DeviceEvent, than: DeviceEvent): string => {
  const [mine, its] = [Date.parse(at), Date.parse(than.at)]
  if (Math.abs(mine - its) < 1_000) return mine > its ? 'Just after' : 'Just before'
  return mine > its ? `${ageText(its, mine)} after` : `${ageText(mine, its)} before`
}
