// The server's time: what it is, what is due later, and what is done again and again. Whatever the product decides by time
// goes through here, so that tests can hold the clock and move it (clock.testing.ts). Two things do not: how long work
// took (metrics), and how long a socket, a process or the store may be silent; those are about real time.

export interface Timer {
  cancel(): void
}

export interface Loop {
  /** Runs the work now; where it runs at this moment, once more when it has ended. */
  wake(): void
  /** No further run begins; resolves when the work that runs has ended. */
  stop(): Promise<void>
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
 * Runs `work` over and over, `pauseMs` after the end of the run before, for the first time after `firstMs`. What `work`
 * throws ends the process: it deals with its own failures.
 */
const every = (
  pauseMs: number,
  work: () => unknown,
  { firstMs = pauseMs }: { readonly firstMs?: number } = {},
): Loop => {
  let timer: Timer | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  const schedule = (inMs: number) => {
    timer = source.after(inMs, run, true)
  }
  // Later than the assignment of `running`, which it ends.
  const run = (): Promise<void> => (running ??= Promise.resolve().then(runOnce))
  const isDue = () => again && !stopped
  const runOnce = async () => {
    timer?.cancel()
    do {
      again = false
      await work()
    } while (isDue())
    running = undefined
    if (!stopped) schedule(pauseMs)
  }
  schedule(firstMs)

  return {
    wake() {
      if (stopped) return
      if (running) again = true
      else void run()
    },
    async stop() {
      stopped = true
      timer?.cancel()
      await running
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

export const clock = {
  /** Milliseconds since 1970, UTC. */
  ms,
  now: (): Date => new Date(ms()),
  /** The same as ISO 8601. */
  iso: (): string => new Date(ms()).toISOString(),
  steadyMs: (): number => source.steadyMs(),
  after,
  every,
  sleep,
} as const
