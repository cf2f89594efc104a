// What happened at a door last, for who may see events.
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import * as events from '@gatehouse/contract/insight/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMissing } from '../../kit/can.tsx'
import { whatOf } from '../../kit/live/event-what.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

const shown = 6

export const DoorEvents = ({ doorId }: { readonly doorId: string }) => {
  const input = { deviceId: doorId, limit: shown }
  const may = useMissing(events.list).length === 0
  const query = useQuery({ ...queryOf(events.list, input), enabled: may, refetchOnMount: 'always' })
  useReadAgain(keyOf(events.list, input), events.happened, ({ deviceId }) => deviceId === doorId)
  if (!may) return null
  return (
    <section className="grid justify-items-start gap-2 *:w-full [&>button]:w-auto">
      <h3>Recent events</h3>
      <View op={events.list} query={query} rows={3} failed="The recent events could not be loaded">
        {({ events: found }) =>
          found.length === 0 ? (
            <p className="text-muted">Nothing that is kept.</p>
          ) : (
            <ol>
              {found.map((event) => (
                <li key={event.id} className="flex min-h-touch flex-wrap items-center gap-x-3 border-b border-b-line">
                  <Link to={`/doors/timeline/${event.correlationId}`}>{whatOf(event.type)}</Link>
                  <StatusWord state={event.severity} />
                  <span className="ms-auto text-muted">
                    <When at={event.at} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </View>
    </section>
  )
}
