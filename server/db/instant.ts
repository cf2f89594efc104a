// The server's time within SQL.
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../kit/clock.ts'

/** Now, by the server's clock: for rules, instead of `now()`. Of one statement, all uses of it are the same value. */
export const instant = (): RawBuilder<Date> => sql<Date>`${clock.now()}::timestamptz`
