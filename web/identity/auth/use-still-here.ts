// Whether the page that began something is still the one that is open: who has gone elsewhere is not fetched back.
import { useEffect, useRef } from 'react'

export const useStillHere = (): (() => boolean) => {
  const here = useRef<string | null>(null)
  useEffect(() => {
    here.current = window.location.pathname
    return () => {
      here.current = null
    }
  }, [])
  // The address changes before the page does.
  return () => here.current === window.location.pathname
}
