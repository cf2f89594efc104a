// Rules about numbers that are typed.
import type { Rule } from '@gatehouse/contract/identity/account-rules'

/** A whole number between two: `Between 5 and 300 seconds`. */
export const wholeBetween =
  (least: number, most: number, unit: string): Rule =>
  (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value)) return `Enter whole ${unit}`
    return value < least || value > most ? `Between ${least} and ${most} ${unit}` : null
  }
