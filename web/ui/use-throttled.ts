// The newest value, but not more often than the eye needs it.
import { useEffect, useRef, useState } from 'react'

export const useThrottled = <T>(value: T, everyMs: number): T => {
  const [shown, setShown] = useState(value)
  const newest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    newest.current = value
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setShown(newest.current)
    }, everyMs)
  }, [value, everyMs])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return shown
}
