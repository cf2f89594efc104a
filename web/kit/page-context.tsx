// Which page one is on, as it calls itself: said by the head of the page, read by whatever stands around it.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

export interface Breadcrumb {
  readonly label: string
  readonly to: string
}

export interface Page {
  /** null: none has said it yet. */
  readonly pageTitle: string | null
  readonly breadcrumbs: readonly Breadcrumb[]
}

const unnamed: Page = { pageTitle: null, breadcrumbs: [] }

const PageContext = createContext(unnamed)
const NamePage = createContext<(page: Page) => void>(() => {})

export const usePage = (): Page => useContext(PageContext)

/** What the page says of itself, for as long as it is there. */
export const useNamedPage = (pageTitle: string | undefined, breadcrumbs: readonly Breadcrumb[] = []): void => {
  const name = useContext(NamePage)
  const trail = JSON.stringify(breadcrumbs)
  useEffect(() => {
    if (pageTitle === undefined) return undefined
    name({ pageTitle, breadcrumbs: JSON.parse(trail) })
    return () => name(unnamed)
  }, [name, pageTitle, trail])
}

/** For who knows the name of the page without being its head. */
export const NamedPage = ({ title }: { readonly title: string }) => {
  useNamedPage(title)
  return null
}

export const PageProvider = ({ children }: { readonly children: ReactNode }) => {
  const [page, setPage] = useState(unnamed)
  return (
    <NamePage value={setPage}>
      <PageContext value={page}>{children}</PageContext>
    </NamePage>
  )
}
