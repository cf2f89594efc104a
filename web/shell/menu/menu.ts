// What the menus offer the signed-in, and which permissions each entry needs: its own and those of the page behind it. An
// entry whose page is not there yet waits for it: it is offered from the day its path is in the table of routes.
import { type Entry, mayOpen, publicEntries, type Visitor } from './entries.ts'
import { firstEntries, isThere, teamEntries, workEntries } from './first-page.ts'

export interface Section {
  /** Absent: without a heading. */
  readonly title?: string
  readonly entries: readonly Entry[]
}

type Held = Pick<Visitor, 'permissions' | 'roles'>

export const isAdmin = ({ permissions, roles }: Held): boolean =>
  roles.includes('admin') || permissions.has('admin_access')

export const isManager = ({ permissions, roles }: Held): boolean =>
  roles.includes('manager') || permissions.has('manage_users')

export const isSupervisor = ({ permissions, roles }: Held): boolean =>
  roles.includes('supervisor') || permissions.has('manage_staff')

/** Administrator, Manager, the first role's name with a capital, or User. */
export const roleLabel = (held: Held): string => {
  if (isAdmin(held)) return 'Administrator'
  if (isManager(held)) return 'Manager'
  const [first] = held.roles
  return first ? first.charAt(0).toUpperCase() + first.slice(1) : 'User'
}

/** What administrators get beyond that. */
const adminEntries: readonly Entry[] = [
  { path: '/users', label: 'Users', icon: 'people', requiredPermissions: ['manage_users', 'admin_access'] },
  { path: '/analytics', label: 'Analytics', icon: 'chart', requiredPermissions: ['admin_access'] },
  { path: '/advanced-analytics', label: 'Deep analytics', icon: 'chart', requiredPermissions: ['admin_access'] },
  { path: '/events', label: 'Events', icon: 'live', requiredPermissions: ['admin_access'] },
  { path: '/logs', label: 'Logs', icon: 'page', requiredPermissions: ['admin_access'] },
  { path: '/alert-system', label: 'Alerts', icon: 'high', requiredPermissions: ['admin_access'] },
  { path: '/advanced-monitoring', label: 'Monitoring', icon: 'eye', requiredPermissions: ['admin_access'] },
  { path: '/external-monitoring', label: 'Outside', icon: 'eye', requiredPermissions: ['admin_access'] },
  { path: '/api-monitor', label: 'API', icon: 'refresh', requiredPermissions: ['admin_access'] },
]

const managerEntries: readonly Entry[] = [
  { path: '/user-management', label: 'Management', icon: 'settings', requiredPermissions: ['manage_users'] },
]

const lastEntries: readonly Entry[] = [
  { path: '/notifications', label: 'Notifications', icon: 'bell', requiredPermissions: ['read_notifications'] },
]

const ownEntries: readonly Entry[] = [
  { path: '/profile', label: 'Profile', icon: 'person', requiredPermissions: ['read_profile'] },
  { path: '/settings/account', label: 'Account Settings', icon: 'settings', requiredPermissions: ['manage_account'] },
  { path: '/activity', label: 'Activity History', icon: 'stale', requiredPermissions: ['view_activity'] },
  { path: '/settings/security', label: 'Security Settings', icon: 'locked', requiredPermissions: ['manage_security'] },
]

const userMenu: readonly Section[] = [
  { entries: ownEntries },
  {
    title: 'Admin Controls',
    entries: [
      { path: '/dashboard', label: 'Admin Dashboard', icon: 'chart', requiredPermissions: ['admin_access'] },
      {
        path: '/settings',
        label: 'System Settings',
        icon: 'settings',
        requiredPermissions: ['manage_settings', 'admin_access'],
      },
      {
        path: '/security',
        label: 'Security',
        icon: 'locked',
        requiredPermissions: ['manage_security', 'admin_access'],
      },
      {
        path: '/users',
        label: 'User Management',
        icon: 'people',
        requiredPermissions: ['manage_users', 'admin_access'],
      },
      { path: '/support', label: 'Support Panel', icon: 'unknown', requiredPermissions: ['admin_access'] },
    ],
  },
  {
    title: 'Management',
    entries: [
      {
        path: '/user-management',
        label: 'People',
        icon: 'people',
        requiredPermissions: ['manage_users'],
        unless: 'admin_access',
      },
      { path: '/assign-role', label: 'Assign roles', icon: 'key', requiredPermissions: ['assign_roles'] },
      { path: '/roles', label: 'Roles', icon: 'locked', requiredPermissions: ['manage_roles'] },
      { path: '/labels', label: 'Labels', icon: 'check', requiredPermissions: ['manage_labels'] },
      { path: '/door-management', label: 'Doors', icon: 'closed', requiredPermissions: ['manage_doors'] },
      { path: '/camera-management', label: 'Cameras', icon: 'camera', requiredPermissions: ['manage_cameras'] },
      { path: '/intercom-management', label: 'Intercoms', icon: 'live', requiredPermissions: ['manage_intercoms'] },
      { path: '/settings/webhooks', label: 'Webhooks', icon: 'live', requiredPermissions: ['manage_integrations'] },
      { path: '/activity-logs', label: 'Activity log', icon: 'page', requiredPermissions: ['view_activity_logs'] },
      { path: '/blog/create', label: 'Write an article', icon: 'add', requiredPermissions: ['create_blog'] },
      { path: '/companies', label: 'Companies', icon: 'building', requiredPermissions: ['manage_companies'] },
    ],
  },
  {
    entries: [
      { path: '/company/details', label: 'Company Profile', icon: 'building', requiredPermissions: [], company: true },
    ],
  },
]

const isOffered = (visitor: Visitor) => (entry: Entry) => isThere(entry) && mayOpen(visitor, entry)

/** The navigation, in the bar and in the slide-out menu. */
export const navigationFor = (visitor: Visitor): Entry[] =>
  [
    ...firstEntries,
    ...(isSupervisor(visitor) ? [...teamEntries, ...workEntries] : [...workEntries, ...teamEntries]),
    ...(isAdmin(visitor) ? adminEntries : []),
    ...(isManager(visitor) ? managerEntries : []),
    ...lastEntries,
  ].filter(isOffered(visitor))

/** One's own pages, for the slide-out menu. */
export const ownPagesFor = (visitor: Visitor): Entry[] => ownEntries.filter(isOffered(visitor))

/** The sections of the user's menu with what is open to the visitor; empty ones fall away. */
export const userMenuFor = (visitor: Visitor): Section[] =>
  userMenu
    .map((section) => ({ ...section, entries: section.entries.filter(isOffered(visitor)) }))
    .filter(({ entries }) => entries.length > 0)

/** Every entry of every menu, offered or not, for who checks them against the routes. */
export const allEntries: readonly Entry[] = [
  ...publicEntries,
  ...firstEntries,
  ...teamEntries,
  ...workEntries,
  ...adminEntries,
  ...managerEntries,
  ...lastEntries,
  ...userMenu.flatMap(({ entries }) => entries),
]
