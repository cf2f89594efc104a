// What somebody sees of an alarm by its link alone: what, where, since when, and for whom the link is.
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import type { LinkedAlarm } from './use-alarm-link.ts'

export const LinkedAlarmFacts = ({ alarm }: { readonly alarm: LinkedAlarm }) => {
  const timeZone = useTimeZone()
  return (
    <div className="rounded border border-line bg-surface p-4">
      <StatusWord {...severityWords[alarm.severity]} />
      <h2 className="mt-1 mb-2 text-xl wrap-anywhere">{alarm.title}</h2>
      <Facts flush>
        {alarm.device !== null && <Fact label="Device">{alarm.device}</Fact>}
        {alarm.place !== null && <Fact label="Location">{alarm.place}</Fact>}
        <Fact label="Raised">
          <time dateTime={alarm.raisedAt}>{exactTime(alarm.raisedAt, timeZone)}</time>
        </Fact>
        <Fact label="Sent to">{alarm.person}</Fact>
      </Facts>
    </div>
  )
}
