// What the forms of all places have in common: how they are sent, and how the place is removed.
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { To } from 'react-router'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { givenNameRule } from '../../ui/forms/text-rules.ts'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'

interface PlaceFormProps<T extends FieldValues> {
  /** `site`, `floor`, `zone`. */
  readonly kind: string
  /** As it is called now; null: a new one. */
  readonly name: string | null
  readonly subtitle: string
  readonly closed: To
  readonly form: UseFormReturn<T>
  readonly send: (fields: T) => Promise<unknown>
  readonly remove: (() => Promise<unknown>) | null
  /** What goes with it. */
  readonly removes: string
  readonly children: ReactNode
}

export const PlaceForm = <T extends FieldValues>(props: PlaceFormProps<T>) => {
  const { kind, name, subtitle, closed, form, send, remove, removes, children } = props
  const close = useCloseSheet(closed)
  return (
    <FormSheet
      title={name === null ? `Add a ${kind}` : `Edit ${name}`}
      subtitle={subtitle}
      closed={closed}
      form={form}
      draft={`${kind} ${name ?? 'new'}`}
      what={name === null ? `The new ${kind}` : `The changes to ${name}`}
      label={name === null ? `Add ${kind}` : 'Save'}
      send={async (fields) => {
        await send(fields)
        return `The ${kind} is ${name === null ? 'added' : 'saved'}.`
      }}
    >
      {children}
      {remove && (
        <div className="border-t border-t-line pt-4">
          <ConfirmButton
            label={`Remove this ${kind}`}
            title={`Remove ${name}?`}
            action="Remove"
            run={remove}
            done={`${name} is removed.`}
            then={close}
          >
            <p>{removes}</p>
          </ConfirmButton>
        </div>
      )}
    </FormSheet>
  )
}

export const placeNameRule = givenNameRule('Give it a name')
