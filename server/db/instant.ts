// The moment a rule in SQL goes by: the server's clock, which tests move; not the database's.
import { type RawBuilder, sql } from 'kysely'
import { clock } from '../kit/clock.ts'

export const instant = (): RawBuilder<Date> => sql<Date>`${clock.now()}::timestamptz`
