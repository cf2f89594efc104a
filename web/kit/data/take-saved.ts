// What becomes of a form whose values have been saved: it begins with them now, and what was typed meanwhile stays.
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Form<T extends FieldValues> = Pick<UseFormReturn<T>, 'getValues' | 'reset'>

/** Answers whether that is all: false where something was typed since it was sent. */
export const takeSaved = <T extends FieldValues>(form: Form<T>, sent: T, saved: T): boolean => {
  const typed = Object.entries(form.getValues()).filter(([field, value]) => !same(value, sent[field]))
  form.reset(saved)
  if (typed.length > 0) form.reset({ ...saved, ...Object.fromEntries(typed) }, { keepDefaultValues: true })
  return typed.length === 0
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
