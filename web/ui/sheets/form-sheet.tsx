// A form in a sheet beside the page. Nothing typed is lost: not by Escape or a link, not by a call that fails, and not
// by the end of the session.
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { type FieldValues, useFormState, type UseFormReturn } from 'react-hook-form'
import { type To, useLocation, useNavigate } from 'react-router'
import { useDraft } from '../../kit/data/draft.ts'
import { DraftNotice } from '../forms/draft-notice.tsx'
import { KeepUnsaved } from '../forms/keep-unsaved.tsx'
import { SheetEnd } from './sheet-end.tsx'
import { SideSheet, useCloseAfter, useCloseSheet } from './side-sheet.tsx'
import { toast } from '../feedback/toast.ts'
import { useFormAttempt } from '../forms/use-form-attempt.ts'

/** What to say, and the address of what came of it. */
interface Sent {
  readonly message: string
  readonly next: To
}

interface FormSheetProps<T extends FieldValues> {
  readonly title: ReactNode
  readonly subtitle?: ReactNode
  readonly closed: To
  readonly wide?: boolean
  readonly form: UseFormReturn<T>
  /** The name under which what was typed waits for the next session. */
  readonly draft: string
  /** What leaving would lose: `The new role`. */
  readonly what: string
  /** `Add role` */
  readonly label: string
  readonly working?: string
  /** Nothing is there to be sent yet. */
  readonly idle?: boolean
  /** Answers what to say once it is done; the sheet closes then, or what came of it is shown in its place. */
  readonly send: (fields: T) => Promise<string | Sent>
  readonly children: ReactNode
}

export const FormSheet = <T extends FieldValues>({ draft: name, form, send, ...props }: FormSheetProps<T>) => {
  const { title, subtitle, closed, wide = false, what, label, working = 'Saving…', idle = false, children } = props
  const formId = useId()
  const close = useCloseSheet(closed)
  const draft = useDraft(form, name)
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const [done, setDone] = useState(false)
  const [next, setNext] = useState<To | null>(null)
  useCloseAfter(done && next === null, closed)
  const navigate = useNavigate()
  const { state } = useLocation()
  const goOn = useEffectEvent((to: To) => void navigate(to, { replace: true, state }))
  useEffect(() => {
    if (next !== null) goOn(next)
  }, [next])

  const { failure, submit } = useFormAttempt(form, async (fields) => {
    const sent = await send(fields)
    draft.clear()
    toast('success', typeof sent === 'string' ? sent : sent.message)
    if (typeof sent !== 'string') setNext(sent.next)
    setDone(true)
  })

  return (
    <SideSheet
      wide={wide}
      title={title}
      subtitle={subtitle}
      closed={closed}
      foot={
        <SheetEnd failure={failure} onCancel={close}>
          <Button type="submit" form={formId} variant="contained" disabled={idle} aria-disabled={isSubmitting}>
            {isSubmitting ? working : label}
          </Button>
        </SheetEnd>
      }
    >
      <KeepUnsaved what={what} unsaved={isDirty && !done} />
      <form id={formId} className="grid grid-cols-1 gap-5" noValidate onSubmit={(event) => void submit(event)}>
        <DraftNotice draft={draft} />
        {children}
      </form>
    </SideSheet>
  )
}
