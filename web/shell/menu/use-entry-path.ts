// Under which address the menus mark the page one is on.
import { usePage } from '../../kit/page-context.tsx'
import { usePlace } from '../../kit/place.tsx'
import { currentIn } from '../top-bar/nav-pages.ts'

/** The page's own; that of the page above it where only that one is among the entries. */
export const useEntryPath = (entries: readonly { readonly path: string }[]): string => {
  const { pathname } = usePlace()
  const { breadcrumbs } = usePage()
  return currentIn(entries, pathname) < 0 ? (breadcrumbs[0]?.to ?? pathname) : pathname
}
