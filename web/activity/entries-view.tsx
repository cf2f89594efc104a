// A list of entries in each of its states: loading, failed, empty, there.
import type { Entry } from '@gatehouse/contract/activity'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, SkeletonRows } from '../ui/states.tsx'
import styles from './activity.module.css'
import { EntryList } from './entry-list.tsx'
import type { Reader } from './entry-words.tsx'

interface EntriesViewProps {
  readonly label: string
  readonly entries: readonly Entry[]
  readonly query: UseInfiniteQueryResult
  readonly newer: number
  readonly showNewer: () => Promise<void>
  readonly reader: Reader | null
  readonly to: (id: string) => string
  /** Another list begins with another of these. */
  readonly listKey: string
  readonly empty: ReactNode
}

export const EntriesView = (props: EntriesViewProps) => {
  const { label, entries, query, newer, showNewer, reader, to, listKey, empty } = props
  return (
    <section className={styles.log} aria-label={label} aria-busy={query.isPending}>
      {query.isPending && (
        <>
          <output className="visually-hidden">Loading</output>
          <SkeletonRows rows={14} className={styles.bones} />
        </>
      )}
      {query.isError && entries.length === 0 && (
        <Failed what="The entries could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && entries.length === 0 && empty}
      {entries.length > 0 && (
        <EntryList
          key={listKey}
          label={label}
          entries={entries}
          query={query}
          reader={reader}
          to={to}
          newer={newer}
          onShowNewer={showNewer}
        />
      )}
    </section>
  )
}
