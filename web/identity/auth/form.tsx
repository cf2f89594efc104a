// A form of the public pages: what went wrong with it, its fields, its button.
import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Icon } from '../../ui/primitives/icon.tsx'
import styles from './form.module.css'
import type { AuthForm } from './use-auth-form.ts'

interface FormProps<T extends FieldValues> {
  readonly of: AuthForm<T>
  /** `Sign in` */
  readonly label: string
  /** `Signing in…` */
  readonly working: string
  readonly children: ReactNode
}

export const Form = <T extends FieldValues>({ of, label, working, children }: FormProps<T>) => (
  <form className="mt-3 grid gap-2" onSubmit={of.onSubmit} noValidate>
    <Failure text={of.failure} />
    {children}
    <button type="submit" className={styles.submit} aria-disabled={of.busy} data-busy={of.busy || undefined}>
      {of.busy ? working : label}
    </button>
    <output className="visually-hidden">{of.busy ? working : ''}</output>
  </form>
)

export const Failure = ({ text }: { readonly text: string | null }) => {
  const place = useRef<HTMLDivElement>(null)
  // The button of a long form stands a screen below.
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={place} className={styles.failure} role="alert">
      {text !== null && (
        <p>
          <Icon name="critical" size="medium" />
          {text}
        </p>
      )}
    </div>
  )
}
