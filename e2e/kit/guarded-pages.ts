// The pages of the browser side that somebody has to be signed in for, and what each needs.
import { pages } from '@gatehouse/contract/pages'
import type { Permission } from '@gatehouse/contract/permissions'

export interface Guarded {
  /** As in the table: `/staff/:email`, `/users/*`. */
  readonly path: string
  readonly needed: readonly Permission[]
}

export const guardedRoutes = (): Guarded[] =>
  pages.flatMap(({ path, permissions }) => (permissions ? [{ path, needed: permissions }] : []))
