// How live events correct fetched data: which event changes which operation's answer, and never the other way round. An
// event that touches its domain has all read again that shows it, and needs no correction.
import type { LiveEvent, Operation, Output, Payload } from '@gatehouse/contract/operation'
import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { showing, touchingEvents } from '../data/touch.ts'

/** One event's say over one operation's answer; made by `corrects`, `refetches` and `refetchesWhen`. */
export interface Correction {
  readonly event: string
  // A method, so that each correction may name the payloads of its own event.
  toCache(cache: QueryClient, payloads: readonly unknown[]): void
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
  toCache(cache, payloads: readonly Payload<E>[]) {
    cache.setQueriesData<Output<Op>>(answersOf(op), (answer) =>
      answer === undefined ? undefined : apply(answer, payloads),
    )
  },
})

/** The event only tells that the answer may have changed: ask again, at most once a second however many come. */
export const refetches = (op: Operation, event: LiveEvent): Correction => {
  const refetch = createRefetch({ queryKey: keyOf(op) })
  return {
    event: event.name,
    toCache(cache) {
      refetch(cache)
    },
  }
}

const restMs = 1_000

/** Has answers fetched again, of each cache at most once a second however often it is called. */
const createRefetch = (filters: QueryFilters): ((cache: QueryClient) => void) => {
  const waiting = new WeakMap<QueryClient, { again: boolean }>()
  const refetch = (cache: QueryClient): void => {
    const underWay = waiting.get(cache)
    if (underWay) {
      underWay.again = true
      return
    }
    const begun = { again: false }
    waiting.set(cache, begun)
    void cache.invalidateQueries(filters)
    setTimeout(() => {
      waiting.delete(cache)
      if (begun.again) refetch(cache)
    }, restMs)
  }
  return refetch
}

/** As `refetches`, but only when the answer does not know what the event is about. */
export const refetchesWhen = <Op extends Operation, E extends LiveEvent>(
  op: Op,
  event: E,
  unknown: (answer: Output<Op>, payload: Payload<E>) => boolean,
): Correction => ({
  event: event.name,
  toCache(cache, payloads: readonly Payload<E>[]) {
    for (const [queryKey, answer] of cache.getQueriesData<Output<Op>>(answersOf(op))) {
      if (answer === undefined || !payloads.some((payload) => unknown(answer, payload))) continue
      void cache.invalidateQueries({ queryKey, exact: true })
    }
  },
})

/** The key of an operation's answers in the cache, of all of them when no input is given. */
export const keyOf = (op: Operation, input?: unknown): readonly unknown[] =>
  input === undefined ? [op.name] : [op.name, input]

/** The key of an operation's answers page after page, as lists have them: read again as a single answer is, and not corrected. */
export const pagesKeyOf = (op: Operation, input: unknown): readonly unknown[] => [...keyOf(op, input), 'pages']

const answersOf = (op: Operation): QueryFilters => ({
  queryKey: keyOf(op),
  predicate: ({ queryKey }) => queryKey.at(-1) !== 'pages',
})

/** What happened, and so has a moment of its own. */
export type Timed = { readonly id: string } & ({ readonly at: string } | { readonly timestamp: string })

export const momentOf = (row: Timed): number => Date.parse('at' in row ? row.at : row.timestamp)

/** Newest first; what is there already is replaced by what is said of it now. */
export const newestFirst = <R extends Timed>(known: readonly R[], more: readonly R[]): R[] => {
  const byId = new Map([...known, ...more].map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) => momentOf(b) - momentOf(a) || (a.id < b.id ? 1 : -1))
}

type Batch = ReadonlyMap<string, readonly unknown[]>

type Recorder = Map<string, readonly unknown[]>

// What the modules that have been loaded say of events, as constant as they are; and of each cache what records for it.
const corrections = new Map<string, Correction[]>()
const recordersOf = new WeakMap<QueryClient, Set<Recorder>>()

export const registerCorrections = (list: readonly Correction[]): void => {
  for (const correction of list) {
    const known = corrections.get(correction.event) ?? []
    if (!known.includes(correction)) corrections.set(correction.event, [...known, correction])
  }
}

/** Applies what arrived since the last frame, grouped by event name. */
export const applyEvents = (cache: QueryClient, batch: Batch): void => {
  for (const recorder of recordersOf.get(cache) ?? []) {
    for (const [name, payloads] of batch) recorder.set(name, [...(recorder.get(name) ?? []), ...payloads])
  }
  correct(cache, batch)
}

/**
 * Runs a fetch; events that arrive before its answer are applied once more after it, so that a slow answer never leaves
 * an older state over a newer one.
 */
export const whileFetching = async <T>(cache: QueryClient, fetchAnswer: () => Promise<T>): Promise<T> => {
  const recorder: Recorder = new Map()
  const recorders = recordersOf.get(cache) ?? new Set()
  recordersOf.set(cache, recorders.add(recorder))
  try {
    const answer = await fetchAnswer()
    // The answer is in the cache once its promise has been dealt with.
    if (recorder.size > 0) setTimeout(() => correct(cache, recorder))
    return answer
  } finally {
    recorders.delete(recorder)
  }
}

const readers = new Map([...touchingEvents].map((name) => [name, createRefetch(showing(name))]))

const correct = (cache: QueryClient, batch: Batch): void => {
  for (const [name, payloads] of batch) {
    readers.get(name)?.(cache)
    for (const correction of corrections.get(name) ?? []) correction.toCache(cache, payloads)
  }
}
