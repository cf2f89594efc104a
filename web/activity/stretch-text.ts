// The stretch of time that a check was about, in words.
import { useClock } from '../kit/clock.ts'
import { exactTime, useTimeZone } from '../kit/time.ts'
import { betweenWords } from '../ui/time-range.ts'
import type { Stretch } from './verification.ts'

/** null: all there is. */
export const useStretchText = ({ from, to }: Stretch): string | null => {
  const timeZone = useTimeZone()
  return useClock((now) => {
    if (from === undefined && to === undefined) return null
    if (from === undefined) return `until ${exactTime(to ?? '', timeZone)}`
    if (to === undefined) return `since ${exactTime(from, timeZone)}`
    return betweenWords({ from: Date.parse(from), to: Date.parse(to) }, now, timeZone)
  })
}
