// Numbers of people as those see them who may not see single persons.
import { leastShown, type People } from '@gatehouse/contract/safety/small-numbers'

/** `1,204`, or `< 5` of fewer than five whom one may not see. */
export const peopleText = (people: People): string =>
  people === 'few' ? `< ${leastShown}` : people.toLocaleString('en-GB')

/** To draw with and to sort by: the least that it stands for. */
export const atLeast = (people: People): number => (people === 'few' ? 0 : people)
