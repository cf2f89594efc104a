// The country of a form: every one there is, found by name or code.
import { countryRule, type Rule } from '@gatehouse/contract/identity/account-rules'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { countries, type Country, findCountries } from '../../kit/countries.ts'
import { rulesOf } from './text-input.tsx'

interface CountryInputProps<T extends FieldValues> {
  readonly control: Control<T>
  readonly name: FieldPath<T>
  readonly label?: string
  readonly rule?: Rule
  readonly disabled?: boolean
}

export const CountryInput = <T extends FieldValues>(props: CountryInputProps<T>) => {
  const { control, name, label = 'Country', rule = countryRule, disabled = false } = props
  const {
    field: { ref, value, onChange, onBlur },
    fieldState: { error },
  } = useController({ control, name, rules: rulesOf(rule) })
  return (
    <Autocomplete<Country>
      options={countries()}
      value={countries().find(({ code }) => code === value) ?? null}
      onChange={(_, country) => onChange(country?.code ?? '')}
      onBlur={onBlur}
      disabled={disabled}
      autoHighlight
      getOptionLabel={(country) => country.name}
      getOptionKey={({ code }) => code}
      filterOptions={(_, { inputValue }) => [...findCountries(inputValue)]}
      noOptionsText="No country of this name"
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          inputRef={ref}
          error={error !== undefined}
          helperText={error?.message}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, autoComplete: 'country-name' },
          }}
        />
      )}
    />
  )
}
