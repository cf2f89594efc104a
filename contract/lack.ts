// What somebody lacks for an operation or a page: the one rule of servers, guards and buttons. No I/O here.
import type { Operation } from './operation.ts'
import type { Page } from './page.ts'
import { isPermission, missing, type Permission } from './permissions.ts'

/** What somebody who holds these lacks for it: all of what is missing, or one of what is listed as `either`. */
export const lackOf = (op: Operation, permissions: ReadonlySet<string>): readonly Permission[] => {
  const lack = missing(permissions, neededBy(op))
  return lack.length === 0 && op.either && !op.either.some((one) => permissions.has(one)) ? op.either : lack
}

/** The permissions an operation asks of a person; empty for any session. */
export const neededBy = ({ permission }: Pick<Operation, 'permission'>): readonly Permission[] =>
  typeof permission === 'string' ? [permission].filter(isPermission) : permission

/** What somebody who holds these lacks for a page. */
export const lackOfPage = (
  { permissions = [], alsoFor = [] }: Partial<Pick<Page, 'permissions' | 'alsoFor'>>,
  held: ReadonlySet<string>,
): Permission[] => (alsoFor.some((one) => held.has(one)) ? [] : missing(held, permissions))
