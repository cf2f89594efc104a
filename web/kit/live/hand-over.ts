// When events that arrived are handed over to be drawn: after a quiet moment at once, in a stream once a frame. In a flood,
// where drawing keeps the page busy, there are pauses, and whoever presses something comes first.

export type Events = Map<string, unknown[]>

export interface HandOver {
  /** Takes `[name, payload]` pairs as the server sends them; what is none is left out. */
  readonly add: (batch: unknown) => void
  readonly start: () => void
  /** What was not handed over is dropped. */
  readonly stop: () => void
}

// Waiting for a frame to begin would cost what comes alone one.
const frameMs = 16
// So many events at once are a flood, and to draw them takes a page that is busy longer than this.
const manyAtOnce = 20
const slowMs = 50
// Most of the time is left to the page.
const pauseByDrawing = 5
const longestPauseMs = 500
// As long as a press and what it shows take; and how long at most presses come before events.
const pressMs = 150
const pressesMs = 1_000
const presses = ['pointerdown', 'keydown', 'click', 'wheel', 'touchmove'] as const

export const createHandOver = (onEvents: (byName: Events) => void): HandOver => {
  const queue: Events = new Map()
  let isScheduled = false
  let handedOverAt = 0
  let drawnMs = 0
  let isTimed = false
  let pressedAt = Number.NEGATIVE_INFINITY

  const pressed = () => {
    pressedAt = Date.now()
  }

  const handOver = () => {
    isScheduled = false
    const since = Date.now()
    handedOverAt = since
    const batch: Events = new Map(queue)
    queue.clear()
    if (batch.size === 0) return
    const isFlood = [...batch.values()].reduce((sum, payloads) => sum + payloads.length, 0) >= manyAtOnce
    onEvents(batch)
    // One at a time: of a page that is hidden no frame comes, and they would add up.
    if (isTimed) return
    isTimed = true
    afterDrawing(() => {
      isTimed = false
      drawnMs = isFlood ? Date.now() - since : 0
    })
  }

  const pauseMs = (): number => {
    if (drawnMs <= slowMs) return 0
    const now = Date.now()
    const due = handedOverAt + Math.min(pauseByDrawing * drawnMs, longestPauseMs)
    return Math.max(due, Math.min(pressedAt + pressMs, due + pressesMs)) - now
  }

  const schedule = () => {
    const pause = pauseMs()
    if (pause > 0) setTimeout(schedule, pause)
    else if (Date.now() - handedOverAt >= frameMs) queueMicrotask(handOver)
    else onNextFrame(handOver)
  }

  return {
    add: (batch) => {
      if (!Array.isArray(batch)) return
      for (const entry of batch) {
        if (!Array.isArray(entry) || typeof entry[0] !== 'string') continue
        const waiting = queue.get(entry[0])
        if (waiting) waiting.push(entry[1])
        else queue.set(entry[0], [entry[1]])
      }
      if (isScheduled) return
      isScheduled = true
      schedule()
    },
    start: () => {
      for (const name of presses) globalThis.addEventListener?.(name, pressed, { capture: true, passive: true })
    },
    stop: () => {
      for (const name of presses) globalThis.removeEventListener?.(name, pressed, { capture: true })
      queue.clear()
    },
  }
}

// Of a page that is seen: what came is on the screen when the frame after next begins.
const afterDrawing = (run: () => void) => {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(() => setTimeout(run))
}

// Frames do not come while the page is hidden, but the cache must not fall behind: then the timer is first.
const onNextFrame = (run: () => void) => {
  let ran = false
  const once = () => {
    if (ran) return
    ran = true
    run()
  }
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(once)
  setTimeout(once, 250)
}
