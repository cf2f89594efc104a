// The rows of a live list in an order that holds while somebody points at them: nobody acknowledges an alarm that has just
// come under their finger.
import { useMemo, useState } from 'react'

interface Row {
  readonly id: string
}

interface Steady<R> {
  readonly rows: readonly R[]
  /** How many are held back above the last that is shown. */
  readonly waiting: number
  readonly onShow: () => void
}

/** `list`: which one it is; of another, nothing holds. */
export const useSteadyRows = <R extends Row>(rows: readonly R[], isPointing: boolean, list: string): Steady<R> => {
  const [held, setHeld] = useState<{ readonly list: string; readonly ids: readonly string[] } | null>(null)
  const [isReleased, setIsReleased] = useState(false)
  const holds = isPointing && !isReleased
  if (!isPointing && isReleased) setIsReleased(false)
  if (holds && held?.list !== list) setHeld({ list, ids: rows.map(({ id }) => id) })
  if (!holds && held !== null) setHeld(null)
  const ids = holds && held?.list === list ? held.ids : null
  return useMemo(() => {
    const shown = ids === null ? rows : inOrderOf(rows, ids)
    return { rows: shown, waiting: rows.length - shown.length, onShow: () => setIsReleased(true) }
  }, [rows, ids])
}

/** As they stood; those that are gone leave, and what has been read on follows. */
export const inOrderOf = <R extends Row>(rows: readonly R[], ids: readonly string[]): readonly R[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Set(ids)
  const standing = ids.flatMap((id) => byId.get(id) ?? [])
  const last = rows.findLastIndex(({ id }) => known.has(id))
  return [...standing, ...rows.slice(last + 1)]
}
