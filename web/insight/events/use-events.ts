// The events that pass the filters, new ones on top as they happen, or waiting while one holds them.
import * as contract from '@gatehouse/contract/insight/events'
import type { DeviceEvent } from '@gatehouse/contract/insight/events'
import { call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { useLiveEvent } from '../../kit/live/live-events.ts'
import { useTimeZone } from '../../kit/time.ts'
import { useLog } from '../../kit/data/use-log.ts'
import { type Filters, inputOf, passes, type Places } from './event-filters.ts'

export const useEvents = (filters: Filters, places: Places, paused: boolean) => {
  const timeZone = useTimeZone()
  const stream = useLog<DeviceEvent>({
    queryKey: ['stream of events', filters],
    ask: async (page, signal) => {
      const input = { ...inputOf(filters, serverNow(), timeZone), ...page }
      const { events: rows, next } = await call(contract.list, input, { signal })
      return { rows, next }
    },
    passes: (event) => passes(filters, event, places, serverNow(), timeZone),
    paused,
  })
  useLiveEvent(contract.happened, stream.receive)
  return stream
}
