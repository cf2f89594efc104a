// What somebody lacks for an operation or a page: the one rule of servers, guards and buttons. No I/O here.
import type { Operation } from './operation.ts'
import type { Page } from './page.ts'
import { missing, type Permission } from './permissions.ts'

/** What somebody who holds these lacks for it: all of what is missing, or one of what is listed as `either`. */
export const lackOf = (op: Operation, permissions: ReadonlySet<string>): readonly Permission[] => {
  const lack = missing(permissions, neededBy(op))
  return lack.length === 0 && op.either && missing(permissions, op.either).length === op.either.length
    ? op.either
    : lack
}

/** The permissions an operation asks of a person; empty for any session. */
export const neededBy = (op: Pick<Operation, 'permission'>): readonly Permission[] => {
  if (op.permission === 'public' || op.permission === 'signed-in' || op.permission === 'api-key') return []
  return typeof op.permission === 'string' ? [op.permission] : op.permission
}

/** What somebody who holds these lacks for a page. */
export const lackOfPage = (
  { permissions = [], alsoFor = [] }: Partial<Pick<Page, 'permissions' | 'alsoFor'>>,
  held: ReadonlySet<string>,
): Permission[] => (alsoFor.some((one) => held.has(one)) ? [] : missing(held, permissions))
