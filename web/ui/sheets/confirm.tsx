// The question before something is done, with a reason where one is kept; what was typed is kept when it fails.
import TextField from '@mui/material/TextField'
import { type Asked, Question, useConfirming } from './question.tsx'
import { useWhy } from './why-field.ts'

export interface ConfirmProps extends Asked {
  /** A reason is asked for, and goes on the record. */
  readonly reason?: { readonly label: string; readonly shortest?: number }
  readonly onConfirm: (reason: string) => Promise<unknown>
}

export const Confirm = ({ reason, onConfirm, ...asked }: ConfirmProps) => {
  const why = useWhy(reason?.label, reason)
  const { working, failure, confirm } = useConfirming(asked.onClose)
  const submit = async () => {
    const given = reason ? why.given() : ''
    if (given !== null) await confirm(() => onConfirm(given))
  }
  return (
    <Question
      {...asked}
      failure={failure}
      working={working}
      onSubmit={submit}
      field={reason && <TextField {...why.field} multiline minRows={2} />}
    />
  )
}
