// What something may be called.
import type { Rule } from '@gatehouse/contract/identity/account-rules'

const longest = 60
const longestGiven = 100

/** For one line of 2 to 60 characters: `Group name must be at least 2 characters`. */
export const nameRule =
  (what = 'Name'): Rule =>
  (value) => {
    const { length } = value.trim()
    if (length < 2) return `${what} must be at least 2 characters`
    return length > longest ? `${what} is too long` : null
  }

/** For one line of up to 100 characters. `unnamed`: what is said where there is none, `Give the device a name`. */
export const givenNameRule =
  (unnamed: string): Rule =>
  (value) => {
    if (value.trim() === '') return unnamed
    return value.trim().length > longestGiven ? 'The name is too long' : null
  }
