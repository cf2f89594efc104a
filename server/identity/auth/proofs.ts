// What proves a second factor beside a code by mail: the app's codes, each time step once, and recovery codes.
import { createHmac, randomInt } from 'node:crypto'
import { verifySync } from 'otplib'
import { instant } from '../../db/instant.ts'
import { type Db, isAny } from '../../db/pool.ts'
import { stretched } from '../../kit/secrets/passwords.ts'
import type { Vault } from '../../kit/secrets/vault.ts'

const stepSeconds = 30
const recoveryCodes = 10
// No letters that are taken for digits.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

export const totpSecretOf = (userId: string) => `totp ${userId}`

/** The time step of an app's code, one step of drift allowed; null for a wrong code. */
export const totpStep = (secret: string, code: string): number | null => {
  if (!/^\d{6}$/.test(code)) return null
  const result = verifySync({ secret, token: code, period: stepSeconds, epochTolerance: stepSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/** Accepts a code of the app once: never again, nor one of an earlier step. */
export const acceptTotp = async (
  db: Db,
  vault: Vault,
  user: { id: string; totp_secret: Buffer | null },
  code: string,
): Promise<boolean> => {
  if (!user.totp_secret) return false
  const step = totpStep(vault.open(user.totp_secret, totpSecretOf(user.id)), code)
  if (step === null) return false
  return isAny(db)`
    update users set totp_step = ${step} where id = ${user.id} and coalesce(totp_step, 0) < ${step} returning id
  `
}

export const acceptRecoveryCode = async (db: Db, key: Uint8Array, userId: string, code: string): Promise<boolean> => {
  const codeHash = await hashed(key, userId, code)
  return isAny(db)`
    update recovery_code set used_at = ${instant()}
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null returning user_id
  `
}

export const looksLikeRecoveryCode = (code: string): boolean => /^[a-z0-9]{8}$/.test(plain(code))

/** Ten new codes `xxxx-xxxx`, in place of those before. */
export const renewRecoveryCodes = async (db: Db, key: Uint8Array, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  const rows = codes.map(async (code) => ({ user_id: userId, code_hash: await hashed(key, userId, code) }))
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(await Promise.all(rows))
    .execute()
  return codes
}

const newRecoveryCode = () => {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

const plain = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '')

// 40 bits are soon tried through, were it not for the key, which is not in the store, and the time that each try takes.
const hashed = (key: Uint8Array, userId: string, code: string): Promise<Buffer> =>
  stretched(plain(code), createHmac('sha256', key).update(`recovery ${userId}`).digest())
