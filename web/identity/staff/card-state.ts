// Whether a card opens doors at a moment, and the moments of its form.
import { momentAt } from '../../ui/time/wall-time.ts'

interface CardDates {
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly revokedAt: string | null
  /** Where it is known: a card that is not active opens nothing. */
  readonly state?: 'active' | 'suspended' | 'lost'
}

export type CardState = 'valid' | 'not yet' | 'expired' | 'revoked' | 'suspended' | 'lost'

export const cardState = ({ validFrom, validTo, revokedAt, state }: CardDates, now: number): CardState => {
  if (revokedAt !== null) return 'revoked'
  if (state !== undefined && state !== 'active') return state
  if (validFrom !== null && now < Date.parse(validFrom)) return 'not yet'
  return validTo !== null && now >= Date.parse(validTo) ? 'expired' : 'valid'
}

/** What a form's date and time means at the site; null when it was left empty. */
export const momentOf = (wallTime: string, timeZone: string): string | null =>
  wallTime === '' ? null : momentAt(wallTime, timeZone).toISOString()

export const cardNumberRule = (value: string): string | null =>
  /^\d{4,20}$/.test(value.trim()) ? null : 'Enter the number on the card: 4 to 20 digits'
