// Numbers as they are typed into the forms of detector service.
import { isExact } from '@gatehouse/contract/safety/pass-band'

/** With a comma or a point; null: it is no number. */
export const numberIn = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}

export const exactFault = (text: string): string | null => {
  const value = numberIn(text)
  if (value === null) return 'Enter a number'
  return isExact(value) ? null : 'At most 6 digits after the point, and at most 1,000,000'
}

export const optionalExactFault = (text: string): string | null => (text.trim() === '' ? null : exactFault(text))

/** For what may be left empty. */
export const optional =
  (rule: (text: string) => string | null) =>
  (text: string): string | null =>
    text.trim() === '' ? null : rule(text)

export const textOf = (value: number | null): string => (value === null ? '' : String(value))
