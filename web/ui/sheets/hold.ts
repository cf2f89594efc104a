// Press and hold, as a record: what was pressed, since when, and whether that was long enough. A click is none.

export const holdMs = 1_500

export type Hold =
  | { readonly is: 'idle' }
  /** `by`: the key or the pointer that holds it; no other one lets it go. */
  | { readonly is: 'held'; readonly by: string; readonly since: number }
  /** Long enough: it is still down, and nothing more comes of it. */
  | { readonly is: 'done'; readonly by: string }

export type HoldEvent =
  /** `again`: a key that was down already, from before. */
  | { readonly is: 'press'; readonly by: string; readonly again?: boolean }
  | { readonly is: 'release'; readonly by: string }
  /** The pointer has left, the focus has gone, Escape was pressed, another window is in front. */
  | { readonly is: 'leave' }
  | { readonly is: 'tick' }

export const idle: Hold = { is: 'idle' }

export const held = (hold: Hold, event: HoldEvent, now: number): Hold => {
  if (hold.is === 'idle') {
    return event.is === 'press' && !event.again ? { is: 'held', by: event.by, since: now } : hold
  }
  if (event.is === 'release') return event.by === hold.by ? idle : hold
  if (event.is === 'leave') return idle
  // Long enough counts when it is seen to be: a moment late, never a moment early.
  return hold.is === 'held' && event.is === 'tick' && now - hold.since >= holdMs ? { is: 'done', by: hold.by } : hold
}

/** From 0 to 1. */
export const progressOf = (hold: Hold, now: number): number => {
  if (hold.is === 'idle') return 0
  return hold.is === 'done' ? 1 : Math.min(1, Math.max(0, (now - hold.since) / holdMs))
}
