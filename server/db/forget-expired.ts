// What has served its time and is of use to nobody: sessions, links, challenges, counts of failures. Kept a while longer
// for who looks into what happened; the activity log tells the rest for good.
import type pg from 'pg'

const expired: Readonly<Record<string, string>> = {
  session: `expires_at < $1::timestamptz - interval '90 days' or revoked_at < $1::timestamptz - interval '90 days'`,
  trusted_device: 'expires_at < $1::timestamptz',
  second_factor_challenge: `expires_at < $1::timestamptz - interval '1 day'`,
  passkey_challenge: 'expires_at < $1::timestamptz',
  social_attempt: 'expires_at < $1::timestamptz',
  one_time_link: `expires_at < $1::timestamptz - interval '30 days'`,
  contact_message: `created_at < $1::timestamptz - interval '400 days'`,
  // Nobody looks for what they read a season ago, or never in a year; what they deleted can be restored for a day.
  notification: `created_at < $1::timestamptz - interval '1 year' or read_at < $1::timestamptz - interval '90 days'
    or deleted_at < $1::timestamptz - interval '1 day'`,
  // As long as letters are kept.
  delivery: `created_at < $1::timestamptz - interval '90 days'`,
  access_failure: `last_at < $1::timestamptz - interval '1 day'`,
  access_code_used: `at < $1::timestamptz - interval '1 day'`,
  push_subscription: `bound_at < $1::timestamptz - interval '90 days'`,
  // Of unknown addresses just like of known ones.
  sign_in_attempt: `since < $1::timestamptz - interval '1 day' and (locked_until is null or locked_until < $1::timestamptz)`,
}

/** Answers how many rows were forgotten. */
export const forgetExpired = async (client: Pick<pg.ClientBase, 'query'>, now: Date): Promise<number> => {
  let forgotten = 0
  for (const [table, condition] of Object.entries(expired)) {
    const { rowCount } = await client.query(`delete from ${table} where ${condition}`, [now])
    forgotten += rowCount ?? 0
  }
  return forgotten
}
