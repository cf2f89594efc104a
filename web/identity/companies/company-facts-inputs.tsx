// The fields of a company's facts, in the form that adds one and in the form that changes one.
import { companyNameRule } from '@gatehouse/contract/identity/account-rules'
import type { Control } from 'react-hook-form'
import { CountryInput } from '../../ui/forms/country-input.tsx'
import { FieldPair } from '../../ui/forms/field-pair.tsx'
import { atMost } from '../../ui/forms/text-rules.ts'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { type CompanyFields, websiteRule } from './company-fields.ts'
import { TimeZoneInput } from '../../ui/forms/time-zone-input.tsx'

export const CompanyFactsInputs = ({ control }: { readonly control: Control<CompanyFields> }) => (
  <>
    <TextInput control={control} name="name" label="Name" autoComplete="organization" required rule={companyNameRule} />
    <TimeZoneInput control={control} name="timeZone" help="Times on every page, and where a day begins, follow it." />
    <CountryInput control={control} name="country" rule={optional} />
    <TextInput
      control={control}
      name="address"
      label="Address"
      autoComplete="street-address"
      multiline
      minRows={2}
      rule={atMost(300)}
    />
    <FieldPair>
      <TextInput control={control} name="phone" label="Phone" type="tel" autoComplete="tel" rule={atMost(30)} />
      <TextInput control={control} name="website" label="Website" type="url" autoComplete="url" rule={websiteRule} />
    </FieldPair>
  </>
)

const optional = () => null
