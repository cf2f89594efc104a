// The notes of the shift log, newest first: a few at first, older ones when they are wanted. The contract says what has
// them read again: a note that is written or read, here or elsewhere.
import * as shiftNotes from '@gatehouse/contract/safety/shift-notes'
import type { ShiftNote } from '@gatehouse/contract/safety/shift-notes'
import type { Output } from '@gatehouse/contract/operation'
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { call } from '../../kit/data/api.ts'
import { pagesKeyOf } from '../../kit/live/live-cache.ts'

const pageLength = 5

type Page = Output<typeof shiftNotes.list>

const queryKey = pagesKeyOf(shiftNotes.list, { limit: pageLength })

export const useShiftNotes = () => {
  const cache = useQueryClient()
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        shiftNotes.list,
        { limit: pageLength, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: useMissing(shiftNotes.list).length === 0,
  })
  const markRead = async ({ id }: ShiftNote): Promise<void> => {
    const { note } = await call(shiftNotes.read, { id })
    // Before all is read again: the button does not come back for a moment.
    cache.setQueryData<InfiniteData<Page>>(queryKey, (known) => known && withNote(known, note))
  }
  return { query, notes: notesIn(query.data?.pages ?? []), markRead }
}

// What is written while one pages moves the rows: a note that comes twice is shown once.
const notesIn = (pages: readonly Page[]): readonly ShiftNote[] => [
  ...new Map(pages.flatMap(({ notes }) => notes.map((note) => [note.id, note] as const))).values(),
]

const withNote = (known: InfiniteData<Page>, changed: ShiftNote): InfiniteData<Page> => ({
  ...known,
  pages: known.pages.map((page) => ({
    ...page,
    notes: page.notes.map((note) => (note.id === changed.id ? changed : note)),
  })),
})
