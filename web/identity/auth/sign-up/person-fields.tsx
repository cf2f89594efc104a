// The fields of the specification's sign-up form, shared by everybody who makes an account.
import * as rules from '@gatehouse/contract/identity/account-rules'
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import type { UseFormReturn } from 'react-hook-form'
import { findCountries } from '../../../kit/countries.ts'
import { ChoiceField } from './choice-field.tsx'
import { PasswordField } from '../password-field.tsx'
import { TextField } from '../text-field.tsx'

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly confirmPassword: string
  readonly country: string
}

/** Whoever registers, and what each way of registering asks besides. */
export interface Registration extends Person {
  readonly companyName: string
  readonly timeZone: string
  readonly message: string
}

export const nobody: Registration = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  confirmPassword: '',
  country: '',
  companyName: '',
  timeZone: '',
  message: '',
}

export const personOf = (of: Person): Person => ({
  firstName: of.firstName,
  lastName: of.lastName,
  email: of.email,
  phone: of.phone,
  password: of.password,
  confirmPassword: of.confirmPassword,
  country: of.country,
})

interface PersonFieldsProps {
  readonly form: UseFormReturn<Registration>
  /** Of an invitation: its address cannot be another. */
  readonly emailIsFixed?: boolean
  readonly passwordRule?: Rule
}

export const PersonFields = (props: PersonFieldsProps) => {
  const { form, emailIsFixed = false, passwordRule = rules.passwordRule } = props
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-x-3">
        <TextField
          form={form}
          name="firstName"
          label="First name"
          rule={rules.firstNameRule}
          autoComplete="given-name"
        />
        <TextField form={form} name="lastName" label="Last name" rule={rules.lastNameRule} autoComplete="family-name" />
      </div>
      <TextField
        form={form}
        name="email"
        label="Email"
        rule={rules.emailRule}
        type="email"
        autoComplete="email"
        readOnly={emailIsFixed}
        {...(emailIsFixed ? { help: 'The invitation is for this address.' } : {})}
      />
      <TextField form={form} name="phone" label="Phone" rule={rules.phoneRule} type="tel" autoComplete="tel" />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        rule={passwordRule}
        autoComplete="new-password"
        meter
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label="Confirm password"
        rule={(value) => rules.confirmationRule(value, form.getValues('password'))}
        autoComplete="new-password"
      />
      <ChoiceField
        form={form}
        name="country"
        label="Country"
        rule={rules.countryRule}
        autoComplete="country-name"
        find={findCountryChoices}
      />
    </>
  )
}

const findCountryChoices = (typed: string) => findCountries(typed).map(({ code, name }) => ({ value: code, name }))
