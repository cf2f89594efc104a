// The filters of a list, kept in the URL: what is not set does not stand there. Changing one is no new page for Back.
import { useLocation, useSearchParams } from 'react-router'

export interface UrlFilters {
  /** Empty where it is not set. */
  readonly get: (name: string) => string
  readonly set: (values: Readonly<Record<string, string>>) => void
  readonly clear: () => void
}

/** `keep`: parameters that are no filters and outlive `clear`. */
export const useUrlFilters = (keep: readonly string[] = []): UrlFilters => {
  const { state } = useLocation()
  const [query, setQuery] = useSearchParams()
  const change = (by: (next: URLSearchParams) => void) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now)
        by(next)
        return next
      },
      { replace: true, state },
    )
  return {
    get: (name) => query.get(name) ?? '',
    set: (values) =>
      change((next) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
      }),
    clear: () =>
      change((next) => {
        const names = [...next.keys()].filter((name) => !keep.includes(name))
        for (const name of names) next.delete(name)
      }),
  }
}
