// What is said of a group in a line.
import { counted } from '../../kit/counted.ts'

const mostNamed = 4

/** `3 doors: Front door, Garage, Side door` */
export const doorsText = (doors: readonly { readonly name: string }[]): string => {
  if (doors.length === 0) return 'No doors'
  const named = doors.slice(0, mostNamed).map(({ name }) => name)
  const more = doors.length - named.length
  return `${counted(doors.length, 'door')}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
