// What the next shift needs to know, as it is written.
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useForm, useFormState } from 'react-hook-form'
import { call } from '../../kit/data/api.ts'
import { Failure } from '../../ui/feedback/failure.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DraftNotice } from '../../ui/forms/draft-notice.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { useFormAttempt } from '../../ui/forms/use-form-attempt.ts'
import { storedNote, storeNote } from './stored-note.ts'

interface NoteFormProps {
  /** Written, or put aside: what is typed is stored by then. */
  readonly onDone: () => void
}

export const NoteForm = ({ onDone }: NoteFormProps) => {
  const [found] = useState(storedNote)
  const [restored, setRestored] = useState(found !== '')
  const form = useForm({ defaultValues: { text: found } })
  const { isSubmitting } = useFormState({ control: form.control })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => storeNote(values.text) }),
    [form],
  )
  useEffect(() => {
    if (!restored) form.setFocus('text')
  }, [form, restored])
  const { failure, submit } = useFormAttempt(form, async ({ text }) => {
    await call(shiftNotes.write, { text: text.trim() })
    storeNote('')
    toast('success', 'The note is in the shift log.')
    onDone()
  })
  const discard = () => {
    form.reset({ text: '' })
    storeNote('')
    setRestored(false)
  }
  return (
    <form
      className="grid gap-3 border-b border-b-line px-4 pb-4"
      aria-label="New note"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <DraftNotice draft={{ restored, discard }} />
      <TextInput control={form.control} name="text" label="Note" rule={noteRule} multiline minRows={3} required />
      <Failure text={failure} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Close</Button>
        <Button type="submit" variant="contained" aria-disabled={isSubmitting}>
          {isSubmitting ? 'Adding…' : 'Add note'}
        </Button>
      </div>
    </form>
  )
}

const longest = 4_000

const noteRule = (text: string): string | null => {
  if (text.trim() === '') return 'Write what the next shift needs to know'
  return text.trim().length > longest ? `At most ${longest} characters` : null
}
