// The question before the protection of an account changes: it asks for the password again, and keeps it when it fails.
import { type Rule } from '@gatehouse/contract/account-rules'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFaults } from '../ui/form-faults.ts'
import { PasswordInput } from '../ui/password-input.tsx'
import styles from './dialogs.module.css'
import { Failure } from './failure.tsx'

interface PasswordConfirmProps {
  /** `Turn two-step sign-in off?` */
  readonly title: string
  /** What happens. */
  readonly children: ReactNode
  readonly action: string
  readonly busy: string
  readonly tone?: 'plain' | 'danger'
  /** Accounts without one are not asked for it. */
  readonly hasPassword: boolean
  /** What comes next is up to it: this dialog does not close itself. */
  readonly onConfirm: (proof: { password?: string }) => Promise<unknown>
  readonly onClose: () => void
}

export const PasswordConfirm = (props: PasswordConfirmProps) => {
  const { title, children, action, busy, tone = 'plain', hasPassword, onConfirm, onClose } = props
  const heading = useId()
  const words = useId()
  const form = useForm({ defaultValues: { password: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    if (isSubmitting) return
    setFailure(null)
    try {
      await onConfirm(hasPassword ? { password } : {})
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={heading} aria-describedby={words}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={heading}>{title}</DialogTitle>
        <DialogContent className={styles.content}>
          <div id={words} className={styles.words}>
            {children}
          </div>
          {hasPassword && (
            <PasswordInput
              control={form.control}
              name="password"
              label="Your password"
              autoComplete="current-password"
              rule={given}
              help="Asked for again, because this changes how your account is protected."
            />
          )}
          <Failure>{failure}</Failure>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="contained"
            className={tone === 'danger' ? styles.danger : undefined}
            aria-disabled={isSubmitting}
          >
            {isSubmitting ? busy : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const given: Rule = (value) => (value === '' ? 'Password is required' : null)
