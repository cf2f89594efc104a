// Reading an answer again when an event is about the same: for what no correction can work out.
import type { LiveEvent, Payload } from '@gatehouse/contract/operation'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLiveEvent } from './live-events.ts'

/** `isAbout` says which of the events may change the answer that is kept under the key. */
export const useReadAgain = <E extends LiveEvent>(
  queryKey: QueryKey,
  event: E,
  isAbout: (payload: Payload<E>) => boolean,
): void => {
  const cache = useQueryClient()
  useLiveEvent(event, (payloads) => {
    if (payloads.some(isAbout)) void cache.invalidateQueries({ queryKey })
  })
}
