// All that has become of an alarm, the newest first, and a comment to add to it.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm, Transition } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { transitionWords } from '../../kit/alarm-words.ts'

interface AlarmHistoryProps {
  readonly alarm: Alarm
  /** Oldest first. */
  readonly history: readonly Transition[]
}

export const AlarmHistory = ({ alarm, history }: AlarmHistoryProps) => (
  <section aria-label="History">
    <h3>History</h3>
    {alarm.state !== 'cleared' && <AddComment alarm={alarm} />}
    <ol>
      {history.toReversed().map((transition, index) => (
        <Entry key={`${transition.at} ${transition.what} ${history.length - index}`} transition={transition} />
      ))}
    </ol>
  </section>
)

const Entry = ({ transition: { at, what, by, note } }: { readonly transition: Transition }) => {
  const timeZone = useTimeZone()
  // The server does by itself what the device or time brings: then nobody is named.
  const who = by === null ? '' : ` by ${by}`
  const words = what === 'assigned' && note === null ? 'Unassigned' : transitionWords[what]
  return (
    <li className="border-t border-t-line py-2">
      <strong className="font-semibold">{words}</strong>
      {who}
      <span className="block text-sm text-muted">
        <time dateTime={at}>{exactTime(at, timeZone)}</time>
      </span>
      {note !== null && <span className="block wrap-anywhere">{what === 'assigned' ? `To ${note}` : note}</span>}
    </li>
  )
}

const AddComment = ({ alarm }: { readonly alarm: Alarm }) => {
  const cache = useQueryClient()
  const [text, setText] = useState('')
  const { busy, failure, attempt } = useAttempt('The comment could not be added. Please try again.')
  const send = () =>
    attempt(async () => {
      await call(alarms.comment, { id: alarm.id, text: text.trim() })
      setText('')
      await cache.invalidateQueries({ queryKey: keyOf(alarms.byId, { id: alarm.id }) })
    })
  return (
    <form
      className="mb-4 grid grid-cols-1 justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') void send()
      }}
    >
      <TextField
        label="Comment"
        value={text}
        onChange={({ target }) => setText(target.value)}
        multiline
        minRows={2}
        fullWidth
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        className="min-h-touch"
        disabled={text.trim() === ''}
        aria-disabled={busy}
      >
        {busy ? 'Adding…' : 'Add comment'}
      </Button>
      <Failure text={failure} />
    </form>
  )
}
