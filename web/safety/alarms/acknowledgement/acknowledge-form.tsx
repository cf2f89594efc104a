// Acknowledging the alarm that is open, with a note if there is something to say. The button stays in sight at the foot.
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { useAttempt } from '../../../ui/forms/use-attempt.ts'
import { Refused } from './acknowledge-alarm.tsx'
import { acknowledge, usePendingOf } from './send-acknowledgements.ts'

interface AcknowledgeFormProps {
  readonly alarm: Alarm
  /** The id by which the button knows it. */
  readonly form: string
  readonly onBusy: (busy: boolean) => void
}

export const AcknowledgeForm = ({ alarm, form, onBusy }: AcknowledgeFormProps) => {
  const [note, setNote] = useState('')
  const { busy, failure, attempt } = useAttempt('It could not be acknowledged. Please try again.')
  const isPending = usePendingOf(alarm.id)?.refused === null
  if (isPending) {
    return <p>Your acknowledgement is stored in this browser and is sent by itself once there is a connection.</p>
  }
  const send = async () => {
    if (busy) return
    onBusy(true)
    await attempt(() => acknowledge(alarm, note))
    onBusy(false)
  }
  return (
    <form
      id={form}
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Note (optional)"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
      />
      <Refused alarm={alarm} />
      <Failure text={failure} />
    </form>
  )
}

interface AcknowledgeSubmitProps extends Pick<AcknowledgeFormProps, 'alarm' | 'form'> {
  readonly busy: boolean
}

export const AcknowledgeSubmit = ({ alarm, form, busy }: AcknowledgeSubmitProps) => {
  if (usePendingOf(alarm.id)?.refused === null) return null
  return (
    <Button
      type="submit"
      form={form}
      variant="contained"
      size="large"
      className="min-h-touch below-sm:w-full"
      data-acknowledge
      aria-disabled={busy}
    >
      {busy ? 'Acknowledging…' : 'Acknowledge'}
    </Button>
  )
}
