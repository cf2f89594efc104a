// People and what doors know of them: what each is held to, holds and belongs to.
import * as access from '@gatehouse/contract/access/access'
import type { Holder } from '@gatehouse/contract/access/access'
import type { Db } from '../../db/pool.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import { changes, withChanges } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { labelScope } from '../../kit/label-scope.ts'
import { changing, demandPeriod, type Parts } from './changing.ts'
import {
  readCredentials,
  readDepartments,
  readGroupsOf,
  readLevelsOf,
  peopleList,
  readPeople,
  readTerms,
  withoutOwner,
} from './people.sql.ts'
import { alone, type SortedFilter, withoutOrder } from '../../db/sorted.ts'
import { personId } from './person.sql.ts'

export const servePeople = (serve: Serve, parts: Parts) => {
  const { db } = parts

  const holderOf = async (on: Db, caller: Caller, userId: string): Promise<Holder> => {
    const whose = { companyId: companyOf(caller), scope: labelScope(caller) }
    const [found] = await readPeople(on, { ...whose, userId, limit: 1, order: alone })
    if (!found) throw notFound('This person')
    return withoutOrder(found)
  }

  serve(access.people, async (wanted, caller) => {
    const companyId = companyOf(caller)
    const whose = { companyId, scope: labelScope(caller) }
    const rowsOf = (filter: SortedFilter<typeof access.people>) => readPeople(db, { ...filter, ...whose })
    const { page: people, ...rest } = await peopleList(whose.scope).page(wanted, rowsOf, personId)
    return { people, departments: await readDepartments(db, companyId), ...rest }
  })

  serve(access.personById, async ({ userId }, caller) => {
    const holder = await holderOf(db, caller, userId)
    return {
      holder,
      levels: await readLevelsOf(db, userId, labelScope(caller)),
      groups: await readGroupsOf(db, userId),
      credentials: can(caller, 'manage_staff')
        ? (await readCredentials(db, companyOf(caller), { userId })).map(withoutOwner)
        : { missing: 'manage_staff' },
    }
  })

  serve(access.setTerms, ({ userId, ...given }, caller, call) =>
    changing(parts, caller, async (tx, companyId) => {
      const { person } = await holderOf(tx, caller, userId)
      call.annotate({ subject: person.email })
      const before = await readTerms(tx, userId)
      const { from, to, suspended, extendedTime, passbackExempt, escort } = withChanges(before, given)
      demandPeriod({ from, to })
      const row = {
        valid_from: from,
        valid_to: to,
        suspended,
        extended_time: extendedTime,
        passback_exempt: passbackExempt,
        escort,
        changed_at: clock.now(),
      }
      await tx
        .insertInto('access_person')
        .values({ user_id: userId, company_id: companyId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      const now = await readTerms(tx, userId)
      await call.record(tx, changes({ ...before }, { ...now }))
      return { terms: now }
    }),
  )
}
