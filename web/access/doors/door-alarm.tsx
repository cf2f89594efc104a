// A door's alarm: what it is, since when, and who deals with it.
import type { Alarm, Door } from '@gatehouse/contract/access/doors'
import { byId } from '@gatehouse/contract/safety/alarms'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '../../ui/feedback/failure.tsx'
import { RollCallOffer } from '../../ui/feedback/roll-call-offer.tsx'
import { Can } from '../../kit/can.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { severityWords } from '../../ui/theme/severity.ts'
import { When } from '../../ui/time/when.tsx'
import { useAcknowledge } from './acknowledge-door.tsx'
import { alarmText } from './door-and-alarm.ts'
import { Lasting } from './lasting.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'

export const DoorAlarm = ({ door }: { readonly door: Door }) => {
  const { alarm, incident } = door
  if (!alarm) return incident === null ? null : <StillRuns correlationId={incident} />
  const { id, severity, title, count, since, returnedAt, correlationId, acknowledged } = alarm
  return (
    <section
      className="mt-3 grid gap-2 rounded border border-s-4 border-high p-4 data-[severity=critical]:border-critical"
      data-severity={severity}
      data-alarm
      aria-label="Alarm"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        {returnedAt === null ? (
          <StatusWord state={severityWords[severity].state} word={title} />
        ) : (
          <StatusWord state="high" word="Returned, unacknowledged" />
        )}
        <span>
          {returnedAt === null ? (
            <>
              for <Lasting since={since} />
              {count > 1 && `, ${count} times`}
            </>
          ) : (
            <>
              {alarmText(alarm)}, last <When at={since} />
            </>
          )}
        </span>
      </p>
      {acknowledged ? (
        <p>
          Acknowledged by {acknowledged.by}, <When at={acknowledged.at} />
          {acknowledged.note !== null && <>: “{acknowledged.note}”</>}
        </p>
      ) : (
        <Acknowledge door={door} alarm={alarm} />
      )}
      <p className="flex flex-wrap gap-x-4">
        <Can op={byId}>
          <Link to={`/alarms/${id}`}>View alarm</Link>
        </Can>
        <Link to={`/doors/timeline/${correlationId}`}>Timeline of this incident</Link>
      </p>
      {severity === 'critical' || severity === 'high' ? (
        <div>
          <RollCallOffer correlationId={correlationId} reason={`${title}: ${door.name}`} />
        </div>
      ) : null}
    </section>
  )
}

const StillRuns = ({ correlationId }: { readonly correlationId: string }) => (
  <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
    The alarm is over; the incident runs until the door is shut and locked again.{' '}
    <Link to={`/doors/timeline/${correlationId}`}>Timeline of this incident</Link>
  </p>
)

const Acknowledge = ({ door, alarm }: { readonly door: Door; readonly alarm: Alarm }) => {
  const { isAllowed, acknowledge } = useAcknowledge()
  const [note, setNote] = useState('')
  const { busy, failure, attempt } = useAttempt('It could not be acknowledged. Please try again.')
  if (!isAllowed) return <p>Nobody has acknowledged it yet.</p>
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 below-sm:grid-cols-1 [&>:last-child]:col-span-full"
      onSubmit={(event) => {
        event.preventDefault()
        void attempt(() => acknowledge({ door, alarm }, note.trim()))
      }}
    >
      <TextField
        label="Note (optional)"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
      />
      <Button type="submit" variant="contained" data-acknowledge aria-disabled={busy}>
        {busy ? 'Acknowledging…' : 'Acknowledge'}
      </Button>
      <Failure text={failure} />
    </form>
  )
}
