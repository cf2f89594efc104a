// What stands for a person without a picture: their initials, on a hue that stays theirs.

/** `Ada Lovelace` -> `AL`, `Plato` -> `P`, nothing that can be read -> `?`. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s.@_-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  return `${firstLetter(first)}${firstLetter(last)}`.toUpperCase() || '?'
}

/** 0 to 359, the same for the same name. */
export const hueOf = (name: string): number => {
  let hash = 2_166_136_261
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0) % 360
}

const firstLetter = (word = ''): string => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? ''
