// The time zone of a form: found by city or region.
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { rulesOf } from './text-input.tsx'

interface TimeZoneInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly help?: string
}

export const TimeZoneInput = <T extends FieldValues>({ control, name, help }: TimeZoneInputProps<T>) => {
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name, rules: rulesOf((zone) => (zone === '' ? 'Choose a time zone' : null)) })
  return (
    <Autocomplete<string>
      options={zones}
      value={value === '' ? null : value}
      onChange={(_, zone) => onChange(zone ?? '')}
      onBlur={onBlur}
      autoHighlight
      getOptionLabel={(zone) => zone.replaceAll('_', ' ')}
      noOptionsText="No time zone of this name"
      renderInput={(params) => (
        <TextField
          {...params}
          label="Time zone"
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message ?? help}
        />
      )}
    />
  )
}

const zones: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
