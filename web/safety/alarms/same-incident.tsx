// The other alarms of the same incident, and which of them came first.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { Link, useLocation } from 'react-router'
import { AlarmStateWord, SeverityWord } from './alarm-columns.tsx'
import { deviceOf } from '../../kit/alarm-words.ts'
import { useAlarms } from './use-alarms.ts'

/** As many as say what the incident is; the others are in the list. */
const atOnce = 10

export const SameIncident = ({ alarm }: { readonly alarm: Alarm }) => {
  const { correlationId } = alarm
  const { search, state } = useLocation()
  const { query, rows } = useAlarms({ state: 'any', correlationId }, { limit: atOnce + 1 })
  const all = rows.filter(({ id }) => id !== alarm.id)
  const others = all.slice(0, atOnce)
  if (others.length === 0) return null
  return (
    <section aria-label="Same incident">
      <h3>Other alarms of this incident</h3>
      {alarm.isFirstOut && <p className="mb-2 text-sm text-muted">This alarm came first.</p>}
      <ul>
        {others.map((other) => (
          <li key={other.id}>
            {/* Closing still leads back to the page below. */}
            <Link
              to={`/alarms/${other.id}${search}`}
              replace
              state={state}
              className="grid min-h-touch grid-cols-[minmax(0,1fr)_auto] content-center items-baseline gap-x-3 border-t border-t-line p-2 text-inherit no-underline hover:bg-sunken"
            >
              <span className="wrap-anywhere">
                <strong className="font-semibold">{other.title}</strong>, {deviceOf(other)}
                {other.isFirstOut && ' (came first)'}
              </span>
              <span className="grid justify-items-end">
                <SeverityWord alarm={other} />
                <AlarmStateWord alarm={other} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {(query.hasNextPage || all.length > others.length) && (
        <p>
          <Link to={`/alarms?state=any&correlationId=${correlationId}`}>All alarms of this incident</Link>
        </p>
      )}
    </section>
  )
}
