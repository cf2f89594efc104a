// Which part of the record a check is about. A chain is of one year and proves itself as a whole: a check of a shorter
// stretch is one of the years that it lies in.
import type { Stretch } from './verification.ts'

/** `2026`, `2025 and 2026`, `2024 to 2026`; null: all there is. */
export const yearsText = ({ from, to }: Stretch, now: number): string | null => {
  if (from === undefined && to === undefined) return null
  const last = new Date(to ?? now).getUTCFullYear()
  if (from === undefined) return `up to ${last}`
  const first = new Date(from).getUTCFullYear()
  if (first >= last) return String(first)
  return last - first === 1 ? `${first} and ${last}` : `${first} to ${last}`
}
