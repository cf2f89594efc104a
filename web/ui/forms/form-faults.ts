// What a refused call says about a form: each fault at its field, the first one focused, the rest in one message.
import { messages } from '@gatehouse/contract/identity/auth'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { ApiError, isApiError, messageOf } from '../../kit/data/api.ts'

/** Marks the fields that the server refused; answers what is to be said about the whole form, if anything. */
export const showFaults = <T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'setError'> & { readonly getValues: () => object },
  error: unknown,
  fallback: string = messages.server,
): string | null => {
  const values = form.getValues()
  const isField = (name: string): name is FieldPath<T> => (name.split('.')[0] ?? '') in values
  const details = isApiError(error) ? error.details : []
  let first = true
  const elsewhere: string[] = []
  for (const { field, message } of details) {
    if (isField(field)) {
      form.setError(field, { type: 'server', message }, { shouldFocus: first })
      first = false
    } else elsewhere.push(message)
  }
  if (elsewhere.length > 0) return elsewhere.join(' ')
  return first ? messageOf(error, fallback) : null
}

/** Of a form whose fields are named as the last part of the server's: `change.values.0.source` is said at `source`. */
export const atLastPart = (error: unknown): unknown => {
  if (!isApiError(error) || error.details.length === 0) return error
  const { status, code, message, details } = error
  return new ApiError(status, {
    code,
    message,
    details: details.map(({ field, message: fault }) => ({ field: field.split('.').at(-1) ?? '', message: fault })),
  })
}
