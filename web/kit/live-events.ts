// Live events for a component that does more with them than keep a cache right.
import type { LiveEvent, Payload } from '@gatehouse/contract/operation'
import { useEffect, useEffectEvent } from 'react'

interface Ear {
  // A method, so that each ear may name the payloads of its own event.
  hear(payloads: readonly unknown[]): void
}

const ears = new Map<string, Set<Ear>>()

export const hearEvents = (batch: ReadonlyMap<string, readonly unknown[]>): void => {
  for (const [name, payloads] of batch) for (const ear of ears.get(name) ?? []) ear.hear(payloads)
}

/** Calls with the payloads of each batch while the component is there. */
export const useLiveEvent = <E extends LiveEvent>(
  { name }: E,
  onBatch: (payloads: readonly Payload<E>[]) => void,
): void => {
  const heard = useEffectEvent(onBatch)
  useEffect(() => {
    const mine = ears.get(name) ?? new Set()
    ears.set(name, mine)
    const ear: Ear = {
      hear(payloads: readonly Payload<E>[]) {
        heard(payloads)
      },
    }
    mine.add(ear)
    return () => void mine.delete(ear)
  }, [name])
}
