// Seconds until something may be done again.
import { useEffect, useState } from 'react'

/** What is left of `seconds`, and how to begin again. */
export const useCountdown = (seconds: number): [left: number, begin: () => void] => {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}
