// Somebody at the assembly point who is not on the list: a visitor without a pass, or somebody who came in behind another.
import TextField from '@mui/material/TextField'
import Button from '@mui/material/Button'
import { type SyntheticEvent, useId, useState } from 'react'
import type { To } from 'react-router'
import { SideSheet, useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { SheetEnd } from '../../ui/sheets/sheet-end.tsx'
import type { LastMark } from './roll-call-page.tsx'
import { outbox } from './sending.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'

interface AddSheetProps {
  readonly musterId: string
  readonly zones: readonly { readonly id: string; readonly name: string }[]
  /** Where the warden stands. */
  readonly place: string
  /** What was looked for and not found. */
  readonly name: string
  readonly onAdded: (last: LastMark) => void
  readonly closed: To
}

export const AddSheet = ({ musterId, zones, place, name: sought, onAdded, closed }: AddSheetProps) => {
  const formId = useId()
  const close = useCloseSheet(closed)
  const [name, setName] = useState(sought)
  const [zone, setZone] = useState('')
  const [status, setStatus] = useState<'safe' | 'missing'>('safe')
  const [fault, setFault] = useState<string | null>(null)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const called = name.trim()
    if (called === '') return setFault('Say who it is: a name, or “visitor in a blue coat”')
    const personId = crypto.randomUUID()
    outbox().add(
      musterId,
      {
        personId,
        status,
        place: status === 'safe' && place !== '' ? place : null,
        added: { name: called, zoneId: zone === '' ? null : zone },
      },
      called,
    )
    // Taken back: was not there after all.
    onAdded({ id: personId, name: called, status, before: { status: 'not-here', place: null, note: null } })
    return close()
  }
  return (
    <SideSheet
      title="Add somebody"
      subtitle="Who is not on the list: a visitor without a pass, or somebody without a badge"
      closed={closed}
      foot={
        <SheetEnd failure={null} onCancel={close}>
          <Button type="submit" form={formId} variant="contained">
            Put on the list
          </Button>
        </SheetEnd>
      }
    >
      <form id={formId} className="grid grid-cols-1 gap-5 [--touch:48px]" noValidate onSubmit={submit}>
        <TextField
          label="Name"
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setFault(null)
          }}
          required
          error={fault !== null}
          helperText={fault}
          slotProps={{ htmlInput: { maxLength: 120 } }}
        />
        <SelectField
          label="Status"
          value={status}
          options={[
            ['safe', place === '' ? 'Safe' : `Safe, ${place}`],
            ['missing', 'Missing: still inside, as far as is known'],
          ]}
          onChange={setStatus}
        />
        <SelectField
          label="Where they were"
          value={zone}
          options={[
            ['', 'Not known'],
            ...zones.filter(({ id }) => id !== 'none').map(({ id, name: called }) => [id, called] as const),
          ]}
          onChange={setZone}
        />
      </form>
    </SideSheet>
  )
}
