// One note of the shift log: who wrote it and when, its words, and who has read it.
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import type { ShiftNote } from '@gatehouse/contract/safety/shift-notes'
import { useId, useState } from 'react'
import { Can } from '../../kit/can.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { When } from '../../ui/time/when.tsx'

interface NoteItemProps {
  readonly note: ShiftNote
  readonly markRead: (note: ShiftNote) => Promise<void>
}

export const NoteItem = ({ note, markRead }: NoteItemProps) => {
  const { by, at, text, isRead, readBy } = note
  const { busy, failure, attempt } = useAttempt('It could not be marked as read. Please try again.')
  return (
    <li
      className="grid gap-1 border-s-[3px] border-s-transparent px-4 py-3 not-first:border-t not-first:border-t-line data-unread:border-s-information"
      data-unread={!isRead || undefined}
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
        <strong className="font-semibold text-text">{by}</strong>
        <When at={at} />
        {!isRead && <StatusWord state="information" word="Unread" />}
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {!isRead && (
          <Can op={shiftNotes.read}>
            <PlainButton aria-disabled={busy} onClick={() => void attempt(() => markRead(note))}>
              {busy ? 'Marking…' : 'Mark as read'}
              <span className="visually-hidden"> the note by {by}</span>
            </PlainButton>
          </Can>
        )}
        {readBy.length > 0 && <Readers of={note} />}
      </div>
      <Failure text={failure} />
    </li>
  )
}

const Readers = ({ of: { by, readBy } }: { readonly of: ShiftNote }) => {
  const [open, setOpen] = useState(false)
  const list = useId()
  return (
    <>
      <PlainButton bare aria-expanded={open} aria-controls={list} onClick={() => setOpen(!open)}>
        Read by {readBy.length}
        <span className="visually-hidden">: the note by {by}</span>
      </PlainButton>
      <ul id={list} hidden={!open} className="w-full text-sm text-muted">
        {readBy.map(({ name, at }) => (
          <li key={`${name} ${at}`} className="flex flex-wrap justify-between gap-x-3">
            <span className="wrap-anywhere">{name}</span>
            <When at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
