// What the menus offer, and which permissions each entry needs: its own and those of the page behind it, but for the
// profile of one's company, which everybody in a company is offered.
import { missing, type Permission } from '@gatehouse/contract/permissions'

export interface Entry {
  readonly to: string
  readonly label: string
  readonly needed: readonly Permission[]
  /** Only for who is in a company. */
  readonly company?: true
  /** Not for who holds this: another entry leads them to the same. */
  readonly unless?: Permission
}

export interface Section {
  /** Absent: without a heading. */
  readonly title?: string
  readonly entries: readonly Entry[]
}

/** The pages of the navigation, most useful first. */
const entrances: readonly Entry[] = [
  { to: '/dashboard', label: 'Dashboard', needed: ['admin_access'] },
  { to: '/entry-exit/report', label: 'Entry and exit', needed: ['read_entry_exit_report'] },
  { to: '/staff', label: 'Staff', needed: ['read_staff'] },
  { to: '/companydetails', label: 'Company', needed: ['read_company'], company: true },
]

const userMenu: readonly Section[] = [
  {
    entries: [
      { to: '/profile', label: 'Profile', needed: ['read_profile'] },
      { to: '/settings/account', label: 'Account Settings', needed: ['manage_account'] },
      { to: '/settings/security', label: 'Security Settings', needed: ['manage_security'] },
    ],
  },
  {
    title: 'Admin Controls',
    entries: [
      { to: '/dashboard', label: 'Admin Dashboard', needed: ['admin_access'] },
      { to: '/users', label: 'User Management', needed: ['manage_users', 'admin_access'] },
    ],
  },
  {
    title: 'Management',
    entries: [
      { to: '/user-management', label: 'People', needed: ['manage_users'], unless: 'admin_access' },
      { to: '/assign-role', label: 'Assign roles', needed: ['assign_roles'] },
      { to: '/roles', label: 'Roles', needed: ['manage_roles'] },
      { to: '/labels', label: 'Labels', needed: ['manage_labels'] },
      { to: '/companies', label: 'Companies', needed: ['manage_companies'] },
    ],
  },
  { entries: [{ to: '/company/details', label: 'Company Profile', needed: [], company: true }] },
]

export interface Visitor {
  readonly permissions: ReadonlySet<string>
  readonly inCompany: boolean
}

const open = ({ permissions, inCompany }: Visitor, { needed, company, unless }: Entry): boolean =>
  missing(permissions, needed).length === 0 && (inCompany || !company) && !(unless && permissions.has(unless))

export const entrancesFor = (visitor: Visitor): Entry[] => entrances.filter((entry) => open(visitor, entry))

/** The sections of the user's menu with what is open to the visitor; empty ones fall away. */
export const userMenuFor = (visitor: Visitor): Section[] =>
  userMenu
    .map((section) => ({ ...section, entries: section.entries.filter((entry) => open(visitor, entry)) }))
    .filter(({ entries }) => entries.length > 0)

/** Administrator, Manager, the first role's name with a capital, or User. */
export const roleLabel = (permissions: ReadonlySet<string>, roles: readonly string[]): string => {
  if (roles.includes('admin') || permissions.has('admin_access')) return 'Administrator'
  if (roles.includes('manager') || permissions.has('manage_users')) return 'Manager'
  const [first] = roles
  return first ? first.charAt(0).toUpperCase() + first.slice(1) : 'User'
}
