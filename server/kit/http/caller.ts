// Who is calling, as the database says at this moment. The token's own list of permissions is never asked.
import { missing, type Permission } from '@gatehouse/contract/permissions'
import { lacking, notFound } from '../errors.ts'

export interface Caller {
  readonly userId: string
  readonly sessionId: string
  readonly companyId: string | null
  readonly name: string
  readonly email: string
  readonly permissions: ReadonlySet<string>
  readonly labels: ReadonlySet<string>
  readonly expiresAt: number
  /** Signed in by less than the company asks for: holds only what an account holds by itself. */
  readonly limited: boolean
  /** Who looks through this person's eyes, read only; null in one's own session. */
  readonly viewer: { readonly id: string; readonly email: string; readonly name: string } | null
}

/** A program with an API key. */
export interface Machine {
  readonly keyId: string
  readonly companyId: string
  readonly name: string
  /** The keys of the devices it may speak for; null: every device of the company. */
  readonly deviceKeys: readonly string[] | null
}

export const can = (caller: Pick<Caller, 'permissions'>, permission: Permission): boolean =>
  caller.permissions.has(permission)

/** The caller's company; 404 with these words for who works in none. */
export const companyOf = ({ companyId }: Pick<Caller, 'companyId'>, missed = 'Your company'): string => {
  if (!companyId) throw notFound(missed)
  return companyId
}

/** Refuses with 403 and the list of what is missing. */
export const demand = (caller: Caller, ...needed: Permission[]): void => {
  const lack = missing(caller.permissions, needed)
  if (lack.length > 0) throw lacking(lack)
}
