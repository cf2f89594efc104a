// How a door is worked and watched, for those who set doors up; taking it out of service, and out for good.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door, Settings } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type To, useNavigate } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'

const times = [
  ['pulseSeconds', 'Unlock for (s)'],
  ['extendedSeconds', 'Longer unlock (s)'],
  ['openTooLongSeconds', 'Held-open time limit (s)'],
  ['answerSeconds', 'Wait for an answer (s)'],
] as const satisfies [keyof Settings, string][]

type Fields = Pick<Settings, 'reasonAsked' | 'watchedBy'> & Record<(typeof times)[number][0], string>

const fieldsOf = ({ reasonAsked, watchedBy, ...seconds }: Settings): Fields => ({
  pulseSeconds: String(seconds.pulseSeconds),
  extendedSeconds: String(seconds.extendedSeconds),
  openTooLongSeconds: String(seconds.openTooLongSeconds),
  answerSeconds: String(seconds.answerSeconds),
  reasonAsked,
  watchedBy,
})

export const DoorSettings = ({ door, closed }: { readonly door: Door; readonly closed: To }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState(() => fieldsOf(door.settings))
  const { busy, failure, faults, attempt } = useAttempt('The settings could not be saved. Please try again.')
  // Said in its place: a message over the page would lie over the buttons on a phone.
  const [saved, setSaved] = useState(false)
  const doorId = door.id
  const keep = (answer: { readonly door: Door }) => cache.setQueryData(keyOf(doors.byId, { doorId }), answer)
  const save = () => {
    setSaved(false)
    return attempt(async () => {
      const answer = await call(doors.update, {
        doorId,
        ...fields,
        ...secondsOf(fields),
      })
      keep(answer)
      setFields(fieldsOf(answer.door.settings))
      setSaved(true)
    })
  }
  const change = (changed: Partial<Fields>) => {
    setSaved(false)
    setFields({ ...fields, ...changed })
  }
  return (
    <section className="grid justify-items-start gap-2 *:w-full [&>button]:w-auto">
      <h3>Operation and alarms</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-x-3 gap-y-4">
          {times.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              type="number"
              value={fields[name]}
              onChange={({ target }) => change({ [name]: target.value })}
              error={faults.has(name)}
              helperText={faults.get(name)}
              slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
            />
          ))}
          <SelectField
            label="Ask for a reason"
            value={fields.reasonAsked}
            options={[
              ['hold', 'To keep it unlocked'],
              ['always', 'With every unlock'],
            ]}
            onChange={(reasonAsked) => change({ reasonAsked })}
          />
          <SelectField
            label="Alarm detection"
            value={fields.watchedBy}
            options={[
              ['controller', 'Its controller'],
              ['server', 'Gatehouse'],
            ]}
            onChange={(watchedBy) => change({ watchedBy })}
          />
        </div>
        <Failure text={failure} />
        <output aria-live="polite">{saved && <StatusWord state="normal" icon="check" word="Saved" />}</output>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button type="submit" variant="outlined" aria-disabled={busy}>
            {busy ? 'Saving…' : 'Save settings'}
          </Button>
          <ServiceButton
            device={{ ...door, kind: 'door' }}
            then={() => cache.invalidateQueries({ queryKey: keyOf(doors.byId, { doorId }) })}
          />
          <ConfirmButton
            color="error"
            label="Retire…"
            title={`Retire ${door.name}?`}
            action="Retire"
            reason={{ label: 'Why' }}
            run={(reason) => call(doors.retire, { doorId, reason })}
            then={() => void navigate(closed, { replace: true })}
          >
            <p>Its controller may no longer connect, and it is shown nowhere any more. Its history stays.</p>
          </ConfirmButton>
        </div>
      </form>
    </section>
  )
}

// What is no number is sent as it is none: the server names the field.
const secondsOf = (fields: Fields) => ({
  pulseSeconds: Number(fields.pulseSeconds),
  extendedSeconds: Number(fields.extendedSeconds),
  openTooLongSeconds: Number(fields.openTooLongSeconds),
  answerSeconds: Number(fields.answerSeconds),
})
