// What is typed in a form survives the end of the session and a reload of the page; passwords and codes never.
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { draftKey, dropDraft, readDraft, writeDraft } from './draft-store.ts'
import { currentSession } from './session.ts'

export interface Draft {
  /** The form shows what was typed before: <DraftNotice> says so. */
  readonly restored: boolean
  /** Once it has been sent. */
  readonly clear: () => void
  /** Back to how the form began. */
  readonly discard: () => void
}

interface DraftOptions<T extends FieldValues> {
  /** Fields that are not kept, besides every one whose name speaks of a password, code, token or secret. */
  readonly except?: readonly FieldPath<T>[]
}

/**
 * Keeps the values of a form under user, path and `name`. Mount the form when its own values are there: a later
 * `form.reset` takes the draft away from the screen.
 */
export const useDraft = <T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  { except = [] }: DraftOptions<T> = {},
): Draft => {
  const [key] = useState(() => draftKey(currentSession().user?.id ?? '', window.location.pathname, name))
  const keepable = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !secret.test(field) && !isOneOf(except, field)))
  const [found] = useState(() => {
    const now = form.getValues()
    const back = keepable(readDraft(key) ?? {})
    return Object.entries(back).some(([field, value]) => field in now && !same(value, now[field])) ? back : null
  })
  const [restored, setRestored] = useState(found !== null)

  const save = useEffectEvent((values: object) => writeDraft(key, keepable(values)))
  useEffect(() => {
    if (found) form.reset({ ...form.getValues(), ...found }, { keepDefaultValues: true })
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => save(values) })
  }, [form, found])

  // Whoever leaves the form while signed in has done with it; one that the session's end took away waits.
  useEffect(
    () => () => {
      if (currentSession().status === 'in') dropDraft(key)
    },
    [key],
  )

  const clear = () => {
    dropDraft(key)
    setRestored(false)
  }
  return {
    restored,
    clear,
    discard: () => {
      form.reset()
      clear()
    },
  }
}

const secret = /password|code|token|secret|^otp$/i

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
