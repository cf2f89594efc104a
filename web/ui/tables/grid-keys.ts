// Moving through the rows of a grid by keys.
import type { KeyboardEvent } from 'react'

interface GridKeys {
  readonly active: number
  readonly count: number
  /** How many rows a page of the screen has. */
  readonly page: number
  readonly focus: (index: number) => void
  readonly open: (index: number) => void
  /** Of rows that are chosen. */
  readonly choose?: ((index: number) => void) | undefined
}

/** Arrows, Page up and down, Home and End move; Enter opens; Space chooses. What is pressed in a row is the row's own. */
export const gridKey = (event: KeyboardEvent, { active, count, page, focus, open, choose }: GridKeys): void => {
  const { target, key } = event
  if (target instanceof Element && target.closest('a, button, input, select, textarea') && !key.startsWith('Arrow'))
    return
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  const to = targets[key]
  if (key === 'Enter') open(active)
  else if (key === ' ' && choose) choose(active)
  else if (to === undefined) return
  else focus(Math.max(0, Math.min(count - 1, to)))
  event.preventDefault()
}
