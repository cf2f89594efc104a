// The first steps of a company: which are done follows from its data; which it skips, it chooses.
import * as setup from '@gatehouse/contract/system/setup'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { notFound } from '../../kit/errors.ts'
import type { Caller } from '../../kit/http/caller.ts'
import type { Serve } from '../../kit/http/serve.ts'
import type { Poster } from '../../messages/mail/mail.ts'
import { type Chosen, readSetUp, writeChoice } from './setup.sql.ts'

interface SetUpParts {
  readonly db: Db
  readonly mail: Poster
  /** Mails leave this machine. */
  readonly mailServer: boolean
}

export const serveSetUp = (serve: Serve, { db, mail, mailServer }: SetUpParts) => {
  const stored = async (tx: Db, { companyId, userId }: Caller) => {
    const found = companyId === null ? undefined : await readSetUp(tx, companyId, { userId, mailServer })
    if (!found || companyId === null) throw notFound('This company')
    return { companyId, ...found }
  }

  const answer = async (tx: Db, caller: Caller): Promise<setup.SetUp> => {
    const { done, skipped, hidden, demo, testMail } = await stored(tx, caller)
    const steps = setup.step.options.map((step) => ({
      step,
      state: done.includes(step)
        ? ('done' as const)
        : skipped.includes(step)
          ? ('skipped' as const)
          : ('open' as const),
    }))
    return { steps, hidden, demo, mailServer, testMail }
  }

  serve(setup.read, (_input, caller) => answer(db, caller))

  serve(setup.change, (wanted, caller, call) =>
    inTransaction(db, async (tx) => {
      const { companyId, company, skipped, hidden } = await stored(tx, caller)
      const before: Chosen = { skipped, hidden }
      const after: Chosen = { skipped: wanted.skipped ?? skipped, hidden: wanted.hidden ?? hidden }
      await writeChoice(tx, companyId, after)
      await call.record(tx, { subject: company, ...changes({ ...before }, { ...after }) })
      return answer(tx, caller)
    }),
  )

  serve(setup.testMail, (_input, caller, call) =>
    inTransaction(db, async (tx) => {
      const { companyId, company } = await stored(tx, caller)
      const to = await tx
        .selectFrom('users')
        .select(['email', 'first_name as name'])
        .where('id', '=', caller.userId)
        .executeTakeFirst()
      if (!to) throw notFound('This account')
      await mail.post(tx, {
        to: to.email,
        userId: caller.userId,
        companyId,
        letter: 'test-mail',
        values: { name: to.name, company },
      })
      await call.record(tx, { subject: to.email })
      return answer(tx, caller)
    }),
  )
}
