// What counts as somebody's going through a door, in SQL: of `entry_exit_log l` and the `door o` it happened at.

/** Let in, and not known to have stayed. */
export const passed = `l.result = 'granted' and l.taken is not false`

/** A door to outside. */
export const toOutside = `o.from_zone_id is null`
