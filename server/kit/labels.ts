// The label rule in SQL, for places; devices are judged in memory by the directory.
import { type RawBuilder, sql } from 'kysely'
import { type Caller, can } from './http/caller.ts'

/** True for places without labels, with one that the caller holds, or for holders of `admin_access`. `mark` picks the rows of label_mark `m`. */
export const visiblePlace = (caller: Caller, mark: RawBuilder<unknown>): RawBuilder<boolean> =>
  can(caller, 'admin_access')
    ? sql`true`
    : sql`(
        not exists (select from label_mark m where ${mark})
        or exists (select from label_mark m where ${mark} and m.label_id = any (${[...caller.labels]}::uuid[])))`
