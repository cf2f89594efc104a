// Groups of doors: seen as far as labels let, made, changed and removed by who manages doors.
import * as doorGroups from '@gatehouse/contract/access/door-groups'
import type { DoorGroup } from '@gatehouse/contract/access/door-groups'
import { v7 as uuid } from 'uuid'
import { demandFreeName } from '../../db/by-name.ts'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { notFound, Refusal, unlessInUse } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { addDoors, hasHidden, lockGroup, removeDoors, visibleGroups } from './door-groups.sql.ts'

export const serveDoorGroups = (serve: Serve, db: Db, directory: Directory) => {
  serve(doorGroups.list, async (_input, caller) => ({ groups: await visibleGroups(db, caller) }))

  serve(doorGroups.create, ({ name, description, doorIds }, caller, call) =>
    inTransaction(db, async (tx) => {
      const companyId = companyOf(caller, 'A company to make the group for')
      await demandFreeName(tx, 'door_group', { company_id: companyId }, name, 'group')
      demandSeen(directory, caller, doorIds)
      const id = uuid()
      await insertRow(tx, 'door_group', { id, company_id: companyId, name, description })
      await addDoors(tx, id, doorIds)
      const group = await shown(tx, caller, id)
      await call.record(tx, { subject: name, after: factsOf(group) })
      return { group }
    }),
  )

  serve(doorGroups.update, ({ groupId, name, description, doorIds }, caller, call) =>
    inTransaction(db, async (tx) => {
      await lockGroup(tx, groupId)
      const before = await shown(tx, caller, groupId)
      call.annotate({ subject: before.name })
      if (name !== undefined)
        await demandFreeName(tx, 'door_group', { company_id: companyOf(caller) }, name, 'group', groupId)
      await updateRow(tx, 'door_group', groupId, { name, description })
      if (doorIds !== undefined) {
        demandSeen(directory, caller, doorIds)
        // Those that labels hide from the caller stay in it.
        const wanted = new Set(doorIds)
        await removeDoors(
          tx,
          groupId,
          before.doors.map(({ id }) => id).filter((id) => !wanted.has(id)),
        )
        await addDoors(tx, groupId, doorIds)
      }
      const group = await shown(tx, caller, groupId)
      await call.record(tx, changes(factsOf(before), factsOf(group)))
      return { group }
    }),
  )

  serve(doorGroups.remove, ({ groupId }, caller, call) =>
    inTransaction(db, async (tx) => {
      await lockGroup(tx, groupId)
      const before = await shown(tx, caller, groupId)
      call.annotate({ subject: before.name })
      if (await hasHidden(tx, groupId, labelScope(caller))) throw hidden()
      await unlessInUse(tx.deleteFrom('door_group').where('id', '=', groupId).execute(), inUse(before.name))
      await call.record(tx, { before: factsOf(before) })
    }),
  )
}

const factsOf = ({ name, description, doors }: DoorGroup) => ({
  name,
  description,
  doors: doors.map((door) => door.name),
})

const shown = async (tx: Db, caller: Caller, id: string): Promise<DoorGroup> => {
  const [group] = await visibleGroups(tx, caller, id)
  if (!group) throw notFound('This group of doors')
  return group
}

const demandSeen = (directory: Directory, caller: Caller, doorIds: readonly string[]) => {
  const isDoor = (id: string) => directory.byId(id)?.kind === 'door' && directory.sees(caller, id)
  if (!doorIds.every(isDoor)) throw notFound('One of these doors')
}

const hidden = () =>
  new Refusal(403, 'FORBIDDEN', 'This group has doors that labels hide from you. Who sees all of them can remove it.')

const inUse = (name: string) =>
  `${name} is used by a schedule, a lockdown or an access level. Take it out of there first.`
