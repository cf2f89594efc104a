// A password of a form, hidden until one asks to see it; with a meter where it is a new one.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Icon } from '../primitives/icon.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { rulesOf } from './text-input.tsx'

interface PasswordInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly rule?: Rule
  readonly help?: string
  /** Shows how strong it is. */
  readonly meter?: boolean
}

export const PasswordInput = <T extends FieldValues>(props: PasswordInputProps<T>) => {
  const { control, name, label, autoComplete, rule, help, meter = false } = props
  const [shown, setShown] = useState(false)
  const meterId = useId()
  const {
    field: { ref, value, ...bound },
    fieldState: { error },
  } = useController({ control, name, rules: rulesOf(rule) })
  const eye = (
    <InputAdornment position="end">
      <IconButton
        edge="end"
        aria-label={shown ? `Hide ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eyeOff' : 'eye'} size="medium" />
      </IconButton>
    </InputAdornment>
  )
  return (
    <div>
      <TextField
        {...bound}
        fullWidth
        label={label}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        value={value ?? ''}
        inputRef={ref}
        error={error !== undefined}
        helperText={error?.message ?? help}
        slotProps={{
          input: { endAdornment: eye },
          htmlInput: { autoCapitalize: 'none', spellCheck: false, ...(meter ? { 'aria-details': meterId } : {}) },
        }}
      />
      {meter && <PasswordMeter id={meterId} password={value ?? ''} />}
    </div>
  )
}
