// The shift log on the desk: what was handed over, newest first, what of it is unread, and a new note.
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import { Suspense, useRef, useState } from 'react'
import { Can, useMissing } from '../../kit/can.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
import { Card } from '../../ui/primitives/card.tsx'
import { PlainButton } from '../../ui/primitives/plain-button.tsx'
import { NoteItem } from './note-item.tsx'
import { storedNote } from './stored-note.ts'
import { useShiftNotes } from './use-shift-notes.ts'

const NoteForm = later(async () => (await import('./note-form.tsx')).NoteForm)

export const ShiftLogCard = ({ className }: { readonly className?: string | undefined }) => {
  const { query, notes, markRead } = useShiftNotes()
  const mayWrite = useMissing(shiftNotes.write).length === 0
  const [writing, setWriting] = useState(() => mayWrite && storedNote() !== '')
  const write = useRef<HTMLSpanElement>(null)
  const unread = notes.filter(({ isRead }) => !isRead).length
  const done = () => {
    setWriting(false)
    // The form goes away, and with it what had the focus.
    requestAnimationFrame(() => write.current?.querySelector('button')?.focus())
  }
  return (
    <Card
      title="Shift log"
      note={unread > 0 ? `${unread} unread` : undefined}
      className={className}
      action={
        <Can op={shiftNotes.write}>
          <span ref={write}>
            {!writing && (
              <PlainButton bare onClick={() => setWriting(true)}>
                {storedNote() === '' ? 'Write note' : 'Continue note'}
              </PlainButton>
            )}
          </span>
        </Can>
      }
    >
      {writing && mayWrite && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <NoteForm onDone={done} />
        </Suspense>
      )}
      <View op={shiftNotes.list} query={query} rows={4} failed="The shift log could not be loaded">
        {() =>
          notes.length === 0 ? (
            <Empty title="No notes yet">
              <p>What one shift hands over to the next stands here: what is broken, who is expected, what to watch.</p>
            </Empty>
          ) : (
            // What scrolls must be within reach of the keyboard; on a phone the page scrolls.
            <section
              className="relative from-md:max-h-[30rem] from-md:overflow-auto"
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              tabIndex={0}
              aria-label="Notes of the shift log"
            >
              <ol>
                {notes.map((note) => (
                  <NoteItem key={note.id} note={note} markRead={markRead} />
                ))}
              </ol>
              <Older query={query} />
            </section>
          )
        }
      </View>
    </Card>
  )
}

const Older = ({ query }: Pick<ReturnType<typeof useShiftNotes>, 'query'>) => {
  if (!query.hasNextPage) return null
  return (
    <div className="grid justify-items-start gap-1 border-t border-t-line px-4 py-3">
      {query.isFetchNextPageError && <p role="alert">Older notes could not be loaded.</p>}
      <PlainButton aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Loading…' : query.isFetchNextPageError ? 'Retry' : 'Show older notes'}
      </PlainButton>
    </div>
  )
}
