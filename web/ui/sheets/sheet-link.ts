// The addresses of side sheets: a sheet is open because the URL says so.
import { type To, useLocation, useSearchParams } from 'react-router'

/** State of a link that opens a sheet over the page it is on: closing then goes back instead of on. */
export const opensSheet = { sheet: true } as const

export const isOpenedHere = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'sheet' in state && state.sheet === true

export interface SheetAddress {
  /** What the sheet is about; null: closed. */
  readonly id: string | null
  readonly to: (id: string) => To
  readonly closed: To
}

/** A sheet that a query parameter opens (`?role=…`), beside the page's filters. `own`: parameters of the sheet, which go with it. */
export const useSheetAddress = (name: string, own: readonly string[] = []): SheetAddress => {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const address = (id: string | null): To => {
    const next = new URLSearchParams([...query].filter(([param]) => !own.includes(param)))
    if (id === null) next.delete(name)
    else next.set(name, id)
    return { pathname, search: next.toString() }
  }
  return { id: query.get(name), to: address, closed: address(null) }
}
