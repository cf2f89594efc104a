// The rows of the entry and exit log that pass the filters, new ones on top as they happen.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Log } from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import { ApiError, call } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { useAnswer, useLiveEvent } from '../../kit/live/live-events.ts'
import { useTimeZone } from '../../kit/time.ts'
import { useLog } from '../../kit/data/use-log.ts'
import { type Filters, inputOf, passes } from './report-filters.ts'

/** `zone`: the name of the zone that is chosen. */
export const useReport = (filters: Filters, zone: string | null) => {
  const timeZone = useTimeZone()
  const report = useLog<Log>({
    queryKey: ['entry and exit report', filters],
    ask: async (page, signal) => {
      const input = { ...inputOf(filters, serverNow(), timeZone), ...page }
      const { logs, next }: Partial<Output<typeof entryExit.logs>> = await call(entryExit.logs, input, { signal })
      if (!Array.isArray(logs)) throw new ApiError(0, { code: 'INVALID_DATA', message: entryExit.messages.invalidData })
      return { rows: logs, next: next ?? null }
    },
    passes: (log) => passes(filters, log, zone, serverNow(), timeZone),
  })
  useLiveEvent(entryExit.logged, report.receive)
  // By its answer too, which comes where no event does.
  useAnswer(entryExit.record, ({ log }) => report.receive([log]))
  return report
}
