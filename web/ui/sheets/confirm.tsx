// The question before something is done, with a reason where one is kept; what was typed is kept when it fails.
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type Asked, Question, useConfirming } from './question.tsx'

export interface ConfirmProps extends Asked {
  /** A reason is asked for, and goes on the record. */
  readonly reason?: { readonly label: string; readonly shortest?: number }
  readonly onConfirm: (reason: string) => Promise<unknown>
}

export const Confirm = ({ reason, onConfirm, ...asked }: ConfirmProps) => {
  const [why, setWhy] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { working, failure, confirm } = useConfirming(asked.onClose)
  const shortest = reason?.shortest ?? 3

  const submit = async () => {
    if (reason && why.trim().length < shortest) {
      setFault('Say why, in a few words')
      return
    }
    await confirm(() => onConfirm(why.trim()))
  }

  return (
    <Question
      {...asked}
      failure={failure}
      working={working}
      onSubmit={submit}
      field={
        reason && (
          <TextField
            label={reason.label}
            value={why}
            onChange={({ target }) => {
              setWhy(target.value)
              setFault(null)
            }}
            required
            multiline
            minRows={2}
            error={fault !== null}
            helperText={fault ?? 'It is kept on the record.'}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
        )
      }
    />
  )
}
