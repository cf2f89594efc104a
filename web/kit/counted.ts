// How many there are of something, in words.

/** `1 door`, `3,000 doors`; `2 people` where the plural is given. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
