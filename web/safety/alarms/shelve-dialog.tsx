// Putting an alarm aside: for how long, and why.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { SelectField } from '../../ui/forms/select-field.tsx'
import { useWhy } from '../../ui/sheets/why-field.ts'
import { AlarmQuestion } from './alarm-question.tsx'

const shelfTimes = [
  ['15', '15 minutes'],
  ['30', '30 minutes'],
  ['60', '1 hour'],
  ['120', '2 hours'],
  ['240', '4 hours'],
  ['480', '8 hours'],
] as const
type ShelfTime = (typeof shelfTimes)[number][0]

interface ShelveDialogProps {
  readonly alarm: Alarm
  readonly onClose: () => void
}

export const ShelveDialog = ({ alarm, onClose }: ShelveDialogProps) => {
  const [minutes, setMinutes] = useState<ShelfTime>('30')
  const why = useWhy('Reason')
  const shelve = () => {
    const reason = why.given()
    return reason === null ? null : call(alarms.shelve, { id: alarm.id, minutes: Number(minutes), reason })
  }
  return (
    <AlarmQuestion
      alarm={alarm}
      action="Shelve"
      busy="Shelving…"
      done="shelved"
      act={shelve}
      onClose={onClose}
      field={
        <div className="grid grid-cols-1 gap-4">
          <SelectField label="For" value={minutes} options={shelfTimes} onChange={setMinutes} />
          <TextField {...why.field} multiline minRows={2} />
        </div>
      }
    >
      <p>Nobody is notified of it until then. It comes back by itself.</p>
    </AlarmQuestion>
  )
}
