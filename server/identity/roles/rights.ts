// The rule of giving: asked inside the transaction that gives, of what the giver holds at that moment.
import { isPermission, missing, own, type Permission } from '@gatehouse/contract/permissions'
import { type Db, execute, valuesOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { lacking, notFound, Refusal } from '../../kit/errors.ts'
import { grantedTo, hasAnAdmin, lockCompany, permissionsOf, type RoleRow, rolesAmong } from './rights.sql.ts'

/** Who acts, where, and what they hold. Every caller is one. */
export type Held = Pick<Caller, 'companyId' | 'permissions'>

/**
 * A change of who may what: one at a time in a company, by what the caller holds now rather than when the call came in,
 * and never so that nobody is left to administer it.
 */
export const changeRights = <T>(
  db: Db,
  caller: Caller,
  change: (tx: Db, held: Held & { readonly companyId: string }) => Promise<T>,
): Promise<T> =>
  inTransaction(db, async (tx) => {
    const companyId = companyOf(caller, 'What you asked for')
    await lockCompany(tx, companyId)
    const had = await hasAnAdmin(tx, companyId)
    const now = await permissionsOf(tx, caller.userId)
    const permissions = new Set([...now].filter((p) => caller.permissions.has(p)))
    const answer = await change(tx, { companyId, permissions })
    if (had && !(await hasAnAdmin(tx, companyId))) throw lastAdmin()
    return answer
  })

/** After a change, in its transaction: refuses it when it has left the company without an administrator. */
export const keepAnAdmin = async (tx: Db, companyId: string): Promise<void> => {
  await lockCompany(tx, companyId)
  if (!(await hasAnAdmin(tx, companyId))) throw lastAdmin()
}

const lastAdmin = () =>
  new Refusal(409, 'LAST_ADMIN', 'This would leave the company without an administrator. Appoint another one first.')

/** Refuses with 403 and the list of what the caller would give or take without holding it. */
export const demandHeld = ({ permissions }: Held, given: readonly string[]): void => {
  const lack = missing(permissions, given.filter(isPermission))
  if (lack.length > 0) throw lacking(lack)
}

/** 404 for roles of elsewhere, 403 for those that hold more than the caller; else the roles. */
export const demandGivable = async (db: Db, caller: Held, roleIds: readonly string[]): Promise<RoleRow[]> => {
  const wanted = new Set(roleIds)
  if (wanted.size === 0) return []
  const roles = await rolesAmong(db, caller.companyId, [...wanted])
  if (roles.length < wanted.size) throw notFound('This role')
  demandHeld(
    caller,
    roles.flatMap((role) => role.permissions),
  )
  return roles
}

/** 404 for people of elsewhere, 403 for those who hold more than the caller. */
export const demandInHands = async (db: Db, caller: Held, ...userIds: readonly string[]): Promise<void> => {
  const people = await grantedTo(db, userIds)
  for (const userId of userIds) {
    const person = people.get(userId)
    if (!person || person.companyId === null || person.companyId !== caller.companyId) throw notFound('This person')
  }
  for (const person of people.values()) {
    const more = missing(caller.permissions, [...person.permissions])
    if (more.length > 0) throw outOfHands(person.name, more)
  }
}

/** Of these people, those who hold more than the caller: out of the caller's hands. */
export const beyondHands = async (db: Db, caller: Held, userIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (userIds.length === 0) return new Set()
  const people = await grantedTo(db, userIds)
  const holdsMore = [...people].filter(
    ([, { permissions }]) => missing(caller.permissions, [...permissions]).length > 0,
  )
  return new Set(holdsMore.map(([id]) => id))
}

const outOfHands = (name: string, more: readonly Permission[]) =>
  new Refusal(403, 'FORBIDDEN', `${name} may do what you may not: ${more.join(', ')}.`)

/** Gives roles. What an account held by itself before it had any is left to the roles to say. */
export const giveRoles = async (tx: Db, userId: string, roleIds: readonly string[]): Promise<void> => {
  await giveRolesTo(tx, [userId], roleIds)
}

/** The same for many people; answers those to whom it was news. */
export const giveRolesTo = async (
  tx: Db,
  userIds: readonly string[],
  roleIds: readonly string[],
): Promise<string[]> => {
  if (roleIds.length === 0) return []
  const given = await valuesOf<string>(tx)`
    insert into user_role (user_id, role_id)
    select u, r from unnest(${[...userIds]}::uuid[]) u, unnest(${[...roleIds]}::uuid[]) r
    on conflict do nothing returning user_id
  `
  await execute(tx)`
    update users set permissions = '{}'
    where id = any (${[...userIds]}::uuid[]) and cardinality(permissions) > 0 and permissions <@ ${[...own]}::text[]
  `
  return given
}

/** Answers those who had one of them. */
export const takeRoles = async (tx: Db, userIds: readonly string[], roleIds: readonly string[]): Promise<string[]> => {
  if (roleIds.length === 0) return []
  return valuesOf<string>(tx)`
    delete from user_role where user_id = any (${[...userIds]}::uuid[]) and role_id = any (${[...roleIds]}::uuid[])
    returning user_id
  `
}
