// The lines of a log: one for each row, and one before those that belong together.

export type LogLine<R> =
  | { readonly is: 'head'; readonly key: string; readonly row: R }
  | { readonly is: 'row'; readonly key: string; readonly row: R; readonly index: number }

/** `groupOf`: what rows have in common that stand under one head; absent: there are no heads. */
export const linesOf = <R extends { readonly id: string }>(
  rows: readonly R[],
  groupOf?: (row: R) => string,
): LogLine<R>[] => {
  let group: string | undefined
  return rows.flatMap((row, index): LogLine<R>[] => {
    const line = { is: 'row', key: row.id, row, index } as const
    const own = groupOf?.(row)
    if (own === group) return [line]
    group = own
    return own === undefined ? [line] : [{ is: 'head', key: own, row }, line]
  })
}
