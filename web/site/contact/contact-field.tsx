// A line, a text or a choice of the contact form: its label, a helping word, and what is wrong with it.
import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './contact.module.css'

interface Common {
  readonly name: string
  readonly label: string
  readonly fault: string | undefined
}

interface FieldProps
  extends Common,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'inputMode'> {
  readonly help?: string
  /** Of more than one line. */
  readonly long?: boolean
}

export const Field = ({ name, label, fault, help, long = false, ...input }: FieldProps) => {
  const shared = {
    id: name,
    name,
    'aria-invalid': fault !== undefined,
    'aria-describedby': help === undefined ? `${name}-fault` : `${name}-fault ${name}-help`,
  }
  return (
    <Around name={name} label={label} fault={fault} help={help}>
      {long ? <textarea {...shared} rows={8} /> : <input type="text" {...input} {...shared} />}
    </Around>
  )
}

interface ChoiceProps extends Common {
  readonly choices: Readonly<Record<string, string>>
  readonly begin: string
}

export const Choice = ({ name, label, fault, choices, begin }: ChoiceProps) => (
  <Around name={name} label={label} fault={fault}>
    <select
      id={name}
      name={name}
      defaultValue={begin}
      aria-invalid={fault !== undefined}
      aria-describedby={`${name}-fault`}
    >
      {Object.entries(choices).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </Around>
)

interface AroundProps extends Common {
  readonly help?: string | undefined
  readonly children: ReactNode
}

const Around = ({ name, label, fault, help, children }: AroundProps) => (
  <div className={`${styles.field} grid min-w-0 content-start gap-1`}>
    <label htmlFor={name} className="text-lg font-semibold">
      {label}
    </label>
    {children}
    {help !== undefined && (
      <p id={`${name}-help`} className="text-md text-muted">
        {help}
      </p>
    )}
    {/* Room for one line at all times: a message moves nothing. */}
    <p id={`${name}-fault`} className="min-h-[1.6em] text-md text-critical">
      {fault}
    </p>
  </div>
)
