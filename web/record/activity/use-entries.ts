// The entries that pass the filters, and how many newer ones wait to be shown.
import type { Entry } from '@gatehouse/contract/record/activity'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LogPage } from '../../kit/data/log-pages.ts'
import { type AskPage, type LogPages, useLogPages } from '../../kit/data/use-log.ts'
import { newerThan } from './newer.ts'

/** As many are looked for; with as many as this there may be more. */
export const mostNewer = 20
const lookEveryMs = 30_000
const nothingYet: LogPage<Entry> = { rows: [], next: null }

/** `key`: what is asked for. */
export const useEntries = (key: readonly unknown[], ask: AskPage<Entry>) => {
  const cache = useQueryClient()
  const queryKey = ['activity', ...key]
  const { query, rows } = useLogPages({ queryKey, ask, unseen: true })

  // There is no event for it: what is new is looked for now and then, and only offered.
  const newest = useQuery({
    queryKey: ['newest activity', ...key],
    queryFn: ({ signal }) => ask({ limit: mostNewer }, signal),
    enabled: query.isSuccess,
    refetchInterval: lookEveryMs,
    // Not at once: what is shown has only just been asked for.
    initialData: nothingYet,
    staleTime: lookEveryMs,
    refetchOnMount: 'always',
    retry: false,
  }).data.rows
  const newer = query.isFetching ? 0 : newerThan(rows, newest)

  const showNewer = async () => {
    // From the top: what lies below is fetched again as one scrolls there.
    cache.setQueryData<LogPages<Entry>>(
      queryKey,
      (known) => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
    )
    await query.refetch()
  }

  return { query, rows, newer, showNewer }
}
