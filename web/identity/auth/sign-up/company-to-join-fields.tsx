// Which company to join, and a word to its managers.
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Registration } from './person-fields.tsx'
import { describedBy, Field, TextField } from '../text-field.tsx'

interface CompanyToJoinFieldsProps {
  readonly form: UseFormReturn<Registration>
  /** Between the two. */
  readonly children?: ReactNode
}

export const CompanyToJoinFields = ({ form, children }: CompanyToJoinFieldsProps) => (
  <>
    <TextField
      form={form}
      name="companyName"
      label="Company"
      rule={(value) => (value.trim() === '' ? 'Enter the name of your company' : null)}
      autoComplete="organization"
      help="Its full name, as your colleagues see it."
    />
    {children}
    <Field name="message" label="Message to its managers (optional)" fault={undefined}>
      <textarea {...form.register('message')} id="message" maxLength={500} aria-describedby={describedBy('message')} />
    </Field>
  </>
)
