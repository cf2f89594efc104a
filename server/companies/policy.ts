// What a company asks of its people's security; kept as what differs from the defaults.
import * as companies from '@gatehouse/contract/companies'
import type { Db } from '../db/pool.ts'
import { type Caller } from '../kit/caller.ts'
import { notFound, Refusal } from '../kit/errors.ts'
import type { Serve } from '../kit/serve.ts'

export const servePolicy = (serve: Serve, db: Db) => {
  serve(companies.myPolicy, async (_input, caller) => {
    const row = await db.selectFrom('company').select('policy').where('id', '=', caller.companyId).executeTakeFirst()
    if (!row) throw notFound('This company')
    return { policy: { ...companies.defaultPolicy, ...companies.policy.partial().parse(row.policy) } }
  })

  serve(companies.setPolicy, async (policy, caller) => {
    if (policy.secondFactor === 'strong' && !(await isStrong(db, caller))) {
      throw new Refusal(
        409,
        'CONFLICT',
        'Set up an authenticator app or a passkey for your own account first: without one you would lock yourself out.',
      )
    }
    const { numUpdatedRows } = await db
      .updateTable('company')
      .set({ policy: JSON.stringify(policy) })
      .where('id', '=', caller.companyId)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw notFound('This company')
    return { policy }
  })
}

const isStrong = async (db: Db, caller: Caller): Promise<boolean> => {
  const row = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', caller.userId)
    .where((eb) =>
      eb.or([
        eb('u.two_factor', '=', 'totp'),
        eb.exists(eb.selectFrom('passkey as k').select('k.id').whereRef('k.user_id', '=', 'u.id')),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
