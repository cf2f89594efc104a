// The question before something is done: it names the object and the effect, and keeps what was typed when it fails.
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import { messageOf } from '../kit/api.ts'
import styles from './confirm.module.css'
import { Icon } from './icon.tsx'

interface ConfirmProps {
  /** `Suspend Ada Byron?` */
  readonly title: string
  /** What happens when it is confirmed. */
  readonly children: ReactNode
  /** The button's word: `Suspend`; and while it is being done: `Suspending…`. */
  readonly action: string
  readonly busy: string
  readonly tone?: 'plain' | 'danger'
  /** A reason is asked for, and goes on the record. */
  readonly reason?: { readonly label: string; readonly shortest?: number }
  readonly onConfirm: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

export const Confirm = ({
  title,
  children,
  action,
  busy,
  tone = 'plain',
  reason,
  onConfirm,
  onClose,
}: ConfirmProps) => {
  const heading = useId()
  const words = useId()
  const [why, setWhy] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  const shortest = reason?.shortest ?? 3

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (working) return
    if (reason && why.trim().length < shortest) {
      setFault('Say why, in a few words')
      return
    }
    setWorking(true)
    setFailure(null)
    try {
      await onConfirm(why.trim())
      onClose()
    } catch (error) {
      setFailure(messageOf(error, 'It could not be done. Please try again.'))
      setWorking(false)
    }
  }

  return (
    <Dialog
      open
      role="alertdialog"
      onClose={() => {
        if (!working) onClose()
      }}
      fullWidth
      maxWidth="xs"
      aria-labelledby={heading}
      aria-describedby={words}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent className={styles.content}>
          <div id={words} className={styles.words}>
            {children}
          </div>
          {reason && (
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
          )}
          <div role="alert" className={styles.failure}>
            {failure !== null && (
              <>
                <Icon name="critical" /> <span>{failure}</span>
              </>
            )}
          </div>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={working}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            className={tone === 'danger' ? styles.danger : undefined}
            aria-disabled={working}
          >
            {working ? busy : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
