// Groups of people: whoever is in one opens what its levels open.
import * as access from '@gatehouse/contract/access/access'
import type { Group } from '@gatehouse/contract/access/access'
import type { Output } from '@gatehouse/contract/operation'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { alone, byKey, byNumber, type InOrder, type SortedFilter, sortedList, withoutOrder } from '../../db/sorted.ts'
import { peopleFound } from '../../db/people-found.sql.ts'
import { type Db, insertRow, isoRowsOf, numberOf, rowsOf, updateRow } from '../../db/pool.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { notFound, Refusal, unlessDuplicate } from '../../kit/errors.ts'
import { holdsWords } from '../../kit/search.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { changing, type Parts } from './changing.ts'
import { isVisible } from './levels.sql.ts'
import { type OfPerson, membersList, personId, person } from './person.sql.ts'

export const serveGroups = (serve: Serve, parts: Parts) => {
  const { db } = parts

  const read = (on: Db, caller: Caller, filter: Partial<GroupFilter>) =>
    readGroups(on, { companyId: companyOf(caller), scope: labelScope(caller), limit: 1, order: alone, ...filter })

  const shown = async (on: Db, caller: Caller, groupId: string): Promise<Group> => {
    const [group] = await read(on, caller, { groupId })
    if (!group) throw notFound('This group of people')
    return withoutOrder(group)
  }

  serve(access.groups, async (wanted, caller) => {
    const { page: groups, ...rest } = await groupsList.page(
      wanted,
      (filter) => read(db, caller, filter),
      ({ id }) => id,
    )
    return { groups, ...rest }
  })

  serve(access.groupById, async ({ groupId }, caller) => ({ group: await shown(db, caller, groupId) }))

  serve(access.members, async ({ groupId, ...wanted }, caller) => {
    await shown(db, caller, groupId)
    const { page: members, ...rest } = await membersList.page(
      wanted,
      (filter) => readMembers(db, groupId, caller.companyId, filter),
      personId,
    )
    return { members, ...rest }
  })

  serve(access.createGroup, ({ name, description }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const id = uuid()
      const write = insertRow(tx, 'access_group', { id, company_id: companyId, name, description })
      await unlessDuplicate(write, 'name', nameInUse)
      await call.record(tx, { subject: name, after: { name, description } })
      return { group: await shown(tx, caller, id) }
    }),
  )

  serve(access.updateGroup, ({ groupId, name: given, description }, caller, call) =>
    changing(parts, caller, async (tx) => {
      const before = await shown(tx, caller, groupId)
      const name = given ?? before.name
      const write = updateRow(tx, 'access_group', groupId, { name, description })
      await unlessDuplicate(write, 'name', nameInUse)
      const group = await shown(tx, caller, groupId)
      await call.record(tx, { subject: before.name, ...changes(factsOf(before), factsOf(group)) })
      return { group }
    }),
  )

  serve(access.removeGroup, ({ groupId }, caller, call) =>
    changing(parts, caller, async (tx) => {
      const before = await shown(tx, caller, groupId)
      call.annotate({ subject: before.name })
      // Its people would lose what the caller knows nothing of.
      if ((await countLevels(tx, groupId)) > before.levels.length) throw hidden()
      await tx.deleteFrom('access_group').where('id', '=', groupId).execute()
      const { people } = before
      await call.record(tx, {
        before: { ...factsOf(before), people, levels: before.levels.map((level) => level.name) },
      })
    }),
  )
}

const nameInUse = 'There is a group of this name already'
const factsOf = ({ name, description }: Group) => ({ name, description })

const hidden = () =>
  new Refusal(403, 'FORBIDDEN', 'This group opens doors that labels hide from you. Who sees all of them can remove it.')

const peopleIn = sql`(select count(*)::int from access_group_member m where m.group_id = g.id)`

const groupsList = sortedList('g.id', { name: byKey('g.sort_key'), people: byNumber(peopleIn) }, 'name')

interface GroupFilter extends SortedFilter<typeof access.groups> {
  readonly companyId: string
  readonly scope: LabelScope
  readonly groupId?: string | undefined
}

const readGroups = (db: Db, { companyId, scope, q, groupId, order, limit }: GroupFilter) =>
  rowsOf<InOrder<Group>>(db)`
    select g.id, ${order.columns}, g.name, g.description,
      ${peopleIn} as people,
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.sort_key, l.id)
        from access_level_group a join access_level l on l.id = a.level_id
        where a.group_id = g.id and ${isVisible(scope)}), '[]') as levels
    from access_group g
    where g.company_id = ${companyId} and ${groupId ? sql`g.id = ${groupId}` : sql`true`}
      and ${holdsWords(sql`(g.name || ' ' || g.description)`, q)} and ${order.isBeyond}
    order by ${order.by} limit ${limit}
  `

const countLevels = (tx: Db, groupId: string) =>
  numberOf(tx)`
    select count(*)::int as levels from access_level_group where group_id = ${groupId}
  `

type Member = Output<typeof access.members>['members'][number]

const readMembers = async (
  db: Db,
  groupId: string,
  companyId: string | null,
  { q, order, limit }: Omit<SortedFilter<typeof access.members>, 'groupId'>,
) =>
  isoRowsOf<InOrder<OfPerson<Omit<Member, 'person'>>>>(db)`
    select ${person} as person, ${order.columns}, m.valid_from as "from", m.valid_to as "to", m.added_at as since
    from access_group_member m join users u on u.id = m.user_id
    where m.group_id = ${groupId} and ${await peopleFound(db, companyId, q)} and ${order.isBeyond}
    order by ${order.by} limit ${limit}
  `
