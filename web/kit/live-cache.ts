// How live events correct fetched data: which event changes which operation's answer, and never the other way round.
import type { LiveEvent, Operation, Output, Payload } from '@gatehouse/contract/operation'
import type { QueryClient } from '@tanstack/react-query'

/** One event's say over one operation's answer; made by `corrects`, `refetches` and `refetchesWhen`. */
export interface Correction {
  readonly event: string
  /** Changes every cached answer. */
  readonly toCache: (cache: QueryClient, payloads: readonly unknown[]) => void
  /** Changes one answer that was on its way while the events arrived. */
  readonly toAnswer: (op: Operation, answer: unknown, payloads: readonly unknown[]) => unknown
}

/** Applies payloads, oldest first, to a cached answer. Must give the same when applied twice. */
export type Apply<Op extends Operation, E extends LiveEvent> = (
  answer: Output<Op>,
  payloads: readonly Payload<E>[],
) => Output<Op>

export const corrects = <Op extends Operation, E extends LiveEvent>(
  op: Op,
  event: E,
  apply: Apply<Op, E>,
): Correction => ({
  event: event.name,
  toCache: (cache, payloads) => {
    const known = readable(event, payloads)
    if (known.length === 0) return
    cache.setQueriesData<Output<Op>>({ queryKey: [`${op.method} ${op.path}`] }, (answer) =>
      answer === undefined ? undefined : apply(answer, known),
    )
  },
  toAnswer: (asked, answer, payloads) =>
    asked === op ? apply(answer as Output<Op>, readable(event, payloads)) : answer,
})

/** The event only tells that the answer may have changed: ask again, at most once a second however many come. */
export const refetches = (op: Operation, event: LiveEvent): Correction => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let again = false
  const ask = (cache: QueryClient) => {
    again = false
    void cache.invalidateQueries({ queryKey: [`${op.method} ${op.path}`] })
    waiting = setTimeout(() => {
      waiting = undefined
      if (again) ask(cache)
    }, 1_000)
  }
  return {
    event: event.name,
    toCache: (cache) => {
      if (waiting === undefined) ask(cache)
      else again = true
    },
    toAnswer: (_, answer) => answer,
  }
}

/** As `refetches`, but only when the answer does not know what the event is about. */
export const refetchesWhen = <Op extends Operation, E extends LiveEvent>(
  op: Op,
  event: E,
  unknown: (answer: Output<Op>, payload: Payload<E>) => boolean,
): Correction => ({
  event: event.name,
  toCache: (cache, payloads) => {
    const known = readable(event, payloads)
    for (const [queryKey, answer] of cache.getQueriesData<Output<Op>>({ queryKey: [`${op.method} ${op.path}`] })) {
      if (answer === undefined || !known.some((payload) => unknown(answer, payload))) continue
      void cache.invalidateQueries({ queryKey, exact: true })
    }
  },
  toAnswer: (_, answer) => answer,
})

const corrections = new Map<string, Correction[]>()
const recorders = new Set<Map<string, unknown[]>>()

export const registerCorrections = (list: readonly Correction[]): void => {
  for (const correction of list) {
    const known = corrections.get(correction.event) ?? []
    if (!known.includes(correction)) corrections.set(correction.event, [...known, correction])
  }
}

/** Applies what arrived since the last frame, grouped by event name. */
export const applyEvents = (cache: QueryClient, byName: ReadonlyMap<string, readonly unknown[]>): void => {
  for (const [name, payloads] of byName) {
    for (const recorder of recorders) recorder.set(name, [...(recorder.get(name) ?? []), ...payloads])
    for (const correction of corrections.get(name) ?? []) correction.toCache(cache, payloads)
  }
}

/**
 * Runs a fetch; events that arrive before its answer are applied to the answer as well, so that a slow answer never
 * puts an older state over a newer one.
 */
export const whileFetching = async <Op extends Operation>(
  op: Op,
  fetchAnswer: () => Promise<Output<Op>>,
): Promise<Output<Op>> => {
  const recorder = new Map<string, unknown[]>()
  recorders.add(recorder)
  try {
    let answer: unknown = await fetchAnswer()
    for (const [name, payloads] of recorder) {
      for (const correction of corrections.get(name) ?? []) answer = correction.toAnswer(op, answer, payloads)
    }
    return answer as Output<Op>
  } finally {
    recorders.delete(recorder)
  }
}

// What does not have the event's shape comes from a newer server: it is left out, and the value it was about ages.
const readable = <E extends LiveEvent>(event: E, payloads: readonly unknown[]): Payload<E>[] =>
  payloads.flatMap((payload) => {
    const parsed = event.shape.safeParse(payload)
    return parsed.success ? [parsed.data as Payload<E>] : []
  })
