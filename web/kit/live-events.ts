// Live events for a component that does more with them than keep a cache right.
import type { LiveEvent, Payload } from '@gatehouse/contract/operation'
import { useEffect, useEffectEvent } from 'react'

const ears = new Map<string, Set<(payloads: readonly unknown[]) => void>>()

export const hearEvents = (byName: ReadonlyMap<string, readonly unknown[]>): void => {
  for (const [name, payloads] of byName) for (const ear of ears.get(name) ?? []) ear(payloads)
}

/** Calls with the payloads of each batch while the component is there. */
export const useLiveEvent = <E extends LiveEvent>(event: E, onBatch: (payloads: Payload<E>[]) => void): void => {
  const heard = useEffectEvent((payloads: readonly unknown[]) => {
    const known = payloads.flatMap((payload) => {
      const parsed = event.shape.safeParse(payload)
      return parsed.success ? [parsed.data as Payload<E>] : []
    })
    if (known.length > 0) onBatch(known)
  })
  const { name } = event
  useEffect(() => {
    const mine = ears.get(name) ?? new Set()
    ears.set(name, mine)
    const ear = (payloads: readonly unknown[]) => heard(payloads)
    mine.add(ear)
    return () => void mine.delete(ear)
  }, [name])
}
