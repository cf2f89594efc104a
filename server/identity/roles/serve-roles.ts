// Roles: seen, made, changed, given and taken.
import * as roles from '@gatehouse/contract/identity/roles'
import type { Person, Role } from '@gatehouse/contract/identity/roles'
import { v7 as uuid } from 'uuid'
import type { PageWanted } from '../../kit/cursor.ts'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { existing, invalid, Refusal, unlessInUse } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { changeRights, demandGivable, demandHeld, demandInHands, giveRolesTo, type Held, takeRoles } from './rights.ts'
import { type RoleRow, rolesAmong } from './rights.sql.ts'
import {
  holdersOf,
  isNamedInLockdowns,
  type PeopleWanted,
  peopleByIds,
  peopleList,
  readPeople,
  readPerson,
  roleNameInUse,
  visibleRoles,
} from './roles.sql.ts'
import { changeOf, rolesNow, notifyOfAccess } from './notify.ts'

export const serveRoles = (serve: Serve, db: Db, mail: Poster) => {
  serve(roles.list, async (_input, caller) => ({ roles: await visibleRoles(db, caller) }))

  serve(roles.byIds, async ({ roleIds }, caller) => ({ roles: await visibleRoles(db, caller, roleIds) }))

  serve(roles.create, ({ name, description, permissions }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      demandHeld(held, permissions)
      await demandFreeName(tx, held.companyId, name)
      const id = uuid()
      await insertRow(tx, 'role', { id, company_id: held.companyId, name, description, permissions })
      await call.record(tx, { subject: name, after: { name, description, permissions } })
      return { role: await shown(tx, caller, id) }
    }),
  )

  serve(roles.update, ({ id, name, description, permissions }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      const before = await demandOwn(tx, held, id, 'changed')
      const was = factsOf(await shown(tx, caller, id))
      call.annotate({ subject: before.name })
      demandHeld(held, [...before.permissions, ...(permissions ?? [])])
      if (name !== undefined) await demandFreeName(tx, held.companyId, name, id)
      await updateRow(tx, 'role', id, { name, description, permissions })
      const changed = permissions && changeOf(before, permissions)
      if (changed !== undefined) await notifyOfAccess(tx, mail, await holdersOf(tx, id), () => changed)
      const role = await shown(tx, caller, id)
      await call.record(tx, changes(was, factsOf(role)))
      return { role }
    }),
  )

  serve(roles.remove, ({ id }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      const role = await demandOwn(tx, held, id, 'deleted')
      const was = await shown(tx, caller, id)
      call.annotate({ subject: role.name })
      demandHeld(held, role.permissions)
      // Without it they would be open to everybody who holds the permission.
      if (await isNamedInLockdowns(tx, id)) throw new Refusal(409, 'IN_USE', namedInLockdowns(role.name))
      const holders = await holdersOf(tx, id)
      await unlessInUse(tx.deleteFrom('role').where('id', '=', id).execute(), namedInLockdowns(role.name))
      await notifyOfAccess(tx, mail, holders, (person) => `Your role ${role.name} was deleted. ${rolesNow(person)}`)
      await call.record(tx, { before: { ...factsOf(was), people: was.people } })
    }),
  )

  const peopleOf = async (
    { companyId }: Caller,
    wanted: Omit<PeopleWanted, 'companyId' | 'order'> & PageWanted & { readonly sort?: 'name' | '-name' | undefined },
  ) => {
    const { page, ...rest } = await peopleList.page(
      wanted,
      (filter) => readPeople(db, { ...filter, companyId }),
      ({ id }) => id,
    )
    return { people: page, ...rest }
  }

  serve(roles.holders, async ({ id, cursor, limit }, caller) => {
    existing((await visibleRoles(db, caller, [id]))[0], 'This role')
    return peopleOf(caller, { roleId: id, cursor, limit })
  })

  serve(roles.people, (wanted, caller) => peopleOf(caller, wanted))

  serve(roles.personById, async ({ userId }, { companyId }, call) => {
    const person = existing(await readPerson(db, companyId, userId), 'This person')
    call.annotate({ subject: person.email })
    return { person }
  })

  serve(roles.assign, ({ userIds, add, remove }, caller, call) =>
    changeRights(db, caller, async (tx, held) => {
      if (add.some((id) => remove.includes(id)))
        throw invalid([{ field: 'remove', message: 'A role cannot be given and taken at once' }])
      await demandGivable(tx, held, [...add, ...remove])
      await demandInHands(tx, held, ...userIds)
      const before = await peopleByIds(tx, userIds)
      const given = await giveRolesTo(tx, userIds, add)
      const inUse = await takeRoles(tx, userIds, remove)
      await notifyOfAccess(tx, mail, [...new Set([...given, ...inUse])], rolesNow)
      const people = await peopleByIds(tx, userIds)
      await recordRoles(tx, call, before, people)
      return { people }
    }),
  )
}

const factsOf = ({ name, description, permissions }: Role) => ({ name, description, permissions })

/** Of each person whose roles changed, by address. */
const recordRoles = (tx: Db, call: Call, before: readonly Person[], after: readonly Person[]) => {
  const rolesOf = (people: readonly Person[]) =>
    Object.fromEntries(people.map(({ email, roles: held }) => [email, held.map(({ name }) => name)]))
  const [first] = after
  const subject = after.length === 1 && first ? first.email : `${after.length} people`
  return call.record(tx, { subject, ...changes(rolesOf(before), rolesOf(after)) })
}

// One that the caller has just made or changed; a name is all that others may have seen of it.
const shown = async (tx: Db, caller: Caller, id: string): Promise<Role> =>
  existing((await visibleRoles(tx, caller, [id]))[0], 'This role')

const namedInLockdowns = (name: string) =>
  `A lockdown says by the role ${name} who may begin, end or pass it. Take the role out of the scenario first, and release the lockdown if it is under way.`

const demandFreeName = async (tx: Db, companyId: string, name: string, except?: string) => {
  if (await roleNameInUse(tx, companyId, name, except))
    throw invalid([{ field: 'name', message: 'There is a role of this name already' }])
}

const demandOwn = async (tx: Db, held: Held, id: string, what: 'changed' | 'deleted'): Promise<RoleRow> => {
  const role = existing((await rolesAmong(tx, held.companyId, [id]))[0], 'This role')
  if (role.system)
    throw new Refusal(
      409,
      'SYSTEM_ROLE',
      `The role ${role.name} comes with Gatehouse and cannot be ${what}. Clone it and change the copy instead.`,
    )
  return role
}
