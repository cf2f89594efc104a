// Numbers in a row, for what tests build: no two alike.
export const createNumbers = (): (() => number) => {
  let last = 0
  return () => ++last
}
