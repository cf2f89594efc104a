// A new password for the old one.
import { confirmationRule, eitherPasswordRule, type Rule } from '@gatehouse/contract/identity/account-rules'
import { changePassword, messages } from '@gatehouse/contract/identity/accounts'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { adoptSession } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useSending } from '../../ui/forms/use-sending.ts'
import styles from './dialogs.module.css'

interface PasswordDialogProps {
  readonly onChanged: () => void
  readonly onClose: () => void
}

export const PasswordDialog = ({ onChanged, onClose }: PasswordDialogProps) => {
  const { user } = useSession()
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'))
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting } = form.formState
  const confirmed: Rule = (value) => confirmationRule(value, form.getValues('newPassword'))

  const submit = useSending(form, async ({ currentPassword, newPassword }) => {
    setFailure(null)
    try {
      const { token, message } = await call(changePassword, { currentPassword, newPassword })
      await adoptSession({ token })
      toast('success', message)
      onChanged()
    } catch (error) {
      const message = showFaults(form, error, '')
      setFailure([messages.passwordChangeFailed, message].filter(Boolean).join(' '))
    }
  })

  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="xs" aria-labelledby="password-title">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id="password-title">Change password</DialogTitle>
        <DialogContent className={styles.content}>
          {/* So that a password manager knows whose password it is. */}
          <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
          <PasswordInput
            control={form.control}
            name="currentPassword"
            label="Current password"
            autoComplete="current-password"
            rule={given}
          />
          <PasswordInput
            control={form.control}
            name="newPassword"
            label="New password"
            autoComplete="new-password"
            rule={eitherPasswordRule}
            meter
          />
          <PasswordInput
            control={form.control}
            name="confirmPassword"
            label="Confirm new password"
            autoComplete="new-password"
            rule={confirmed}
          />
          <p>Your other sessions end at once: on phones and computers where you are signed in, too.</p>
          <Failure text={failure} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Changing…' : 'Change password'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

const given: Rule = (value) => (value === '' ? 'Password is required' : null)
