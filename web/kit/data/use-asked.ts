// Asking again because an event says that something has changed, without saying what.
import type { LiveEvent } from '@gatehouse/contract/operation'
import { useMemo } from 'react'
import { useLiveEvent } from '../live/live-events.ts'
import { queryClient } from './queries.ts'

const restMs = 1_000

/** Asks again for what begins with this key, at most once a second however often the event comes. */
export const useAsked = (queryKey: readonly unknown[], event: LiveEvent): void => {
  const asking = useMemo(() => askAtRest(queryKey), [queryKey])
  useLiveEvent(event, asking)
}

const askAtRest = (queryKey: readonly unknown[]) => {
  let resting = false
  let again = false
  const ask = () => {
    again = false
    resting = true
    void queryClient().invalidateQueries({ queryKey })
    setTimeout(() => {
      resting = false
      if (again) ask()
    }, restMs)
  }
  return () => {
    if (resting) again = true
    else ask()
  }
}
