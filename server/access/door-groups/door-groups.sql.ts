// The groups of doors in the store.
import type { DoorGroup } from '@gatehouse/contract/access/door-groups'
import { sql } from 'kysely'
import { type Db, isAny, rowsOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'

/** By name, each with the doors that the caller sees. One whose doors are all hidden is not there. */
export const visibleGroups = async (db: Db, caller: Caller, groupId?: string): Promise<DoorGroup[]> => {
  const scope = labelScope(caller)
  return rowsOf<DoorGroup>(db)`
    select g.id, g.name, g.description,
      coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name)
        order by sort_key_of(d.name) collate "C", d.id) filter (where d.id is not null), '[]') as doors
    from door_group g left join door_group_door m on m.group_id = g.id
      left join device d on d.id = m.device_id and d.retired_at is null and ${scope.sees('d.id')}
    where g.company_id = ${caller.companyId} and ${groupId ? sql`g.id = ${groupId}` : sql`true`}
    group by g.id
    having count(d.id) > 0 or not coalesce(bool_or(${scope.hides('m.device_id')}), false)
    order by g.sort_key, g.id
  `
}

/** One who changes a group waits for another. */
export const lockGroup = (tx: Db, groupId: string) =>
  tx.selectFrom('door_group').select('id').where('id', '=', groupId).forUpdate().execute()

export const addDoors = async (tx: Db, groupId: string, doorIds: readonly string[]): Promise<void> => {
  await sql`
    insert into door_group_door (group_id, device_id) select ${groupId}::uuid, x from unnest(${[...doorIds]}::uuid[]) x
    on conflict do nothing
  `.execute(tx)
}

export const removeDoors = async (tx: Db, groupId: string, doorIds: readonly string[]): Promise<void> => {
  await sql`
    delete from door_group_door where group_id = ${groupId} and device_id = any (${[...doorIds]}::uuid[])
  `.execute(tx)
}

export const hasHidden = (tx: Db, groupId: string, scope: LabelScope) =>
  isAny(tx)`select from door_group_door m where m.group_id = ${groupId} and ${scope.hides('m.device_id')} limit 1`
