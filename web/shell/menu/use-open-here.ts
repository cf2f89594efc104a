// What lies over the page belongs to it: whoever goes elsewhere, also by the browser's Back, does not find it there, and
// it does not come again by itself with the page where it was opened.
import { useState } from 'react'
import { usePlace } from '../../kit/place.tsx'

/** What is open on this page, null where nothing is, and how to open it, or with null to close it. */
export const useOpenHere = <T>(): [T | null, (next: T | null) => void] => {
  // Asked again with each page that is shown.
  usePlace()
  const [open, setOpen] = useState<{ readonly what: T; readonly at: string } | null>(null)
  // The browser's address is the next page's as soon as that one is on its way: its arrival closes nothing that was
  // opened meanwhile.
  const isHere = open !== null && open.at === window.location.pathname
  if (open && !isHere) setOpen(null)
  const show = (next: T | null) => setOpen(next === null ? null : { what: next, at: window.location.pathname })
  return [isHere ? open.what : null, show]
}
