// Whose fault a failed write is: the message's, which must then not hold up the others, or the store's, which is
// waited for.

/** PostgreSQL's disk_full. */
export const diskFull = '53100'

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

// Lost connections (08, 25), conflicts between transactions (40), a schema that is not ours (42: the statements are
// fixed, so no message can cause it), a full disk (53), locks (55), shutdown (57), the system (58) and bugs (XX).
const theStores = /^(08|25|40|42|53|55|57|58|XX)\w{3}$/

/** Whether the same write, tried again, would fail again for what the message says. */
export const isTheMessages = (error: unknown, connectionHolds: boolean): boolean =>
  connectionHolds && !theStores.test(codeOf(error))
