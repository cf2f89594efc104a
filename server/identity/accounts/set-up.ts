// The first day: as long as nobody looks after the installation, every start gives whoever started it a link to begin.
import { type Db, isAny } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { canSignIn } from '../roles/roles.ts'
import { issueLink, voidLinks } from './links.sql.ts'

/** The path of a page that makes the first administrator; undefined where there is one. Links before it are void. */
export const newSetUpLink = async (db: Db): Promise<string | undefined> => {
  const isLookedAfter = await isAny(db)`
    select from users u left join company c on c.id = u.company_id
    where u.status = 'active' and u.verified and ${canSignIn} and not coalesce(c.demo, false)
      and ('manage_companies' = any (u.permissions) or exists (
        select from user_role ur join role r on r.id = ur.role_id
        where ur.user_id = u.id and 'manage_companies' = any (r.permissions))) limit 1
  `
  if (isLookedAfter) return undefined
  return inTransaction(db, async (tx) => {
    await voidLinks(tx, 'set-up', null)
    return `/company/register?token=${await issueLink(tx, 'set-up', null)}`
  })
}
