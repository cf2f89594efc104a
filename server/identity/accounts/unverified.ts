// Accounts whose address nobody has verified go after a while: what somebody typed at sign-up is not kept for good.
import { v7 as uuid } from 'uuid'
import { type Db, execute, rowsOf } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AuditEntry } from '../../kit/http/serve.ts'

const retentionDays = 30
const atOnce = 500

/**
 * Forgets those made by a sign-up that were neither verified nor used for 30 days, each on the record; answers how many.
 * Nothing else may hang on one: entries of the staff list, and whoever has another way in, a company, a role, a card or
 * a link on its way, stay.
 */
export const forgetUnverified = (
  db: Db,
  record: (entry: AuditEntry, within: Db) => Promise<void>,
  now: Date,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const before = new Date(now.getTime() - retentionDays * 86_400_000)
    const rows = await rowsOf<{ id: string; createdAt: Date }>(tx)`
      select u.id, u.created_at as "createdAt" from users u
      where not u.verified and u.password_hash is not null and u.company_id is null
        and u.created_at < ${before} and coalesce(u.last_signed_in_at, u.created_at) < ${before}
        and not exists (select from one_time_link l where l.user_id = u.id and l.expires_at > ${now})
        and not exists (select from session s where s.user_id = u.id and s.expires_at > ${now} and s.revoked_at is null)
        and not exists (select from social_account s where s.user_id = u.id)
        and not exists (select from passkey k where k.user_id = u.id)
        and not exists (select from user_role r where r.user_id = u.id)
        and not exists (select from user_label l where l.user_id = u.id)
        and not exists (select from credential c where c.user_id = u.id)
        and not exists (select from join_request j where j.user_id = u.id)
        and not exists (select from invitation i where i.invited_by = u.id)
        and not exists (select from api_key k where k.created_by = u.id)
        and not exists (select from entry_exit_log l where l.user_id = u.id)
      order by u.created_at limit ${atOnce} for update skip locked
    `
    if (rows.length === 0) return 0
    await execute(tx)`delete from users where id = any (${rows.map(({ id }) => id)}::uuid[])`
    for (const { id, createdAt } of rows) {
      await record(
        {
          companyId: null,
          userId: id,
          actor: 'Gatehouse',
          action: 'accounts.forgetUnverified',
          input: { createdAt: createdAt.toISOString() },
          status: 200,
          address: '',
          correlationId: uuid(),
        },
        tx,
      )
    }
    return rows.length
  })
