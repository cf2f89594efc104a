// A page with sheets over it. To what is below a sheet that opens or closes is no other place: it knows of the address only
// the query, so that none of it is drawn again. A list of many rows would otherwise be, with every sheet.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router'

interface UnderSheetProps {
  /** The address of the page without a sheet; sheets are below it. */
  readonly path: string
  /** The same element, or one that is remembered: the page itself is drawn anew with its address. */
  readonly children: ReactNode
}

export const UnderSheet = ({ path, children }: UnderSheetProps) => {
  const { location, navigationType } = useContext(LocationContext)
  const [below, setBelow] = useState({ location: { ...location, pathname: path }, navigationType })
  if (below.location.search !== location.search) setBelow({ location: { ...location, pathname: path }, navigationType })
  return (
    <HistoryKey value={location.key}>
      <LocationContext value={below}>{children}</LocationContext>
    </HistoryKey>
  )
}

const HistoryKey = createContext<string | null>(null)

/** Of the place in history at which one is, also where it is that of a sheet over what asks. */
export const useHistoryKey = (): string => {
  const { key } = useLocation()
  return useContext(HistoryKey) ?? key
}
