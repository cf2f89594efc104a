// What is not needed at once, and is begun when the page has nothing better to do.

const idleAfterMs = 1_000
// A page that nobody looks at is never called idle.
const idleByMs = 4_000

/** Answers how to have it not begun. */
export const whenIdle = (begin: () => void): (() => void) => {
  let idle: number | undefined
  const timer = setTimeout(() => {
    // Not every engine says when it is idle.
    if ('requestIdleCallback' in globalThis) idle = requestIdleCallback(begin, { timeout: idleByMs })
    else begin()
  }, idleAfterMs)
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
