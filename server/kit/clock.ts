// The server's time: what it is, what is due later, and what is done again and again. Whatever the product decides by time
// goes through here, so that tests can hold the clock and move it (clock.testing.ts). Two things do not: how long work
// took (metrics), and how long a socket, a process or the store may be silent; those are about real time (`realTime`).
import type { Logger } from 'pino'

export interface Timer {
  cancel(): void
}

export interface Loop {
  /** Runs the work now; where it runs at this moment, once more when it has ended. */
  wake(): void
  /** No further run begins; resolves when the work that runs has ended. */
  stop(): Promise<void>
}

export interface LoopOptions {
  readonly log: Pick<Logger, 'debug' | 'warn' | 'error'>
  /** The log line of a run that failed. */
  readonly failure: string
  /** The level of that line; a warning where absent. */
  readonly level?: 'debug' | 'warn' | 'error'
  /** When the first run begins; after a pause as between runs, where absent. */
  readonly firstMs?: number
  /** A run that comes while this answers false is left out. */
  readonly when?: () => boolean
  /**
   * After a run it rests so many times as long as the run took, where that is more than the pause, up to `mostMs`: work that
   * grows does not take the machine over.
   */
  readonly rest?: { readonly times: number; readonly mostMs: number }
  /** By the machine's clock, which tests do not move: for what watches sockets, processes or the store. */
  readonly realTime?: boolean
}

export interface Throttle {
  /** Runs the work after the delay; where that is due already, this call is one with those before it. */
  call(): void
  /** No further run begins; answers whether one was due. */
  stop(): boolean
}

/** Where time comes from. */
export interface TimeSource {
  /** Milliseconds since 1970, UTC. */
  ms(): number
  /** Milliseconds that only grow, also where the system's clock is set back: for durations. */
  steadyMs(): number
  /**
   * Calls `work` in `ms` milliseconds. `repeats`: of a loop, which does not make up for the runs that a jump of the
   * clock leaves out.
   */
  after(ms: number, work: () => unknown, repeats: boolean): Timer
}

const systemTime: TimeSource = {
  ms: () => Date.now(),
  steadyMs: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return { cancel: () => clearTimeout(timer) }
  },
}

let source = systemTime

/** For tests: from now on, time comes from there. */
export const takeTimeFrom = (other: TimeSource): void => {
  source = other
}

const ms = (): number => source.ms()

const after = (delayMs: number, work: () => unknown): Timer => source.after(delayMs, work, false)

/**
 * Runs `work` over and over, `pauseMs` after the end of the run before and never twice at once. A run that fails is logged,
 * unless it failed by the stop, and the next one comes as usual. `stopped` is aborted by `stop`: for work in many parts.
 */
const every = (
  pauseMs: number,
  work: (stopped: AbortSignal) => unknown,
  { log, failure, level = 'warn', firstMs = pauseMs, when = always, rest, realTime = false }: LoopOptions,
): Loop => {
  const stopping = new AbortController()
  const stopped = stopping.signal
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let again = false

  const schedule = (inMs: number) => {
    timer = (realTime ? systemTime : source).after(inMs, run, true)
  }
  // Later than the assignment of `running`, which it ends.
  const run = (): Promise<void> => (running ??= Promise.resolve().then(runOnce))
  const isDue = () => again && !stopped.aborted
  const runOnce = async () => {
    timer?.cancel()
    const began = performance.now()
    do {
      again = false
      try {
        if (when()) await work(stopped)
      } catch (error) {
        if (!stopped.aborted) log[level]({ error }, failure)
      }
    } while (isDue())
    running = undefined
    const tookMs = performance.now() - began
    if (!stopped.aborted) schedule(rest ? Math.max(pauseMs, Math.min(rest.mostMs, tookMs * rest.times)) : pauseMs)
  }
  schedule(firstMs)

  return {
    wake() {
      if (stopped.aborted) return
      if (running) again = true
      else void run()
    },
    async stop() {
      stopping.abort()
      timer?.cancel()
      await running
    },
  }
}

const always = () => true

/** Runs `work` `delayMs` after the first call of several: what is called for in a stream is neither done each time nor put off. */
const throttle = (delayMs: number, work: () => unknown): Throttle => {
  let timer: Timer | undefined
  let stopped = false
  const run = () => {
    timer = undefined
    return work()
  }
  return {
    call() {
      if (!stopped) timer ??= after(delayMs, run)
    },
    stop() {
      stopped = true
      timer?.cancel()
      return timer !== undefined
    },
  }
}

/** Resolves after `delayMs`; at once when `signal` is aborted. */
const sleep = (delayMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      timer.cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = after(delayMs, end)
    signal?.addEventListener('abort', end, { once: true })
  })

/** What `work` resolves to; throws where it takes longer than `patienceMs` of real time. */
const within = async <T>(patienceMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<never>((_, reject) => {
    // The answer may be there already, waiting for a busy moment of ours to pass: it goes first.
    timer = setTimeout(() => setImmediate(reject, new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  })
  try {
    return await Promise.race([work, impatience])
  } finally {
    clearTimeout(timer)
  }
}

export const clock = {
  /** Milliseconds since 1970, UTC. */
  ms,
  now: (): Date => new Date(ms()),
  /** The same as ISO 8601. */
  iso: (): string => new Date(ms()).toISOString(),
  steadyMs: (): number => source.steadyMs(),
  after,
  every,
  throttle,
  sleep,
  within,
} as const
