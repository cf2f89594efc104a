// How who may open what is changed: one after another in each company, told to the screens once it is stored.
import * as access from '@gatehouse/contract/access/access'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Bus } from '../../kit/bus.ts'
import { type Caller, companyOf } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, isInUse, Refusal } from '../../kit/errors.ts'

export interface Parts {
  readonly db: Db
  readonly bus: Bus
}

/** Nobody else changes this company's access meanwhile: what is put on record as before is what was before. */
export const changing = async <T>(
  { db, bus }: Parts,
  caller: Caller,
  change: (tx: Db, companyId: string) => Promise<T>,
): Promise<T> => {
  const companyId = companyOf(caller)
  const answer = await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('access'), hashtext(${companyId}))`.execute(tx)
    return change(tx, companyId)
  })
    // A schedule, a person, a group of doors: others remove them meanwhile.
    .catch((error: unknown) => {
      throw isInUse(error) ? removedMeanwhile() : error
    })
  bus.publish(access.altered, companyId, { at: clock.iso() })
  return answer
}

const removedMeanwhile = () =>
  new Refusal(409, 'REMOVED', 'Something that belongs to this was removed meanwhile. Look again, and choose anew.')

export interface Period {
  readonly from: string | null
  readonly to: string | null
}

export const demandPeriod = ({ from, to }: Period, field = 'to'): void => {
  if (from !== null && to !== null && to <= from)
    throw invalid([{ field, message: 'The end must lie after the beginning' }])
}
