// The question before the protection of an account changes: it asks for the password again, and keeps it when it fails.
import { useForm } from 'react-hook-form'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'
import { type Asked, Question } from '../../ui/sheets/question.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'

export interface PasswordConfirmProps extends Asked {
  /** Accounts without one are not asked for it. */
  readonly hasPassword: boolean
  /** What comes next is up to it: this dialog does not close itself. */
  readonly onConfirm: (proof: { password?: string }) => Promise<unknown>
}

export const PasswordConfirm = ({ hasPassword, onConfirm, ...asked }: PasswordConfirmProps) => {
  const form = useForm({ defaultValues: { password: '' } })
  const { failure, submit } = useFormAttempt(form, ({ password }) => onConfirm(hasPassword ? { password } : {}))
  return (
    <Question
      {...asked}
      role={hasPassword ? 'dialog' : 'alertdialog'}
      failure={failure}
      working={form.formState.isSubmitting}
      onSubmit={submit}
      field={
        hasPassword && (
          <OwnPasswordInput
            control={form.control}
            name="password"
            help="Asked for again, because this changes how your account is protected."
          />
        )
      }
    />
  )
}
