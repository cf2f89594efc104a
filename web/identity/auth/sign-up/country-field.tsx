// The country of a form of the public pages: every one there is, found by name or code.
import { countryRule } from '@gatehouse/contract/identity/account-rules'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { findCountries } from '../../../kit/countries.ts'
import { ChoiceField } from './choice-field.tsx'

interface CountryFieldProps<T extends FieldValues> {
  readonly form: UseFormReturn<T>
  readonly name: FieldPath<T>
}

export const CountryField = <T extends FieldValues>(props: CountryFieldProps<T>) => (
  <ChoiceField {...props} label="Country" rule={countryRule} autoComplete="country-name" find={find} />
)

const find = (typed: string) => findCountries(typed).map(({ code, name }) => ({ value: code, name }))
