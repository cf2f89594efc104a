// The password that the account has, asked for again before its protection changes.
import type { FieldPath, FieldValues } from 'react-hook-form'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import type { TextInputProps } from '../../ui/forms/text-input.tsx'

interface OwnPasswordInputProps<T extends FieldValues> extends Pick<TextInputProps<T>, 'control' | 'help'> {
  readonly name: FieldPath<T>
  readonly label?: string
}

export const OwnPasswordInput = <T extends FieldValues>({
  label = 'Your password',
  ...field
}: OwnPasswordInputProps<T>) => (
  <PasswordInput
    {...field}
    label={label}
    autoComplete="current-password"
    rule={(value) => (value === '' ? 'Password is required' : null)}
  />
)
