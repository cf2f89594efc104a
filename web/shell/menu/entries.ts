// Whom the menus are for, and whether an entry is.
import type { Entry } from '@gatehouse/contract/pages'

export interface Viewer {
  readonly permissions: ReadonlySet<string>
  /** By their names. */
  readonly roles: readonly string[]
  readonly inCompany: boolean
}

/** Whether the visitor may open it; which pages there are is another question. */
export const mayOpen = (
  { permissions, inCompany }: Pick<Viewer, 'permissions' | 'inCompany'>,
  { requiredPermissions, company, unless }: Pick<Entry, 'requiredPermissions' | 'company' | 'unless'>,
): boolean =>
  requiredPermissions.every((needed) => permissions.has(needed)) &&
  (inCompany || !company) &&
  !(unless && permissions.has(unless))
