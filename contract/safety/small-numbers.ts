// Numbers of people as those see them who may not see single persons: fewer than five are hidden, and all others are rounded
// down to fives, so that no difference of two numbers, and no sum without its parts, gives away what is hidden.
import { z } from 'zod'

/** `few`: fewer than five, none among them. */
export const people = z.union([z.int(), z.literal('few')])
export type People = z.output<typeof people>

/** The least number that is shown, and the step in which numbers are shown, without `view_people_count_detail`. */
export const leastShown = 5

/** A number of people as it is shown: exactly to who holds `view_people_count_detail`. */
export const shownPeople = (count: number, isExact: boolean): People => {
  if (isExact) return count
  return count < leastShown ? 'few' : Math.floor(count / leastShown) * leastShown
}
