// One entry in full, at an address of its own, with what proves it.
import { byId } from '@gatehouse/contract/record/activity'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { EntryDetails } from './entry-details.tsx'
import { EntryProof } from './entry-proof.tsx'
import { entryText } from './entry-words.tsx'

interface EntrySheetProps {
  readonly id: string
  readonly closed: To
}

const soonMs = 3_000

export const EntrySheet = ({ id, closed }: EntrySheetProps) => {
  const timeZone = useTimeZone()
  const query = useQuery({
    ...queryOf(byId, { id }),
    // Sealed within moments of being written.
    refetchInterval: ({ state: { data } }) => (data?.proof === null ? soonMs : false),
  })
  const entry = query.data?.entry
  return (
    <AnswerSheet
      op={byId}
      query={query}
      title={entry ? entryText(entry) : 'Entry'}
      subtitle={entry && exactTime(entry.at, timeZone)}
      foot={<CopyButton text={`${window.location.origin}/activity-logs/${id}`} label="Copy the link" />}
      rows={12}
      failed="The entry could not be loaded"
      gone={{
        title: 'There is no such entry',
        says: 'The link may be incomplete, or the entry is of another company.',
      }}
      closed={closed}
    >
      {({ entry: found, proof }) => (
        <EntryDetails entry={found} reader={null}>
          <EntryProof proof={proof} />
        </EntryDetails>
      )}
    </AnswerSheet>
  )
}
