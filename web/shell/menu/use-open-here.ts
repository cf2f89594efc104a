// What lies over the page belongs to it: whoever goes elsewhere, also by the browser's Back, does not find it there, and
// it does not come again by itself with the page where it was opened.
import { useState } from 'react'
import { usePlace } from '../../kit/place.tsx'

/** What is open on this page, null where nothing is, and how to open it, or with null to close it. */
export const useOpenHere = <T>(): [T | null, (next: T | null) => void] => {
  const { pathname } = usePlace()
  const [open, setOpen] = useState<{ readonly what: T; readonly at: string } | null>(null)
  const isHere = open?.at === pathname
  if (open && !isHere) setOpen(null)
  return [isHere ? open.what : null, (next) => setOpen(next === null ? null : { what: next, at: pathname })]
}
