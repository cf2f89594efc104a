// One entry of one's own history in full. The server tells it by lists only: it is looked for around its own moment.
import { type Entry, mine } from '@gatehouse/contract/record/activity'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { EntryDetails } from './entry-details.tsx'
import { entryText, type Reader } from './entry-words.tsx'
import { momentIn } from './moment-in.ts'

interface OwnEntrySheetProps {
  readonly id: string
  /** As the list behind shows it; null: it does not. */
  readonly shown: Entry | null
  readonly reader: Reader
  readonly closed: To
}

export const OwnEntrySheet = ({ id, shown, reader, closed }: OwnEntrySheetProps) => {
  const timeZone = useTimeZone()
  const query = useQuery({
    queryKey: ['own activity', id],
    queryFn: async ({ signal }) => (await entriesAround(id, signal)).find((entry) => entry.id === id) ?? null,
    enabled: shown === null,
    ...(shown ? { initialData: shown } : {}),
  })
  const entry = shown ?? query.data
  return (
    <AnswerSheet
      op={mine}
      query={query}
      title={entry ? entryText(entry, reader) : 'Entry'}
      subtitle={entry && exactTime(entry.at, timeZone)}
      rows={12}
      failed="The entry could not be loaded"
      closed={closed}
    >
      {(found) => {
        const known = shown ?? found
        return known === null ? (
          <Empty title="There is no such entry">
            <p>The link may be incomplete, or the entry is not one of yours.</p>
          </Empty>
        ) : (
          <EntryDetails entry={known} reader={reader} />
        )
      }}
    </AnswerSheet>
  )
}

const aroundMs = 60_000

const entriesAround = async (id: string, signal: AbortSignal): Promise<readonly Entry[]> => {
  const at = momentIn(id)
  if (at === null) return []
  const [from, to] = [at - aroundMs, at + aroundMs].map((ms) => new Date(ms).toISOString())
  const { entries } = await call(mine, { from, to, limit: 200 }, { signal })
  return entries
}
