// Views of the report: what somebody wants to see again, kept for themselves or for everybody in the company.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { View } from '@gatehouse/contract/access/entry-exit'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, numberOf, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, can, companyOf } from '../../kit/http/caller.ts'
import { withChanges } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound, unlessDuplicate } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'

/** Nobody looks through more. */
const mostOfOne = 50

// What the report understands in its address; anything else would be kept for nobody.
const known = new Set([
  'period',
  'from',
  'to',
  'q',
  'userId',
  'person',
  'doorId',
  'zone',
  'type',
  'result',
  'reason',
  'method',
  'taken',
  'columns',
])

export const serveViews = (serve: Serve, db: Db) => {
  serve(entryExit.views, async (_input, caller) => ({
    views: caller.companyId ? await read(db, caller, sql`(v.shared or v.owner_id = ${caller.userId})`) : [],
  }))

  serve(entryExit.saveView, async ({ name, query, shared }, caller, { record }) => {
    const companyId = companyOf(caller)
    refuseUnknown(query)
    const id = uuid()
    await orInUse(
      inTransaction(db, async (tx) => {
        const many = await numberOf(tx)`
          select count(*)::int from entry_exit_view where owner_id = ${caller.userId}
        `
        if (many >= mostOfOne)
          throw invalid([{ field: 'name', message: `You keep ${mostOfOne} views: remove one first.` }])
        const view = { id, company_id: companyId, owner_id: caller.userId, name, query, shared }
        await insertRow(tx, 'entry_exit_view', view)
        await record(tx, { subject: name, after: { name, query, shared } })
      }),
    )
    return { view: await one(db, caller, id) }
  })

  serve(entryExit.changeView, async ({ id, ...given }, caller, { record }) => {
    const before = await one(db, caller, id)
    if (!before.own) throw notFound('This view')
    const { name, query, shared } = withChanges(before, given)
    refuseUnknown(query)
    await orInUse(
      inTransaction(db, async (tx) => {
        await updateRow(tx, 'entry_exit_view', id, { name, query, shared, updated_at: clock.now() })
        await record(tx, { subject: name, before: factsOf(before), after: { name, query, shared } })
      }),
    )
    return { view: await one(db, caller, id) }
  })

  serve(entryExit.removeView, async ({ id }, caller, { record }) => {
    const view = await one(db, caller, id)
    if (!view.own && !can(caller, 'admin_access')) throw notFound('This view')
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('entry_exit_view').where('id', '=', id).execute()
      await record(tx, { subject: view.name, before: factsOf(view) })
    })
    return {}
  })
}

const factsOf = ({ name, query, shared }: View) => ({ name, query, shared })

const one = async (db: Db, caller: Caller, id: string): Promise<View> => {
  const [view] = await read(db, caller, sql`v.id = ${id} and (v.shared or v.owner_id = ${caller.userId})`)
  if (!view) throw notFound('This view')
  return view
}

const read = (db: Db, caller: Caller, which: ReturnType<typeof sql>) =>
  rowsOf<View>(db)`
    select v.id, v.name, v.query, v.shared, u.first_name || ' ' || u.last_name as owner,
      v.owner_id = ${caller.userId} as own
    from entry_exit_view v join users u on u.id = v.owner_id
    where v.company_id = ${caller.companyId} and ${which}
    order by v.owner_id <> ${caller.userId}, lower(v.name), v.id
  `

const refuseUnknown = (query: string) => {
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !known.has(name))
  if (unknown !== undefined) throw invalid([{ field: 'query', message: `The report has no filter ${unknown}.` }])
}

const orInUse = (work: Promise<void>) => unlessDuplicate(work, 'name', 'You have a view of this name.')
