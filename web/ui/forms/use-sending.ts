// A form that is on its way is not sent again, however often somebody presses. The form's own state cannot tell: it is
// said to be done as soon as any one sending of it has ended, also one that did nothing.
import { type BaseSyntheticEvent, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** For `onSubmit`: sends what is typed once its rules hold. */
export const useSending = <T extends FieldValues>(form: UseFormReturn<T>, send: (fields: T) => Promise<void>) => {
  const onItsWay = useRef(false)
  return async (event?: BaseSyntheticEvent): Promise<void> => {
    event?.preventDefault()
    if (onItsWay.current) return
    onItsWay.current = true
    try {
      await form.handleSubmit(send)(event)
    } finally {
      onItsWay.current = false
    }
  }
}
