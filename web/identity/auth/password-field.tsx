// A password of a form of the public pages; with a meter where it is a new one.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import { useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { Icon } from '../../ui/primitives/icon.tsx'
import { later } from '../../ui/feedback/later.tsx'
import styles from './form.module.css'
import { TextField, textOf } from './text-field.tsx'

// Where a password is chosen, and not where one is asked for.
const PasswordMeter = later(async () => (await import('../../ui/forms/password-meter.tsx')).PasswordMeter, 'silent')

interface PasswordFieldProps<T extends FieldValues> {
  readonly form: UseFormReturn<T>
  readonly name: FieldPath<T>
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly rule: Rule
  readonly meter?: boolean
}

export const PasswordField = <T extends FieldValues>({ meter = false, ...props }: PasswordFieldProps<T>) => {
  const { form, name, label } = props
  const [shown, setShown] = useState(false)
  const eye = (
    <button
      type="button"
      className={`${styles.eye} absolute [inset:2px_2px_2px_auto] grid w-touch cursor-pointer place-items-center rounded border-0 bg-transparent text-muted`}
      aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eyeOff' : 'eye'} size="medium" />
    </button>
  )
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      exact
      end={eye}
      under={meter && <PasswordMeter id={`${name}-meter`} password={textOf(form.watch(name))} />}
    />
  )
}
