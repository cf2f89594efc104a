// One entry in full, at an address of its own, with what proves it.
import { byId } from '@gatehouse/contract/record/activity'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { isStatus } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { exactTime, useTimeZone } from '../../kit/time.ts'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { Empty, SkeletonRows, View } from '../../ui/feedback/states.tsx'
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
  if (isStatus(query.error, 404) || isStatus(query.error, 422)) {
    return (
      <SideSheet title="Entry" closed={closed}>
        <Empty title="There is no such entry">
          <p>The link may be incomplete, or the entry is of another company.</p>
        </Empty>
      </SideSheet>
    )
  }
  return (
    <SideSheet
      title={entry ? entryText(entry) : 'Entry'}
      subtitle={entry && exactTime(entry.at, timeZone)}
      closed={closed}
      foot={<CopyButton text={`${window.location.origin}/activity-logs/${id}`} label="Copy the link" />}
    >
      <View op={byId} query={query} skeleton={<SkeletonRows rows={12} />} failed="The entry could not be loaded">
        {({ entry: found, proof }) => (
          <div className="grid grid-cols-1 gap-6 [&_code]:text-sm [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dd]:whitespace-pre-line [&_dl]:p-0 [&_p]:mb-2">
            <EntryDetails entry={found} reader={null} />
            <EntryProof proof={proof} />
          </div>
        )}
      </View>
    </SideSheet>
  )
}
