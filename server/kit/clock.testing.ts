// The clock of a test process: it goes on as any clock does, and `tick` moves it. With it move `Date`, so that libraries
// and the tests agree with the server, and `now()` of the databases of db/testing.ts.
import { type Timer, type TimeSource, takeTimeFrom } from './clock.ts'

interface Due {
  readonly at: number
  readonly work: () => unknown
  readonly repeats: boolean
  handle: NodeJS.Timeout
}

const SystemDate = Date
const systemMs = Date.now.bind(Date)
const due = new Set<Due>()
/** The runs of loops that have not ended. */
const running = new Set<Promise<unknown>>()
const moved: ((ms: number) => Promise<void>)[] = []
let aheadMs = 0
let jumpedAt = -Infinity

const ms = () => systemMs() + aheadMs

const heldTime: TimeSource = {
  ms,
  steadyMs: () => performance.now() + aheadMs,
  after(delayMs, work, repeats): Timer {
    const entry: Due = { at: ms() + delayMs, work, repeats, handle: setTimeout(() => void run(entry), delayMs) }
    due.add(entry)
    return { cancel: () => drop(entry) }
  },
}

const drop = (entry: Due) => {
  clearTimeout(entry.handle)
  due.delete(entry)
}

const run = async (entry: Due) => {
  drop(entry)
  const work = Promise.resolve(entry.work())
  if (entry.repeats) running.add(work)
  await work.finally(() => running.delete(work))
}

/**
 * Every process of the unit tests calls this before anything else; again, it does nothing. `startAt`: where the clock
 * stands then, in ISO 8601; otherwise where the system's does.
 */
export const holdClock = (startAt?: string): void => {
  if (Date !== SystemDate) return
  if (startAt !== undefined) aheadMs = Date.parse(startAt) - systemMs()
  if (Number.isNaN(aheadMs)) throw new Error(`Not a time: ${startAt}`)
  takeTimeFrom(heldTime)
  globalThis.Date = new Proxy(SystemDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [ms()] : args, newTarget),
    apply: () => new SystemDate(ms()).toString(),
  })
  SystemDate.now = ms
}

/** Is called with how far ahead of the system's clock this one is, now and whenever that changes; returns the end of it. */
export const onClockMoved = async (listener: (aheadByMs: number) => Promise<void>): Promise<() => void> => {
  moved.push(listener)
  await listener(aheadMs)
  return () => void moved.splice(moved.indexOf(listener), 1)
}

/** What `work` reads of the time before it first waits is that moment: for what is as if it had been done then. */
export const asOf = <T>(moment: Date, work: () => T): T => {
  takeTimeFrom({ ...heldTime, ms: () => moment.getTime() })
  try {
    return work()
  } finally {
    takeTimeFrom(heldTime)
  }
}

/**
 * Moves the clock ahead: `tick('30 s')`, `tick(500)`. When it returns, what was due by then has been done: time-outs one
 * after another, each at its moment; loops once, at the end, as after a sleep of the machine.
 */
export const tick = async (by: number | `${number} ${keyof typeof units}`): Promise<void> => {
  try {
    await moveBy(typeof by === 'number' ? by : inMs(by))
  } finally {
    // A loop that `moveTo` held back and that has not run, as it is due after the end or something failed, runs by itself.
    for (const entry of due) arm(entry)
  }
}

const moveBy = async (byMs: number): Promise<void> => {
  // A loop in the middle of a run is due again only after it: it would be left out, tick after tick.
  await Promise.all(running)
  const until = ms() + byMs
  const steadyUntil = heldTime.steadyMs() + byMs
  if (until - ms() > longestPauseMs) jumpedAt = until
  for (let next = earliest(until, false); next; next = earliest(until, false)) {
    await moveTo(next.at)
    await run(next)
  }
  await moveTo(until)
  // Milliseconds since 1970 are whole ones: by the steady clock the tick may still lack a part of one.
  while (heldTime.steadyMs() < steadyUntil) await moveTo(ms() + 1)
  const loops = [...due].filter((entry) => entry.repeats && entry.at <= until).toSorted((a, b) => a.at - b.at)
  for (const loop of loops) if (due.has(loop)) await run(loop)
  for (let next = earliest(until, false); next; next = earliest(until, false)) await run(next)
  // One may have begun by itself while the databases were told of the time.
  await Promise.all(running)
}

/**
 * Goes on without a jump for as long as the server does not believe that a device is gone: to it a jump is a sleep of the
 * machine, after which everybody gets the time to come back. Done before each test, as another's ticks may lie before it; a
 * test that jumps itself before a device goes offline calls it in between.
 */
export const passJump = async (): Promise<void> => {
  while (ms() - jumpedAt < believedAfterMs) await tick('2 s')
}

// As in device-health.ts: what counts as a sleep is longer than 5 s, and for 15 s from then on nobody is gone.
const longestPauseMs = 4000
const believedAfterMs = 20_000

const units = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, days: 86_400_000 } as const

const inMs = (words: string): number => {
  const [amount = '', unit = ''] = words.split(' ')
  const factor = Object.entries(units).find(([name]) => name === unit)?.[1]
  if (factor === undefined) throw new Error(`Not a duration: ${words}`)
  return Number(amount) * factor
}

const earliest = (until: number, repeats: boolean): Due | undefined =>
  [...due].filter((entry) => entry.repeats === repeats && entry.at <= until).toSorted((a, b) => a.at - b.at)[0]

const arm = (entry: Due) => {
  clearTimeout(entry.handle)
  entry.handle = setTimeout(() => void run(entry), Math.max(0, entry.at - ms()))
}

const moveTo = async (at: number) => {
  const by = at - ms()
  if (by <= 0) return
  aheadMs += by
  for (const entry of due) {
    // `tick` runs the loops that are due now, one after another: beside each other, one would leave out what another has locked.
    if (entry.repeats && entry.at <= ms()) clearTimeout(entry.handle)
    else arm(entry)
  }
  for (const listener of [...moved]) await listener(aheadMs)
}
