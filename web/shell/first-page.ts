// Where a user begins: the first page they may open.
import type { Permission } from '@gatehouse/contract/permissions'

interface Entrance {
  readonly to: string
  readonly label: string
  readonly needed: Permission
}

/** The pages of the navigation, most useful first. */
export const entrances: readonly Entrance[] = [
  { to: '/dashboard', label: 'Dashboard', needed: 'admin_access' },
  { to: '/entry-exit/report', label: 'Entry and exit', needed: 'read_entry_exit_report' },
]

export const entrancesFor = (permissions: ReadonlySet<string>): Entrance[] =>
  entrances.filter(({ needed }) => permissions.has(needed))

export const firstPageFor = (permissions: ReadonlySet<string>): string => entrancesFor(permissions)[0]?.to ?? '/'
