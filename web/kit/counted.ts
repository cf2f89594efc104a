// How many there are of something, in words.

/** `1 door`, `3 doors`; `2 people` where the plural is given. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
