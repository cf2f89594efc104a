// A line of text of a form of the public pages: its label, what is wrong with it, and a helping word.
import type { Rule } from '@gatehouse/contract/identity/account-rules'
import type { InputHTMLAttributes, ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import styles from './form.module.css'

interface TextFieldProps<T extends FieldValues>
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'type' | 'autoComplete' | 'inputMode' | 'readOnly' | 'maxLength'
  > {
  readonly form: UseFormReturn<T>
  readonly name: FieldPath<T>
  readonly label: string
  /** May look at the other fields too. */
  readonly rule?: Rule
  readonly help?: string
  /** Typed to the letter: no phone begins it with a capital, and nothing corrects it. An address is, in any case. */
  readonly exact?: boolean
  /** At the end of the line, within the field. */
  readonly end?: ReactNode
  /** Between the line and what is wrong with it. */
  readonly under?: ReactNode
}

export const TextField = <T extends FieldValues>(props: TextFieldProps<T>) => {
  const { form, name, label, rule, help, end, under, exact = props.type === 'email', ...input } = props
  const fault = form.getFieldState(name, form.formState).error?.message
  return (
    <Field name={name} label={label} fault={fault} help={help}>
      <div className={styles.line}>
        <input
          {...input}
          {...(exact && { autoCapitalize: 'none', spellCheck: false })}
          {...form.register(name, { validate: (value: unknown) => rule?.(textOf(value)) ?? true })}
          id={name}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy(name, help)}
        />
        {end}
      </div>
      {under}
    </Field>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly fault: string | undefined
  readonly help?: string | undefined
  readonly children: ReactNode
}

/** Around any input whose id is its name. */
export const Field = ({ name, label, fault, help, children }: FieldProps) => (
  <div className={styles.field}>
    <label htmlFor={name}>{label}</label>
    {help !== undefined && (
      <p id={`${name}-help`} className="text-sm text-muted">
        {help}
      </p>
    )}
    {children}
    <p id={`${name}-fault`} className="min-h-[1.5em] text-sm text-critical">
      {fault}
    </p>
  </div>
)

export const describedBy = (name: string, help?: string): string =>
  help === undefined ? `${name}-fault` : `${name}-fault ${name}-help`

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
