// Saved views of list pages: each belongs to one person and one page, and colleagues who may open that page see it shared.
import { pages } from '@gatehouse/contract/pages'
import * as savedViews from '@gatehouse/contract/system/saved-views'
import type { SavedView } from '@gatehouse/contract/system/saved-views'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, numberOf, rowsOf, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes, withChanges } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid, notFound, unlessDuplicate } from '../../kit/errors.ts'
import { type Caller, can, companyOf, demand } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'

/** Of one person for one page: nobody looks through more. */
const mostOfOne = 50

export const serveSavedViews = (serve: Serve, db: Db) => {
  serve(savedViews.list, async ({ page }, caller) => {
    demandPage(caller, page)
    const visible = sql`v.page = ${page} and (v.shared or v.owner_id = ${caller.userId})`
    return { views: caller.companyId ? await read(db, caller, visible) : [] }
  })

  serve(savedViews.save, async ({ page, name, query, shared }, caller, { record }) => {
    demandPage(caller, page)
    const companyId = companyOf(caller)
    const id = uuid()
    const facts = { page, name, query: canonical(query), shared }
    await orInUse(
      inTransaction(db, async (tx) => {
        const many = await numberOf(tx)`
          select count(*)::int from saved_view
          where owner_id = ${caller.userId} and company_id = ${companyId} and page = ${page}
        `
        if (many >= mostOfOne)
          throw invalid([{ field: 'name', message: `You have ${mostOfOne} views of this page: remove one first.` }])
        await insertRow(tx, 'saved_view', { id, company_id: companyId, owner_id: caller.userId, ...facts })
        await record(tx, { subject: name, after: facts })
      }),
    )
    return { view: await one(db, caller, id) }
  })

  serve(savedViews.change, async ({ id, ...given }, caller, { record }) => {
    const before = await one(db, caller, id)
    if (!before.own) throw notFound(thisView)
    const changed = withChanges(before, given)
    const facts = { name: changed.name, query: canonical(changed.query), shared: changed.shared }
    await orInUse(
      inTransaction(db, async (tx) => {
        await updateRow(tx, 'saved_view', id, { ...facts, updated_at: clock.now() })
        await record(tx, { subject: facts.name, ...changes(factsOf(before), { page: before.page, ...facts }) })
      }),
    )
    return { view: await one(db, caller, id) }
  })

  serve(savedViews.remove, async ({ id }, caller, { record }) => {
    const view = await one(db, caller, id)
    if (!view.own && !can(caller, 'admin_access')) throw notFound(thisView)
    await inTransaction(db, async (tx) => {
      await tx.deleteFrom('saved_view').where('id', '=', id).execute()
      await record(tx, { subject: view.name, before: factsOf(view) })
    })
  })
}

const thisView = 'This view'

const factsOf = ({ page, name, query, shared }: SavedView) => ({ page, name, query, shared })

const one = async (db: Db, caller: Caller, id: string): Promise<SavedView> => {
  const [found] = await read(db, caller, sql`v.id = ${id} and (v.shared or v.owner_id = ${caller.userId})`)
  const view = existing(found, thisView)
  demandPage(caller, view.page)
  return view
}

const read = (db: Db, caller: Caller, which: ReturnType<typeof sql>) =>
  rowsOf<SavedView>(db)`
    select v.id, v.page, v.name, v.query, v.shared, u.first_name || ' ' || u.last_name as owner,
      v.owner_id = ${caller.userId} as own
    from saved_view v join users u on u.id = v.owner_id
    where v.company_id = ${caller.companyId} and ${which}
    order by v.owner_id <> ${caller.userId}, lower(v.name), v.id
  `

/** Refuses an address that is no page for the signed-in, and whoever may not open it. */
const demandPage = (caller: Caller, address: string) => {
  const page = pages.find(({ path }) =>
    path.endsWith('/*') ? `${address}/`.startsWith(path.slice(0, -1)) : path === address,
  )
  demand(caller, ...existing(page?.permissions, 'This page'))
}

/** Written in one way, whoever wrote it. */
const canonical = (query: string) => new URLSearchParams(query).toString()

const orInUse = (work: Promise<void>) => unlessDuplicate(work, 'name', 'You have a view of this name.')
