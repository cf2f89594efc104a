// What the menus are made of, and what everybody is offered who is not signed in.
import type { Permission } from '@gatehouse/contract/permissions'
import { publicPaths } from 'virtual:paths'
import type { IconName } from '../../ui/primitives/icon.tsx'

export interface Entry {
  readonly path: string
  readonly label: string
  readonly icon: IconName
  readonly requiredPermissions: readonly Permission[]
  /** Only for who is in a company. */
  readonly company?: true
  /** Not for who holds this: another entry leads them to the same. */
  readonly unless?: Permission
}

export interface Visitor {
  readonly permissions: ReadonlySet<string>
  /** By their names. */
  readonly roles: readonly string[]
  readonly inCompany: boolean
}

/** Whether the visitor may open it; which pages there are is another question. */
export const mayOpen = (
  { permissions, inCompany }: Pick<Visitor, 'permissions' | 'inCompany'>,
  { requiredPermissions, company, unless }: Entry,
): boolean =>
  requiredPermissions.every((needed) => permissions.has(needed)) &&
  (inCompany || !company) &&
  !(unless && permissions.has(unless))

/** Every public page of the navigation, there or not. */
export const publicEntries: readonly Entry[] = [
  { path: '/home', label: 'Home', icon: 'home', requiredPermissions: [] },
  { path: '/products', label: 'Products', icon: 'shelved', requiredPermissions: [] },
  { path: '/solutions', label: 'Solutions', icon: 'check', requiredPermissions: [] },
  { path: '/dashboardtabs', label: 'Live tour', icon: 'live', requiredPermissions: [] },
  { path: '/blog', label: 'Blog', icon: 'page', requiredPermissions: [] },
  { path: '/about', label: 'About', icon: 'information', requiredPermissions: [] },
  { path: '/contact', label: 'Contact', icon: 'mail', requiredPermissions: [] },
]

const open = new Set(publicPaths)

/** For everybody who is not signed in. */
export const publicNavigation: readonly Entry[] = publicEntries.filter(({ path }) => open.has(path))
