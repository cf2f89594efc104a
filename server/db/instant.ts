// The server's time within SQL.
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../kit/clock.ts'

/** Now, by the server's clock: for rules, instead of `now()`. Of one statement, all uses of it are the same value. */
export const instant = (): RawBuilder<Date> => sql<Date>`${clock.now()}::timestamptz`

/** A moment as the contract has it, where it is part of JSON that the store makes; `isoText` in a statement of text. */
export const iso = (moment: string): RawBuilder<string> => sql.raw(isoText(moment))

export const isoText = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
