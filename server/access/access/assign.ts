// Levels and groups given to many people at once, and taken: looked at before, written together, on record for each.
import * as access from '@gatehouse/contract/access/access'
import type { Output, Parsed } from '@gatehouse/contract/operation'
import type { QueryExecutorProvider } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import { type AuditEntry, actorOfPerson, type Call, type Serve } from '../../kit/http/serve.ts'
import { type LabelScope, labelScope } from '../../kit/label-scope.ts'
import { giveLinks, type Link, readLinks, takeLinks, type Target, targetsOf, visiblePeople } from './assign.sql.ts'
import { changing, demandPeriod, type Parts } from './changing.ts'

/** Writes several entries of the record at once. */
export type RecordMany = (entries: readonly AuditEntry[], within: QueryExecutorProvider) => Promise<void>

type Wanted = Omit<Parsed<typeof access.assign>, 'reason'>
type Difference = Output<typeof access.assign>['differences'][number]

/** Beyond it, several steps are quicker than one. */
const mostPairs = 200_000

export const serveAssign = (serve: Serve, parts: Parts, recordMany: RecordMany) => {
  const { db } = parts

  serve(access.previewAssign, async (wanted, caller) => {
    const plan = await planned(db, companyOf(caller), labelScope(caller), wanted)
    return { people: plan.people.size, differences: plan.differences }
  })

  serve(access.assign, ({ reason, ...wanted }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const plan = await planned(tx, companyId, labelScope(caller), wanted)
      const { people, differences, given, removed } = plan
      await giveLinks(tx, given, wanted)
      await takeLinks(tx, removed)
      const entries = entriesOf(plan, caller, call, reason ?? null)
      const [only] = entries
      if (entries.length === 1 && only) await call.record(tx, only)
      else {
        await recordMany(entries, tx)
        await call.record(tx, { subject: `${entries.length} people`, after: summary(differences) })
      }
      return { people: people.size, differences }
    }),
  )
}

interface Plan {
  /** Addresses by id. */
  readonly people: ReadonlyMap<string, string>
  readonly differences: Difference[]
  readonly given: (Link & { readonly before: Link | null; readonly target: Target })[]
  readonly removed: (Link & { readonly target: Target })[]
}

const planned = async (db: Db, companyId: string, scope: LabelScope, wanted: Wanted): Promise<Plan> => {
  demandPeriod(wanted)
  const { addLevels, removeLevels, addGroups, removeGroups } = wanted
  demandApart('removeLevels', addLevels, removeLevels)
  demandApart('removeGroups', addGroups, removeGroups)
  const targetIds = [...new Set([...addLevels, ...removeLevels, ...addGroups, ...removeGroups])]
  const userIds = [...new Set(wanted.userIds)]
  if (targetIds.length === 0) throw invalid([{ field: 'addLevels', message: 'Choose a level or a group' }])
  if (userIds.length * targetIds.length > mostPairs)
    throw invalid([{ field: 'userIds', message: 'That is too much at once: choose fewer people or fewer levels' }])
  const people = await visiblePeople(db, companyId, userIds)
  if (people.size < userIds.length) throw notFound('One of these people')
  const targets = new Map(
    (await targetsOf(db, companyId, scope, targetIds)).map((target) => [`${target.of} ${target.id}`, target]),
  )
  const targetOf = (of: Target['of'], id: string): Target => {
    const target = targets.get(`${of} ${id}`)
    if (!target) throw notFound(of === 'level' ? 'One of these access levels' : 'One of these groups of people')
    return target
  }
  const links = await readLinks(db, targetIds, userIds)
  const linkOf = (target: Target, userId: string) => links.get(`${target.of} ${target.id} ${userId}`)

  const given: Plan['given'] = []
  const removed: Plan['removed'] = []
  const differences: Difference[] = []
  const give = (target: Target) => {
    const before = given.length
    for (const userId of userIds) {
      const link = linkOf(target, userId)
      if (link && link.from === wanted.from && link.to === wanted.to) continue
      given.push({ userId, from: wanted.from, to: wanted.to, before: link ?? null, target })
    }
    const changed = given.slice(before)
    const added = changed.filter((one) => one.before === null).length
    differences.push({ ...target, added, retimed: changed.length - added, removed: 0 })
  }
  const take = (target: Target) => {
    const before = removed.length
    for (const userId of userIds) {
      const link = linkOf(target, userId)
      if (link) removed.push({ ...link, target })
    }
    differences.push({ ...target, added: 0, retimed: 0, removed: removed.length - before })
  }
  for (const id of new Set(addLevels)) give(targetOf('level', id))
  for (const id of new Set(addGroups)) give(targetOf('group', id))
  for (const id of new Set(removeLevels)) take(targetOf('level', id))
  for (const id of new Set(removeGroups)) take(targetOf('group', id))
  return { people, differences, given, removed }
}

const demandApart = (field: string, added: readonly string[], removed: readonly string[]) => {
  if (added.some((id) => removed.includes(id)))
    throw invalid([{ field, message: 'The same cannot be given and taken' }])
}

const nameOf = ({ of, name }: Target) => `${of} ${name}`
const timed = ({ from, to }: Pick<Link, 'from' | 'to'>) => ({ from, to })

/** For each person whose access changes, what it was and what it is. */
const entriesOf = (
  { people, given, removed }: Plan,
  caller: Caller,
  call: Call,
  reason: string | null,
): AuditEntry[] => {
  const changed = new Map<string, { before: Record<string, unknown>; after: Record<string, unknown> }>()
  const of = (userId: string) => {
    const facts = changed.get(userId) ?? { before: {}, after: {} }
    changed.set(userId, facts)
    return facts
  }
  for (const { userId, before, target, ...now } of given) {
    of(userId).before[nameOf(target)] = before ? timed(before) : null
    of(userId).after[nameOf(target)] = timed(now)
  }
  for (const { userId, target, ...was } of removed) {
    of(userId).before[nameOf(target)] = timed(was)
    of(userId).after[nameOf(target)] = null
  }
  return [...changed].map(([userId, facts]) => ({
    ...entryOf(caller, call),
    action: 'access.assign',
    subject: people.get(userId) ?? null,
    ...facts,
    reason,
  }))
}

/** An entry beside that of the call itself: of one of many whom it changes. */
export const entryOf = (caller: Caller, call: Call): Omit<AuditEntry, 'action'> => ({
  ...actorOfPerson(caller),
  input: {},
  status: 200,
  address: call.address,
  correlationId: call.correlationId,
})

const summary = (differences: readonly Difference[]): Record<string, string> =>
  Object.fromEntries(
    differences.map(({ of, name, added, retimed, removed }) => [
      `${of} ${name}`,
      `${added} added, ${retimed} with another time, ${removed} removed`,
    ]),
  )
