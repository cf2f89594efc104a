// What may be chosen of what was found: while other letters are being looked for, nothing that does not match them.

/** One that can be chosen. */
export interface Option {
  readonly id: string
  readonly name: string
  readonly note?: string | undefined
}

/** An answer, with the letters it is for. */
export interface Found {
  readonly sought: string
  readonly options: readonly Option[]
}

/** Whether each word that is sought is part of its name: as much as can be said without the server. */
export const matches = ({ name }: Pick<Option, 'name'>, sought: string): boolean => {
  const words = sought.toLocaleLowerCase().split(/\s+/)
  return words.every((word) => name.toLocaleLowerCase().includes(word))
}

/**
 * What is offered to whoever has typed `sought`, when this was found last. What was found for other letters and does not
 * match stays away: whoever takes the first one would take another than was meant. The one chosen is among them unless
 * others are sought.
 */
export const offeredOf = (found: Found | undefined, sought: string, chosen: Option | null): readonly Option[] => {
  const options = (found?.options ?? []).filter((option) => found?.sought === sought || matches(option, sought))
  const isThere = !chosen || options.some(({ id }) => id === chosen.id)
  return !isThere && matches(chosen, sought) ? [chosen, ...options] : options
}
