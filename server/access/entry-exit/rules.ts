// When an entry or exit is asked about, and for how long a door may tell that somebody went through.
import * as entryExit from '@gatehouse/contract/access/entry-exit'
import type { Output } from '@gatehouse/contract/operation'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { notFound } from '../../kit/errors.ts'

type Rules = Output<typeof entryExit.readRules>['rules']

/** Of a company that has said nothing. */
export const usualRules: Rules = { insideHours: 16, takenGraceSeconds: 5 }

/** The clocks of a reader and a contact differ by so much: an opening may seem to come before what it follows. */
export const earlySeconds = 2

export const serveRules = (serve: Serve, db: Db) => {
  serve(entryExit.readRules, async (_input, { companyId }) => ({ rules: await rulesOf(db, companyId) }))

  serve(entryExit.changeRules, async (rules, { companyId }, { record }) => {
    if (!companyId) throw notFound('Your company')
    const before = await rulesOf(db, companyId)
    await inTransaction(db, async (tx) => {
      const row = { inside_hours: rules.insideHours, taken_grace_seconds: rules.takenGraceSeconds }
      await tx
        .insertInto('entry_exit_rule')
        .values({ company_id: companyId, ...row })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
        .execute()
      await record(tx, { subject: 'Entry and exit', ...changes({ ...before }, { ...rules }) })
    })
    return { rules }
  })
}

/** When an entry or exit is asked about, as the company has it. */
export const rulesOf = async (db: Db, companyId: string | null): Promise<Rules> => {
  const row = await db.selectFrom('entry_exit_rule').selectAll().where('company_id', '=', companyId).executeTakeFirst()
  return row ? { insideHours: row.inside_hours, takenGraceSeconds: row.taken_grace_seconds } : usualRules
}
