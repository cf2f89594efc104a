// What the menus offer the signed-in: the entries that pages have in the contract, as far as they are for one.
import type { Entry } from '@gatehouse/contract/pages'
import {
  administration,
  company,
  controls,
  first,
  last,
  management,
  own,
  people,
  team,
  work,
} from 'virtual:pages/menus'
import { mayOpen, type Viewer } from './entries.ts'

export interface Section {
  /** Absent: without a heading. */
  readonly title?: string
  readonly entries: readonly Entry[]
}

type Held = Pick<Viewer, 'permissions' | 'roles'>

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
  const [role] = held.roles
  return role ? role.charAt(0).toUpperCase() + role.slice(1) : 'User'
}

const userMenu: readonly Section[] = [
  { entries: own },
  { title: 'Admin Controls', entries: controls },
  { title: 'Management', entries: management },
  { entries: company },
]

const isOffered = (visitor: Viewer) => (entry: Entry) => mayOpen(visitor, entry)

/** The navigation, in the bar and in the slide-out menu. */
export const navigationFor = (visitor: Viewer): Entry[] =>
  [
    ...first,
    ...(isSupervisor(visitor) ? [...team, ...work] : [...work, ...team]),
    ...(isAdmin(visitor) ? administration : []),
    ...(isManager(visitor) ? people : []),
    ...last,
  ].filter(isOffered(visitor))

/** One's own pages, for the slide-out menu. */
export const ownPagesFor = (visitor: Viewer): Entry[] => own.filter(isOffered(visitor))

/** The sections of the user's menu with what is open to the visitor; empty ones fall away. */
export const userMenuFor = (visitor: Viewer): Section[] =>
  userMenu
    .map((section) => ({ ...section, entries: section.entries.filter(isOffered(visitor)) }))
    .filter(({ entries }) => entries.length > 0)
