// Whether the page that began something is still the one that is open: who has gone elsewhere is not fetched back.
import { useEffect, useRef } from 'react'

export const useStillHere = (): (() => boolean) => {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}
