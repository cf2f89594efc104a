// The pages one works on, and where a user begins: at the first of them that is open.
import { paths } from 'virtual:paths'
import { type Entry, mayOpen } from './entries.ts'

export const firstPageFor = (permissions: ReadonlySet<string>): string =>
  [...firstEntries, ...workEntries, ...teamEntries].find(
    (entry) => isThere(entry) && mayOpen({ permissions, inCompany: true }, entry),
  )?.path ?? (permissions.has('read_profile') ? '/profile' : '/')

/** Whether its page is in the table of routes. */
export const isThere = ({ path }: Entry): boolean => registered.has(path)

const registered = new Set(paths.map((path) => path.replace(/\/\*$/, '')))

/** The pages one works on, most useful first. */
export const firstEntries: readonly Entry[] = [
  { path: '/dashboard', label: 'Dashboard', icon: 'chart', requiredPermissions: ['admin_access'] },
  {
    path: '/entry-exit/report',
    label: 'Entry and exit',
    icon: 'entry',
    requiredPermissions: ['read_entry_exit_report'],
  },
]

/** Who leads a team has it among the first. */
export const teamEntries: readonly Entry[] = [
  { path: '/staff', label: 'Staff', icon: 'person', requiredPermissions: ['read_staff'] },
]

export const workEntries: readonly Entry[] = [
  { path: '/doors', label: 'Doors', icon: 'closed', requiredPermissions: ['read_doors'] },
  { path: '/livecam', label: 'Cameras', icon: 'camera', requiredPermissions: ['read_live_feed'] },
  {
    path: '/entry-exit/dashboard',
    label: 'Inside',
    icon: 'people',
    requiredPermissions: ['read_entry_exit_dashboard'],
  },
  {
    path: '/entry-exit/dashboard/muster',
    label: 'Muster',
    icon: 'person',
    requiredPermissions: ['read_entry_exit_dashboard'],
  },
  { path: '/gas-monitoring', label: 'Gas', icon: 'warning', requiredPermissions: ['view_gas_detection'] },
  { path: '/people-count', label: 'People count', icon: 'people', requiredPermissions: ['view_people_count'] },
  {
    path: '/entry-exit/report-with-ml',
    label: 'Forecast',
    icon: 'chart',
    requiredPermissions: ['read_entry_exit_ml_report'],
  },
  { path: '/companydetails', label: 'Company', icon: 'building', requiredPermissions: ['read_company'], company: true },
  { path: '/report-generator', label: 'Reports', icon: 'page', requiredPermissions: ['generate_reports'] },
]
