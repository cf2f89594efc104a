// An account without a company becomes part of one, by a decision of who looks after its people.
import { type Db, execute } from '../../db/pool.ts'
import { Refusal } from '../../kit/errors.ts'
import { giveRoles } from '../roles/roles.ts'

/** Whoever decided has been asked for the roles: `demandGivable`. */
export const joinCompany = async (
  tx: Db,
  userId: string,
  companyId: string,
  roleIds: readonly string[],
): Promise<void> => {
  const joined = await execute(tx)`
    update users set company_id = ${companyId}
    where id = ${userId} and company_id is null and status = 'active'
  `
  if (joined !== 1) throw new Refusal(409, 'HAS_COMPANY', 'This account cannot join the company.')
  await giveRoles(tx, userId, roleIds)
}
