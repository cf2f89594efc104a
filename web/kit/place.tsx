// Where one is and how one goes elsewhere: said by the router in the application, by the browser in a public document,
// and by the server while a document is rendered ahead. What is shown in all three asks here and knows no router.
import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from 'react'

export interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What whoever led here said about it. */
  readonly state: unknown
  readonly go: (to: string, options?: Going) => void
}

export interface Going {
  readonly replace?: boolean
  readonly state?: unknown
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, Going {
  readonly to: string
}

export interface Ways {
  readonly place: Place
  readonly Link: ComponentType<LinkProps>
}

/** A link that the browser itself follows. */
export const DocumentLink = ({ to, state: _state, replace: _replace, children, ...anchor }: LinkProps) => (
  <a {...anchor} href={to}>
    {children}
  </a>
)

/** How a document is left: the browser fetches the next one. */
export const goByDocument: Place['go'] = (to, { replace } = {}) =>
  replace ? window.location.replace(to) : window.location.assign(to)

const nowhere: Ways = {
  place: { pathname: '/', search: '', hash: '', state: null, go: goByDocument },
  Link: DocumentLink,
}

const Here = createContext(nowhere)

export const PlaceProvider = Here.Provider

export const usePlace = (): Place => useContext(Here).place

export const Link = (props: LinkProps) => {
  const { Link: Way } = useContext(Here)
  return <Way {...props} />
}
