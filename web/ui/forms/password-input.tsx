// A password of a form, hidden until one asks to see it; with a meter where it is a new one.
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useId, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { Icon } from '../primitives/icon.tsx'
import { PasswordMeter } from './password-meter.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface PasswordInputProps<T extends FieldValues>
  extends Pick<TextInputProps<T>, 'control' | 'name' | 'rule' | 'help'> {
  readonly label: string
  readonly autoComplete: 'current-password' | 'new-password'
  /** Shows how strong it is. */
  readonly meter?: boolean
}

export const PasswordInput = <T extends FieldValues>({ meter = false, ...field }: PasswordInputProps<T>) => {
  const { control, name, label } = field
  const [shown, setShown] = useState(false)
  const meterId = useId()
  const password: string | undefined = useWatch({ control, name })
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
      <TextInput
        {...field}
        type={shown ? 'text' : 'password'}
        slotProps={{
          input: { endAdornment: eye },
          htmlInput: { autoCapitalize: 'none', spellCheck: false, ...(meter ? { 'aria-details': meterId } : {}) },
        }}
      />
      {meter && <PasswordMeter id={meterId} password={password ?? ''} />}
    </div>
  )
}
