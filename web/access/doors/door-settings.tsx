// How a door is worked and watched, for those who set doors up; maintenance, and taking it out for good.
import * as doors from '@gatehouse/contract/access/doors'
import type { Door, Settings } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type To, useNavigate } from 'react-router'
import { call, isApiError, messageOf } from '../../kit/data/api.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import styles from './door-sheet.module.css'

const times = [
  ['pulseSeconds', 'Unlock for (s)'],
  ['extendedSeconds', 'Longer unlock (s)'],
  ['openTooLongSeconds', 'Held-open time limit (s)'],
  ['answerSeconds', 'Wait for an answer (s)'],
] as const satisfies [keyof Settings, string][]

type Fields = Record<keyof Settings, string>

const fieldsOf = (settings: Settings): Fields => ({
  pulseSeconds: String(settings.pulseSeconds),
  extendedSeconds: String(settings.extendedSeconds),
  openTooLongSeconds: String(settings.openTooLongSeconds),
  answerSeconds: String(settings.answerSeconds),
  reasonAsked: settings.reasonAsked,
  watchedBy: settings.watchedBy,
})

export const DoorSettings = ({ door, closed }: { readonly door: Door; readonly closed: To }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState(() => fieldsOf(door.settings))
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [failure, setFailure] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  // Said in its place: a message over the page would lie over the buttons on a phone.
  const [saved, setSaved] = useState(false)
  const [question, setQuestion] = useState<'maintenance' | 'retire' | null>(null)
  const doorId = door.id
  const keep = (answer: { readonly door: Door }) => cache.setQueryData(keyOf(doors.byId, { doorId }), answer)
  const save = async () => {
    if (saving) return
    setSaving(true)
    setFailure(null)
    setFaults(new Map())
    setSaved(false)
    try {
      const answer = await call(doors.update, {
        doorId,
        ...secondsOf(fields),
        ...(isReason(fields.reasonAsked) ? { reasonAsked: fields.reasonAsked } : {}),
        ...(isWatcher(fields.watchedBy) ? { watchedBy: fields.watchedBy } : {}),
      })
      keep(answer)
      setFields(fieldsOf(answer.door.settings))
      setSaved(true)
    } catch (error) {
      if (isApiError(error)) setFaults(new Map(error.details.map(({ field, message }) => [field, message])))
      setFailure(messageOf(error, 'The settings could not be saved. Please try again.'))
    } finally {
      setSaving(false)
    }
  }
  const change = (name: keyof Settings) => (value: string) => {
    setSaved(false)
    setFields({ ...fields, [name]: value })
  }
  const inMaintenance = door.maintenance !== null
  return (
    <section className={styles.part}>
      <h3>Settings</h3>
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
              onChange={({ target }) => change(name)(target.value)}
              error={faults.has(name)}
              helperText={faults.get(name)}
              slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
            />
          ))}
          <TextField
            select
            label="Ask for a reason"
            value={fields.reasonAsked}
            onChange={({ target }) => change('reasonAsked')(target.value)}
          >
            <MenuItem value="hold">To hold it open</MenuItem>
            <MenuItem value="always">With every unlock</MenuItem>
          </TextField>
          <TextField
            select
            label="Watched by"
            value={fields.watchedBy}
            onChange={({ target }) => change('watchedBy')(target.value)}
          >
            <MenuItem value="controller">Its controller</MenuItem>
            <MenuItem value="server">Gatehouse</MenuItem>
          </TextField>
        </div>
        <Failure text={failure} />
        <output aria-live="polite">{saved && <StatusWord state="normal" icon="check" word="Saved" />}</output>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="outlined" aria-disabled={saving}>
            {saving ? 'Saving…' : 'Save settings'}
          </Button>
          <Button onClick={() => setQuestion('maintenance')}>
            {inMaintenance ? 'End maintenance…' : 'Begin maintenance…'}
          </Button>
          <Button color="error" onClick={() => setQuestion('retire')}>
            Retire…
          </Button>
        </div>
      </form>
      {question === 'maintenance' && (
        <Confirm
          title={inMaintenance ? `Take ${door.name} back into service?` : `Put ${door.name} into maintenance?`}
          action={inMaintenance ? 'Back into service' : 'Begin maintenance'}
          busy="Saving…"
          reason={{ label: 'Why' }}
          onConfirm={async (reason) => keep(await call(doors.maintenance, { doorId, on: !inMaintenance, reason }))}
          onClose={() => setQuestion(null)}
        >
          <p>
            {inMaintenance
              ? 'From then on its alarms are told again.'
              : 'Until it ends nobody is told of its alarms. It can be worked all the same.'}
          </p>
        </Confirm>
      )}
      {question === 'retire' && (
        <Confirm
          title={`Retire ${door.name}?`}
          action="Retire"
          busy="Retiring…"
          tone="danger"
          reason={{ label: 'Why' }}
          onConfirm={async (reason) => {
            await call(doors.retire, { doorId, reason })
            void navigate(closed, { replace: true })
          }}
          onClose={() => setQuestion(null)}
        >
          <p>Its controller may no longer connect, and it is shown nowhere any more. Its history stays.</p>
        </Confirm>
      )}
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

const isReason = (value: string): value is Settings['reasonAsked'] =>
  value === 'never' || value === 'hold' || value === 'always'
const isWatcher = (value: string): value is Settings['watchedBy'] => value === 'controller' || value === 'server'
