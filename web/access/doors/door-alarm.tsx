// A door's alarm: what it is, since when, who says so, and who deals with it.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { announce } from '../../kit/hands/announce.ts'
import { call } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { RollCallOffer } from '../../ui/feedback/roll-call-offer.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'
import { alarmWords } from './door-view.ts'
import { Lasting } from './lasting.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'

export const DoorAlarm = ({ door }: { readonly door: Door }) => {
  const { alarm, incident } = door
  if (!alarm) return incident === null ? null : <StillRuns correlationId={incident} />
  const { kind, since, by, correlationId, acknowledged } = alarm
  return (
    <section
      className="mt-3 grid gap-2 rounded border border-s-4 border-high p-4 data-[kind=DoorForcedOpen]:border-critical"
      data-kind={kind}
      aria-label="Alarm"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <StatusWord state={kind === 'DoorForcedOpen' ? 'critical' : 'high'} word={alarmWords[kind]} />
        <span>
          for <Lasting since={since} />, {by === 'server' ? 'as Gatehouse concludes' : 'as its controller says'}
        </span>
      </p>
      {acknowledged ? (
        <p>
          Acknowledged by {acknowledged.by}, <When at={acknowledged.at} />
          {acknowledged.note !== null && <>: “{acknowledged.note}”</>}
        </p>
      ) : (
        <Acknowledge door={door} />
      )}
      <p>
        <Link to={`/doors/timeline/${correlationId}`}>Timeline of this incident</Link>
      </p>
      {kind === 'DoorForcedOpen' && (
        <div>
          <RollCallOffer correlationId={correlationId} reason={`${alarmWords[kind]}: ${door.name}`} />
        </div>
      )}
    </section>
  )
}

const StillRuns = ({ correlationId }: { readonly correlationId: string }) => (
  <p className="mt-3 rounded border-s-4 border-s-information bg-sunken px-4 py-3">
    The alarm is over; the incident runs until the door is shut and locked again.{' '}
    <Link to={`/doors/timeline/${correlationId}`}>Timeline of this incident</Link>
  </p>
)

const Acknowledge = ({ door }: { readonly door: Door }) => {
  const cache = useQueryClient()
  const [note, setNote] = useState('')
  const { busy, failure, attempt } = useAttempt('It could not be acknowledged. Please try again.')
  if (useMissing(doors.acknowledge).length > 0) return <p>Nobody has acknowledged it yet.</p>
  const acknowledge = () =>
    attempt(async () => {
      const words = note.trim() === '' ? {} : { note: note.trim() }
      const answer = await call(doors.acknowledge, { doorId: door.id, ...words })
      cache.setQueryData(keyOf(doors.byId, { doorId: door.id }), answer)
      announce(`The alarm of ${door.name} is acknowledged`)
    })
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 below-sm:grid-cols-1 [&>:last-child]:col-span-full"
      onSubmit={(event) => {
        event.preventDefault()
        void acknowledge()
      }}
    >
      <TextField
        label="Note (optional)"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
        fullWidth
      />
      <Button type="submit" variant="contained" aria-disabled={busy}>
        {busy ? 'Acknowledging…' : 'Acknowledge'}
      </Button>
      <Failure text={failure} />
    </form>
  )
}
