// Time in the tests of components: it stands still, and `advance` moves it. What is work and not waiting (a module that
// is loaded, a drawing) goes on by itself: `settled` is when that is done.
import { onTestFinished, vi } from 'vitest'
import { pendingWork } from './pending-work.testing.ts'

const units = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 } as const
export type Duration = number | `${number} ${keyof typeof units}`

export const beganAt = '2026-11-23T10:00:00.000Z'

const held = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'Date',
  'performance',
] as const

/** From now to the end of the test. */
export const holdTime = (): void => {
  vi.useFakeTimers({ toFake: [...held], now: new Date(beganAt) })
  // The engine's own timer is not to be held: this is it by one that is.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const deadline = new AbortController()
    setTimeout(() => deadline.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms)
    return deadline.signal
  })
  onTestFinished(() => void vi.useRealTimers())
}

/** Everything that follows without time passing has happened: answers, modules, drawings. */
export const settled = async (): Promise<void> => {
  const { scheduled, pending } = pendingWork()
  // What is loaded is drawn, and what is drawn may load more: until a whole round brings nothing.
  for (let round = 0, before = -1; round < 2 || pending() > 0 || scheduled() > before; round += 1) {
    before = scheduled()
    await turns(4)
    await vi.dynamicImportSettled()
  }
  await turns(4)
}

/** In steps, so that a timer that is set while time passes is due at its moment. */
export const advance = async (by: Duration): Promise<void> => {
  const until = Date.now() + inMs(by)
  await settled()
  while (Date.now() < until) {
    await step(Math.min(until - Date.now(), Math.max(10, inMs(by) / 1_000)))
  }
  await settled()
}

/** How much time passes until it is there, by steps of 10 ms; not more than a minute. */
export const passesUntil = async (isThere: () => boolean): Promise<number> => {
  const began = Date.now()
  while (!isThere()) {
    if (Date.now() - began > units.min) throw new Error('It does not come within a minute')
    await step(10)
    // A module that is loaded only now takes no time of the page's.
    await vi.dynamicImportSettled()
  }
  await settled()
  return Date.now() - began
}

export const inMs = (duration: Duration): number => {
  if (typeof duration === 'number') return duration
  const [amount, unit] = duration.split(' ')
  const factor = Object.entries(units).find(([name]) => name === unit)?.[1]
  if (factor === undefined) throw new Error(`Not a duration: ${duration}`)
  return Number(amount) * factor
}

// Drawn before more time passes: what is drawn may set timers.
const step = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
  await turns(3)
}

const turns = async (count: number): Promise<void> => {
  const { own, pending } = pendingWork()
  for (let turn = 0; turn < count || pending() > 0; turn += 1) await new Promise<void>((resolve) => own(resolve))
}
