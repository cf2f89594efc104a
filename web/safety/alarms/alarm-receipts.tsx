// Who was notified of an alarm, by which channel and what became of it, and who is notified next if nobody answers.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { channelWords, receiptWords } from '../../ui/theme/receipts.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { isWaiting } from './alarm-words.ts'

/** What becomes of a mail or a push is no event of the alarm. */
const readAgainMs = 10_000

export const AlarmReceipts = ({ alarm }: { readonly alarm: Alarm }) => {
  const { id } = alarm
  const timeZone = useTimeZone()
  const query = useQuery({
    ...queryOf(alarms.escalation, { id }),
    refetchOnMount: 'always',
    refetchInterval: isWaiting(alarm) ? readAgainMs : false,
  })
  useReadAgain(keyOf(alarms.escalation, { id }), alarms.changed, (changed) => changed.id === id)
  return (
    <section className="grid gap-2" aria-label="Notified">
      <h3>Notified</h3>
      <View op={alarms.escalation} query={query} rows={2} failed="Who was notified could not be loaded">
        {({ receipts, next }) => (
          <>
            {next !== null && (
              <p>
                Next: step {next.step} of {next.steps} of {next.policy} at{' '}
                <time dateTime={next.at}>{exactTime(next.at, timeZone)}</time>
              </p>
            )}
            {receipts.length === 0 ? (
              <p className="text-muted">Nobody was notified of this alarm.</p>
            ) : (
              <ul>
                {receipts.map(({ at, person, channel, to, status, reason }) => (
                  <li key={`${at} ${person} ${channel} ${to}`} className="border-t border-t-line py-2 wrap-anywhere">
                    <span className="flex flex-wrap justify-between gap-2">
                      <strong className="font-semibold">{person}</strong> <StatusWord {...receiptWords[status]} />
                    </span>
                    <span className="block text-sm text-muted">
                      {channelWords[channel]}
                      {channel !== 'in-app' && `, ${to}`} · <When at={at} />
                    </span>
                    {reason !== null && <span className="block text-sm">{reason}</span>}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </View>
    </section>
  )
}
