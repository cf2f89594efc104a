// Live events for a component that does more with them than keep a cache right.
import type { LiveEvent, Operation, Output, Payload } from '@gatehouse/contract/operation'
import { useEffect, useEffectEvent } from 'react'
import { singleton } from '../application.ts'

interface Listener {
  // A method, so that each listener may name the payloads of its own event.
  on(payloads: readonly unknown[]): void
}

export interface LiveEvents {
  readonly emit: (batch: ReadonlyMap<string, readonly unknown[]>) => void
  readonly subscribe: (name: string, listener: Listener) => () => void
}

export const createLiveEvents = (): LiveEvents => {
  const listeners = new Map<string, Set<Listener>>()
  return {
    emit: (batch) => {
      for (const [name, payloads] of batch) for (const { on } of listeners.get(name) ?? []) on(payloads)
    },
    subscribe: (name, listener) => {
      const ofName = listeners.get(name) ?? new Set()
      listeners.set(name, ofName)
      ofName.add(listener)
      return () => void ofName.delete(listener)
    },
  }
}

export const liveEvents = singleton(createLiveEvents)

/** Calls with the payloads of each batch while the component is there. */
export const useLiveEvent = <E extends LiveEvent>(
  { name }: E,
  onBatch: (payloads: readonly Payload<E>[]) => void,
): void => {
  const emitted = useEffectEvent(onBatch)
  useEffect(
    () =>
      liveEvents().subscribe(name, {
        on(payloads: readonly Payload<E>[]) {
          emitted(payloads)
        },
      }),
    [name],
  )
}

/** Calls with the answer of a command that was done from this page and touches its domain, while the component is there. */
export const useAnswer = <Op extends Operation>({ name }: Op, onAnswer: (answer: Output<Op>) => void): void => {
  const answered = useEffectEvent(onAnswer)
  useEffect(
    () =>
      liveEvents().subscribe(name, {
        on: ([answer]: readonly Output<Op>[]) => {
          if (answer !== undefined) answered(answer)
        },
      }),
    [name],
  )
}
