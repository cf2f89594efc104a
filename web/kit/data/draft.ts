// What is typed in a form survives the end of the session and a reload of the page; passwords and codes never.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { type Basis, basisOf, draftKey, dropDraft, isSecret, readDraft, writeDraft } from './draft-store.ts'
import { currentSession } from '../session/session-state.ts'

export interface Draft {
  /** The form shows what was typed before: <DraftNotice> says so. */
  readonly restored: boolean
  /** What was there when the text that is shown was begun, where that may be another thing than what is there now. */
  readonly basis: () => Basis | null
  /** Once it has been sent. */
  readonly clear: () => void
  /** Once it has been sent, and more was typed meanwhile: from what that goes on. */
  readonly goOn: (basis?: Basis) => void
  /** Back to how the form began. */
  readonly discard: () => void
}

interface DraftOptions<T extends FieldValues> {
  /** Fields that are not kept, besides every one whose name speaks of a password, code, token or secret. */
  readonly except?: readonly FieldPath<T>[]
  /** What the form shows, where others save it too. */
  readonly basis?: Basis | null
}

/**
 * Keeps the values of a form under user, path and `name`. Mount the form when its own values are there: a later
 * `form.reset` takes the draft away from the screen.
 */
export const useDraft = <T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  { except = [], basis: shown = null }: DraftOptions<T> = {},
): Draft => {
  const [key] = useState(() => draftKey(currentSession().user?.id ?? '', window.location.pathname, name))
  const keepable = (values: object) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !isSecret(field) && !isOneOf(except, field)))
  const [found] = useState(() => {
    const now = form.getValues()
    const back = keepable(readDraft(key) ?? {})
    return Object.entries(back).some(([field, value]) => field in now && !same(value, now[field])) ? back : null
  })
  const [restored, setRestored] = useState(found !== null)
  const [stored] = useState(() => (found ? basisOf(key) : null))
  const basis = useRef(stored)

  const write = (values: object) => writeDraft(key, keepable(values), basis.current ?? shown)
  const save = useEffectEvent(write)
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
    basis.current = null
    setRestored(false)
  }
  return {
    restored,
    basis: () => basis.current,
    clear,
    goOn: (from) => {
      basis.current = from ?? null
      write(form.getValues())
      setRestored(false)
    },
    discard: () => {
      form.reset()
      clear()
    },
  }
}

const isOneOf = (names: readonly string[], name: string) => names.includes(name)

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
