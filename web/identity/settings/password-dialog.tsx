// A new password for the old one.
import { confirmationRule, eitherPasswordRule } from '@gatehouse/contract/identity/account-rules'
import { changePassword, messages } from '@gatehouse/contract/identity/accounts'
import { useForm } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { adoptSession } from '../../kit/session/session.ts'
import { useSession } from '../../kit/session/session-state.ts'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FormDialog } from './form-dialog.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'

interface PasswordDialogProps {
  readonly onChanged: () => void
  readonly onClose: () => void
}

export const PasswordDialog = ({ onChanged, onClose }: PasswordDialogProps) => {
  const { user } = useSession()
  const form = useForm({ defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' } })
  const { control } = form
  return (
    <FormDialog
      title="Change password"
      form={form}
      label="Change password"
      working="Changing…"
      send={async ({ currentPassword, newPassword }) => {
        const { token, message } = await call(changePassword, { currentPassword, newPassword })
        await adoptSession({ token })
        toast('success', message)
        onChanged()
      }}
      failureOf={(error) => [messages.passwordChangeFailed, showFaults(form, error, '')].filter(Boolean).join(' ')}
      onClose={onClose}
    >
      {/* So that a password manager knows whose password it is. */}
      <input type="email" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <OwnPasswordInput control={control} name="currentPassword" label="Current password" />
      <PasswordInput
        control={control}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        rule={eitherPasswordRule}
        meter
      />
      <PasswordInput
        control={control}
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
        rule={(value) => confirmationRule(value, form.getValues('newPassword'))}
      />
      <p>Your other sessions end at once: on phones and computers where you are signed in, too.</p>
    </FormDialog>
  )
}
