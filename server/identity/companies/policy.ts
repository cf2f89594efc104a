// What a company asks of its people's security; kept as what differs from the defaults.
import * as companies from '@gatehouse/contract/identity/companies'
import { type Db, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { notFound, Refusal } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'

export const servePolicy = (serve: Serve, db: Db) => {
  const policyOf = async (tx: Db, caller: Caller) => {
    const row = await tx
      .selectFrom('company')
      .select(['name', 'policy'])
      .where('id', '=', caller.companyId)
      .executeTakeFirst()
    if (!row) throw notFound('This company')
    return { name: row.name, policy: { ...companies.defaultPolicy, ...companies.policy.partial().parse(row.policy) } }
  }

  serve(companies.myPolicy, async (_input, caller) => ({ policy: (await policyOf(db, caller)).policy }))

  serve(companies.setPolicy, async (policy, caller, call) => {
    if (policy.secondFactor === 'strong' && !(await isStrong(db, caller))) {
      throw new Refusal(
        409,
        'CONFLICT',
        'Set up an authenticator app or a passkey for your own account first: without one you would lock yourself out.',
      )
    }
    await inTransaction(db, async (tx) => {
      await tx.selectFrom('company').select('id').where('id', '=', caller.companyId).forNoKeyUpdate().execute()
      const before = await policyOf(tx, caller)
      await updateRow(tx, 'company', caller.companyId, { policy: JSON.stringify(policy) })
      await call.record(tx, { subject: before.name, ...changes(factsOf(before.policy), factsOf(policy)) })
    })
    return { policy }
  })
}

// What is called `password` or `token` is never kept.
const factsOf = ({ password, secondFactor, token }: companies.Policy) => ({
  credentialRule: password,
  secondFactor,
  sessionIn: token,
})

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
