// What the forms of all places have in common: how they are sent, and how the place is removed.
import Button from '@mui/material/Button'
import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { To } from 'react-router'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { FormSheet } from '../../ui/sheets/form-sheet.tsx'
import { useCloseSheet } from '../../ui/sheets/side-sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'

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
  const [removing, setRemoving] = useState(false)
  return (
    <>
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
            <Button onClick={() => setRemoving(true)}>Remove this {kind}</Button>
          </div>
        )}
      </FormSheet>
      {remove && removing && (
        <Confirm
          title={`Remove ${name}?`}
          action="Remove"
          busy="Removing…"
          tone="danger"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await remove()
            toast('success', `${name} is removed.`)
            close()
          }}
        >
          <p>{removes}</p>
        </Confirm>
      )}
    </>
  )
}

export const nameRule = (value: string): string | null => {
  if (value.trim() === '') return 'Give it a name'
  return value.trim().length > 100 ? 'This name is too long' : null
}
