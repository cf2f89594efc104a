// The button that acknowledges an alarm where it is listed; in its place, that an acknowledgement waits.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import { AcknowledgeButton } from '../../../ui/primitives/acknowledge-button.tsx'
import { StatusWord } from '../../../ui/primitives/status-word.tsx'
import { isWaiting } from '../alarm-words.ts'
import { nameOf } from '../../../kit/alarm-words.ts'
import { acknowledge, usePendingOf } from './send-acknowledgements.ts'

export const AcknowledgeAlarm = ({ alarm }: { readonly alarm: Alarm }) => {
  const pending = usePendingOf(alarm.id)
  if (pending && pending.refused === null) {
    return (
      <span className="inline-block max-w-[9rem] [&_span]:whitespace-normal">
        <StatusWord state="stale" word="Acknowledgement pending" />
      </span>
    )
  }
  return isWaiting(alarm) ? <AcknowledgeButton of={nameOf(alarm)} acknowledge={() => acknowledge(alarm)} /> : null
}

/** That the server refused it, where it had waited. */
export const Refused = ({ alarm }: { readonly alarm: Alarm }) => {
  const pending = usePendingOf(alarm.id)
  if (!pending || pending.refused === null) return null
  return (
    <span className="block text-sm wrap-anywhere text-critical">
      Your acknowledgement was refused. {pending.refused}
    </span>
  )
}
