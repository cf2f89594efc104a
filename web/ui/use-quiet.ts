// The newest value once it has been quiet for a while: what is asked of the server follows typing at a distance.
import { useEffect, useEffectEvent, useState } from 'react'

/** `isNewest`: it is not followed by another one yet. */
export const useQuiet = <T>(value: T, quietMs: number): { readonly quiet: T; readonly isNewest: boolean } => {
  const key = JSON.stringify(value)
  const [settled, setSettled] = useState({ key, value })
  const settle = useEffectEvent((newest: string) => setSettled({ key: newest, value }))
  useEffect(() => {
    const timer = setTimeout(() => settle(key), quietMs)
    return () => clearTimeout(timer)
  }, [key, quietMs])
  return { quiet: settled.value, isNewest: settled.key === key }
}
