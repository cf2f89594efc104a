// What counts as somebody's going through a door, in SQL: of `entry_exit_log l` and the `door o` it happened at.
import { type RawBuilder, sql } from 'kysely'

/** Let in, and not known to have stayed. */
export const passed = `l.result = 'granted' and l.taken is not false`

/** The same for statements that are not text. */
export const hasPassed: RawBuilder<boolean> = sql.raw(passed)

/** Into which zone; null: outside. */
export const leadTo: RawBuilder<string | null> = sql.raw(
  `case l.type when 'entry' then o.to_zone_id else o.from_zone_id end`,
)

/** A door to outside. */
export const toOutside = `o.from_zone_id is null`
