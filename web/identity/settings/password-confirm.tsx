// The question before the protection of an account changes: it asks for the password again, and keeps it when it fails.
import { type Rule } from '@gatehouse/contract/identity/account-rules'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { type Asked, Question } from '../../ui/sheets/question.tsx'
import { useSending } from '../../ui/forms/use-sending.ts'

interface PasswordConfirmProps extends Asked {
  /** Accounts without one are not asked for it. */
  readonly hasPassword: boolean
  /** What comes next is up to it: this dialog does not close itself. */
  readonly onConfirm: (proof: { password?: string }) => Promise<unknown>
}

export const PasswordConfirm = ({ hasPassword, onConfirm, ...asked }: PasswordConfirmProps) => {
  const form = useForm({ defaultValues: { password: '' } })
  const [failure, setFailure] = useState<string | null>(null)
  const submit = useSending(form, async ({ password }) => {
    setFailure(null)
    try {
      await onConfirm(hasPassword ? { password } : {})
    } catch (error) {
      setFailure(showFaults(form, error))
    }
  })
  return (
    <Question
      {...asked}
      role={hasPassword ? 'dialog' : 'alertdialog'}
      failure={failure}
      working={form.formState.isSubmitting}
      onSubmit={submit}
      field={
        hasPassword && (
          <PasswordInput
            control={form.control}
            name="password"
            label="Your password"
            autoComplete="current-password"
            rule={given}
            help="Asked for again, because this changes how your account is protected."
          />
        )
      }
    />
  )
}

const given: Rule = (value) => (value === '' ? 'Password is required' : null)
