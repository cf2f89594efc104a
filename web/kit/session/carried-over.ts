// Forms that keep no draft (nobody is signed in, or it would tell the next person something) are taken along when the
// page is loaded anew by itself. What is kept is gone as soon as the form is there again.
import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { beforeReload } from '../deployment.ts'
import { dropDraft, isSecret, readDraft, writeDraft } from '../data/draft-store.ts'

/** `name` tells the forms of one page apart. */
export const useCarriedOver = <T extends FieldValues>(form: UseFormReturn<T>, name: string): void => {
  useEffect(() => {
    const key = `carried:${window.location.pathname}:${name}`
    const back = readDraft(key)
    dropDraft(key)
    if (back) form.reset({ ...form.getValues(), ...back }, { keepDefaultValues: true })
    return beforeReload(() => {
      const typed = Object.entries(form.getValues()).filter(([field]) => !isSecret(field))
      writeDraft(key, Object.fromEntries(typed))
    })
  }, [form, name])
}
