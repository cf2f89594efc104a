// Access levels: doors by people by schedule, for who sees every door of them.
import * as access from '@gatehouse/contract/access/access'
import type { LevelInFull } from '@gatehouse/contract/access/access'
import { v7 as uuid } from 'uuid'
import type { SortedFilter } from '../../db/sorted.ts'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { notFound, unlessDuplicate } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { changing, type Parts } from './changing.ts'
import {
  countKnown,
  type LevelParts,
  readHolders,
  readLevel,
  levelsList,
  readLevels,
  writeParts,
} from './levels.sql.ts'
import { membersList, personId } from './person.sql.ts'

export const serveLevels = (serve: Serve, parts: Parts) => {
  const { db } = parts

  const shown = async (on: Db, caller: Caller, levelId: string): Promise<LevelInFull> => {
    const level = await readLevel(on, companyOf(caller), labelScope(caller), levelId)
    if (!level) throw notFound('This access level')
    return level
  }

  serve(access.levels, async (wanted, caller) => {
    const whose = { companyId: companyOf(caller), scope: labelScope(caller) }
    const rowsOf = (filter: SortedFilter<typeof access.levels>) => readLevels(db, { ...whose, ...filter })
    const { page: levels, ...rest } = await levelsList.page(wanted, rowsOf, ({ id }) => id)
    return { levels, ...rest }
  })

  serve(access.levelById, async ({ levelId }, caller) => ({ level: await shown(db, caller, levelId) }))

  serve(access.holders, async ({ levelId, ...wanted }, caller) => {
    await shown(db, caller, levelId)
    const { page: holders, ...rest } = await membersList.page(
      wanted,
      (filter) => readHolders(db, levelId, caller.companyId, filter),
      personId,
    )
    return { holders, ...rest }
  })

  serve(access.createLevel, (input, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      await demandKnown(tx, companyId, labelScope(caller), input)
      const id = uuid()
      const { name, description, scheduleId } = input
      const columns = { id, company_id: companyId, name, description, schedule_id: scheduleId }
      await unlessDuplicate(insertRow(tx, 'access_level', columns), 'name', nameInUse)
      await writeParts(tx, id, input)
      const level = await shown(tx, caller, id)
      await call.record(tx, { subject: name, after: factsOf(level) })
      return { level }
    }),
  )

  serve(access.updateLevel, ({ levelId, ...input }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const before = await shown(tx, caller, levelId)
      call.annotate({ subject: before.name })
      await demandKnown(tx, companyId, labelScope(caller), input)
      const { name = before.name, description, scheduleId } = input
      const columns = { name, description, schedule_id: scheduleId }
      await unlessDuplicate(updateRow(tx, 'access_level', levelId, columns), 'name', nameInUse)
      await writeParts(tx, levelId, input)
      const level = await shown(tx, caller, levelId)
      await call.record(tx, changes(factsOf(before), factsOf(level)))
      return { level }
    }),
  )

  serve(access.removeLevel, ({ levelId }, caller, call) =>
    changing(parts, caller, async (tx) => {
      const before = await shown(tx, caller, levelId)
      await tx.deleteFrom('access_level').where('id', '=', levelId).execute()
      await call.record(tx, { subject: before.name, before: { ...factsOf(before), holders: before.holders } })
    }),
  )
}

const nameInUse = 'There is an access level of this name already'

/** 404 where the caller knows nothing of one of these doors, groups or schedules. */
export const demandKnown = async (tx: Db, companyId: string, scope: LabelScope, given: LevelParts): Promise<void> => {
  const known = await countKnown(tx, companyId, scope, given)
  if (known.doors < new Set(given.doorIds).size) throw notFound('One of these doors')
  if (known.doorGroups < new Set(given.doorGroupIds).size) throw notFound('One of these groups of doors')
  if (known.groups < new Set(given.groupIds).size) throw notFound('One of these groups of people')
  if (!known.schedule) throw notFound('This schedule')
}

/** As people know it, for the record. */
const factsOf = ({ name, description, schedule, doors, doorGroups, groups }: LevelInFull) => ({
  name,
  description,
  schedule: schedule?.name ?? 'always',
  doors: doors.map((door) => door.name),
  doorGroups: doorGroups.map((group) => group.name),
  groups: groups.map((group) => group.name),
})
