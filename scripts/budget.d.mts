/** How many times slower than the reference this machine is at this moment; never less than 1. */
export const slowness: () => number
