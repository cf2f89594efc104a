// Reading and zooming a chart by keys.
import type { Bounds } from '../time/time-range.ts'

export interface Reading {
  /** Which moment is read; null: none. */
  readonly index: number | null
  /** Where marking began; null: nothing is marked. */
  readonly anchor: number | null
}

export interface Keyed {
  readonly reading: Reading
  readonly zoom?: Bounds
}

const page = 10

/** What a key does; null: it is none of the chart's. */
export const keyed = (
  { index, anchor }: Reading,
  key: string,
  shift: boolean,
  at: readonly number[],
  { from, to }: Bounds,
): Keyed | null => {
  const last = at.length - 1
  const moves: Record<string, number> = {
    ArrowLeft: index === null ? last : index - 1,
    ArrowRight: index === null ? 0 : index + 1,
    PageUp: (index ?? last) - page,
    PageDown: (index ?? 0) + page,
    Home: 0,
    End: last,
  }
  const wanted = moves[key]
  if (wanted !== undefined) {
    const next = Math.max(0, Math.min(last, wanted))
    return { reading: { index: next, anchor: shift ? (anchor ?? index ?? next) : null } }
  }
  if (key === 'Escape') return index === null ? null : { reading: { index: null, anchor: null } }
  if (key === 'Enter') {
    const ends = [at[index ?? -1], at[anchor ?? -1]].flatMap((moment) => moment ?? []).toSorted((a, b) => a - b)
    const [begin, end] = ends
    if (begin === undefined || end === undefined || begin === end) return null
    return { reading: { index: null, anchor: null }, zoom: { from: begin, to: end } }
  }
  const factor = { '+': 0.5, '=': 0.5, '-': 2 }[key]
  if (factor === undefined) return null
  // What is read stays where it is on the screen.
  const around = at[index ?? -1] ?? (from + to) / 2
  return {
    reading: { index: null, anchor: null },
    zoom: { from: around - (around - from) * factor, to: around + (to - around) * factor },
  }
}
