// Rules about how long a text is, that many forms have; the spaces around it do not count.
import type { Rule } from '@gatehouse/contract/identity/account-rules'

/** `atMost(120)`, or in words of its own: `atMost(300, 'Description is too long')`. */
export const atMost =
  (most: number, words = `At most ${most} characters`): Rule =>
  (value) =>
    value.trim().length > most ? words : null

/** Of what a thing is called: `Group name must be at least 2 characters`. */
export const nameRule =
  (what = 'Name'): Rule =>
  (value) =>
    value.trim().length < 2 ? `${what} must be at least 2 characters` : atMost(60, `${what} is too long`)(value)

/** The same where one character is enough. `unnamed`: what is said where there is none, `Give the device a name`. */
export const givenNameRule =
  (unnamed: string): Rule =>
  (value) =>
    value.trim() === '' ? unnamed : atMost(100, 'The name is too long')(value)

export const descriptionRule = atMost(300, 'Description is too long')

/** A whole number between two: `Between 5 and 300 seconds`. */
export const wholeBetween =
  (least: number, most: number, unit: string): Rule =>
  (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value)) return `Enter whole ${unit}`
    return value < least || value > most ? `Between ${least} and ${most} ${unit}` : null
  }
