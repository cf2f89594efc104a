// The one way in which the public pages send a form: rules first, then the call, then what it said.
import { type SyntheticEvent, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { isApiError } from '../../kit/data/api.ts'
import { useCarriedOver } from '../../kit/session/carried-over.ts'
import { showFaults } from '../../ui/forms/form-faults.ts'
import { anyMessage } from './error-messages.ts'

export interface AuthForm<T extends FieldValues> {
  readonly form: UseFormReturn<T>
  readonly busy: boolean
  /** What went wrong with the whole form. */
  readonly failure: string | null
  readonly onSubmit: (event: SyntheticEvent) => void
}

interface AuthFormOptions<T extends FieldValues> {
  readonly defaultValues: DefaultValues<T>
  readonly send: (values: T) => Promise<void>
  readonly messageOf?: (error: unknown) => string
  /** After a failure that is about no single field. */
  readonly onFailure?: (error: unknown) => void
}

export const useAuthForm = <T extends FieldValues>(options: AuthFormOptions<T>): AuthForm<T> => {
  const { defaultValues, send, messageOf: message = anyMessage, onFailure } = options
  const form = useForm<T>({ defaultValues })
  useCarriedOver(form, Object.keys(defaultValues).join())
  const [failure, setFailure] = useState<string | null>(null)
  const busy = form.formState.isSubmitting
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(null)
      try {
        await send(values)
      } catch (error) {
        const text = showFaults(form, error)
        if (text === null) return
        setFailure(isApiError(error) && error.details.length > 0 ? text : message(error))
        onFailure?.(error)
      }
    },
    () => setFailure(null),
  )
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!busy) void submit(event)
  }
  return { form, busy, failure, onSubmit }
}
