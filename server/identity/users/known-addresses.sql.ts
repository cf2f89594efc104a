// Which addresses cannot be invited. Only what the company knows of itself: accounts elsewhere are nobody's business.
import { instant } from '../../db/instant.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { canSignIn } from '../roles/roles.ts'

/** By the address in lower case. */
export const addressFaults = async (
  db: Db,
  companyId: string,
  addresses: readonly string[],
): Promise<Map<string, string>> => {
  const wanted = addresses.map((address) => address.toLowerCase())
  const rows = await rowsOf<{ email: string; fault: string }>(db)`
    select lower(u.email) as email, 'has an account in your company already' as fault from users u
    where lower(u.email) = any (${wanted}::text[]) and u.company_id = ${companyId} and ${canSignIn}
    union all select lower(email), 'has been invited already' from invitation
    where lower(email) = any (${wanted}::text[]) and company_id = ${companyId}
      and accepted_at is null and revoked_at is null and expires_at > ${instant()}
  `
  return new Map(rows.map(({ email, fault }) => [email, `This address ${fault}`]))
}
