// That a device is out of service: since when, until when, by whom and why.
import type { OutOfService } from '@gatehouse/contract/building/devices'
import { useClock } from '../../kit/clock.ts'
import { shortTime, useTimeZone } from '../../kit/time.ts'
import { When } from '../time/when.tsx'
import { StatusWord } from './status-word.tsx'

export const OutOfServiceWord = () => <StatusWord state="shelved" word="Out of service" />

/** Beside its word: `By Ada, 2 h ago, until 14:30: “A new sensor”` */
export const OutOfServiceText = ({ of: { since, until, by, reason } }: { readonly of: OutOfService }) => {
  const timeZone = useTimeZone()
  const text = useClock((now) => (until === null ? '' : shortTime(until, timeZone, now)))
  return (
    <>
      By {by}, <When at={since} />
      {until !== null && (
        <>
          , until <time dateTime={until}>{text}</time>
        </>
      )}
      : “{reason}”
    </>
  )
}
