// Clearing an alarm whose condition is over, with a reason where its rule asks for one.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { AlarmQuestion } from './alarm-question.tsx'

interface ResolveDialogProps {
  readonly alarm: Alarm
  readonly onClose: () => void
}

export const ResolveDialog = ({ alarm, onClose }: ResolveDialogProps) => {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { id, reasonAsked } = alarm
  const resolve = () => {
    const given = reason.trim()
    if (!reasonAsked || given !== '') return call(alarms.resolve, { id, ...(given === '' ? {} : { reason: given }) })
    setFault('Say why it is over')
    return null
  }
  return (
    <AlarmQuestion
      alarm={alarm}
      action="Resolve"
      busy="Resolving…"
      done="resolved"
      act={resolve}
      onClose={onClose}
      field={
        <TextField
          label={reasonAsked ? 'Reason' : 'Reason (optional)'}
          value={reason}
          required={reasonAsked}
          error={fault !== null}
          helperText={fault ?? 'It is kept on the record.'}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(null)
          }}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      }
    >
      <p>
        It leaves the list. {alarm.acknowledged === null && 'You acknowledge it by that. '}
        If its condition holds again, a new alarm is raised.
      </p>
    </AlarmQuestion>
  )
}
