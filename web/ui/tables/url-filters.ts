// The filters of a list, kept in the URL: what is not set does not stand there. Changing one is no new page for Back.
import { useContext, useMemo } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useSearchParams } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams

/**
 * The query that is drawn, and how to change it. A change begins with what the address is about to be: two in quick
 * succession both count. docs/decisions/0038-a-filter-is-changed-in-the-newest-address.md
 */
export const useUrlQuery = (): readonly [URLSearchParams, (by: Change) => void] => {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { pathname, state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const change = (by: Change) => {
    const newest = router?.state.navigation.location ?? router?.state.location
    const now = newest?.pathname === pathname ? new URLSearchParams(newest.search) : new URLSearchParams(query)
    setQuery(by(now), { replace: true, state })
  }
  return [query, change]
}

/** Filters as one record, as they are read out of the query and written into it. */
export const useQueryFilters = <F extends object>(
  read: (query: URLSearchParams) => F,
  write: (filters: F) => URLSearchParams,
): readonly [F, (changed: Partial<F>) => void] => {
  const [query, change] = useUrlQuery()
  const filters = useMemo(() => read(query), [read, query])
  return [filters, (changed) => change((now) => write({ ...read(now), ...changed }))]
}

export interface UrlFilters {
  /** Empty where it is not set. */
  readonly get: (name: string) => string
  readonly set: (values: Readonly<Record<string, string>>) => void
  readonly clear: () => void
}

/** `keep`: parameters that are no filters and outlive `clear`, besides the order. */
export const useUrlFilters = (keep: readonly string[] = []): UrlFilters => {
  const [query, change] = useUrlQuery()
  return {
    get: (name) => query.get(name) ?? '',
    set: (values) =>
      change((now) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') now.delete(name)
          else now.set(name, value)
        }
        return now
      }),
    clear: () =>
      change((now) => new URLSearchParams([...now].filter(([name]) => name === 'sort' || keep.includes(name)))),
  }
}
