// How the lines of a chart are told apart: by colour and by dashes, so that neither is needed alone.

const dashes: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [12, 3, 2, 3], [5, 2], [1, 5]]

/** `place`: which of the series it is, from 0. */
export const dashOf = (place: number): readonly number[] => dashes[place % dashes.length] ?? []
