// Of what a device said with an event, a page of events and the live stream carry what is short: the rest stands with the one
// event that somebody looks at, and a page is as fast as its rows.
export const briefLength = 100
export const mostBrief = 20

/** As `events.sql.ts` has it of what is stored: fields of at most 100 characters as JSON, the first 20 by name. */
export const briefOf = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== undefined && JSON.stringify(value).length <= briefLength)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, mostBrief),
  )
