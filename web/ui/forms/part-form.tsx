// A form that is a part of a page or sheet: saved where it stands, and open to be changed again.
import Button from '@mui/material/Button'
import { type ReactNode, useId } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Failure } from '../feedback/failure.tsx'
import { toast } from '../feedback/toast.ts'
import { KeepUnsaved } from './keep-unsaved.tsx'
import { useFormAttempt } from './use-form-attempt.ts'

interface PartFormProps<T extends FieldValues> {
  /** Absent where the part around it has one. */
  readonly title?: string
  readonly form: UseFormReturn<T>
  /** What leaving would lose: `The changes to Lobby`; absent: it may be left. */
  readonly what?: string
  /** `Save wiring` */
  readonly label: string
  /** Answers what to say once it is done. */
  readonly send: (fields: T) => Promise<string>
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** What was sent is what is there from then on: the button waits for the next change. */
export const PartForm = <T extends FieldValues>(props: PartFormProps<T>) => {
  const { title, form, what, label, send, className, children } = props
  const heading = useId()
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const { failure, submit } = useFormAttempt(form, async (fields) => {
    const message = await send(fields)
    form.reset(fields)
    toast('success', message)
  })
  return (
    <form className={className} aria-labelledby={title && heading} noValidate onSubmit={(event) => void submit(event)}>
      {what !== undefined && <KeepUnsaved what={what} unsaved={isDirty} />}
      {title && <h3 id={heading}>{title}</h3>}
      {children}
      <Failure text={failure} />
      <div>
        <Button type="submit" variant="contained" disabled={!isDirty} aria-disabled={isSubmitting}>
          {isSubmitting ? 'Saving…' : label}
        </Button>
      </div>
    </form>
  )
}
