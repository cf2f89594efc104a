// Sends a form and keeps what went wrong with it: at its field where that is known, else as a sentence of the whole form.
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { showFaults } from './form-faults.ts'
import { useSending } from './use-sending.ts'

/** `failureOf`: what is said of the whole form, where that is more than the server says. */
export const useFormAttempt = <T extends FieldValues>(
  form: UseFormReturn<T>,
  send: (fields: T) => Promise<unknown>,
  failureOf: (error: unknown) => string | null = (error) => showFaults(form, error),
) => {
  const [failure, setFailure] = useState<string | null>(null)
  const submit = useSending(form, async (fields) => {
    setFailure(null)
    try {
      await send(fields)
    } catch (error) {
      setFailure(failureOf(error))
    }
  })
  return { failure, submit }
}
