// The SQL of second factors.
import type { Db } from '../db/pool.ts'
import { forgetDevicesOf } from '../auth/auth.ts'

/** Removes app, passkeys, recovery codes and trusted browsers of a person; a code by e-mail confirms from now on. */
export const removeSecondFactors = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('users')
    .set({ two_factor: 'email', totp_secret: null, totp_pending: null, totp_step: null })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await forgetDevicesOf(db, userId)
}
