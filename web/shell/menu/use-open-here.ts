// What lies over the page belongs to it: whoever goes elsewhere, also by the browser's Back, does not find it there, and
// it does not come again by itself with the page where it was opened.
import { useState } from 'react'
import { usePlace } from '../../kit/place.tsx'

interface Open<T> {
  readonly what: T
  readonly at: string
  /** The page that was on its way when this was opened: its arrival closes nothing. */
  readonly next: string
}

/** What is open on this page, null where nothing is, and how to open it, or with null to close it. */
export const useOpenHere = <T>(): [T | null, (next: T | null) => void] => {
  const { pathname } = usePlace()
  const [open, setOpen] = useState<Open<T> | null>(null)
  const isHere = open?.at === pathname
  if (open && !isHere) setOpen(open.next === pathname ? { ...open, at: pathname } : null)
  return [
    isHere ? open.what : null,
    (what) => setOpen(what === null ? null : { what, at: pathname, next: window.location.pathname }),
  ]
}
