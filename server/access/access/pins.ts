// PINs: never kept in clear. What finds one is its HMAC with a key of the company, which is sealed in the store.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Db } from '../../db/pool.ts'
import type { Vault } from '../../kit/secrets/vault.ts'

export interface Pins {
  /** The company's key, made the first time: what controllers that decide alone are given. */
  keyOf(db: Db, companyId: string): Promise<Buffer>
  /** What finds the credential of these digits. */
  valueOf(db: Db, companyId: string, digits: string): Promise<string>
}

const keyBytes = 32
const sealedAs = (companyId: string) => `PIN key of ${companyId}`

export const createPins = (vault: Vault): Pins => {
  const keyOf = async (db: Db, companyId: string): Promise<Buffer> => {
    const read = () =>
      db.selectFrom('access_key').select('pin_key').where('company_id', '=', companyId).executeTakeFirst()
    let row = await read()
    if (!row) {
      await db
        .insertInto('access_key')
        .values({ company_id: companyId, pin_key: sealPinKey(vault, companyId, randomBytes(keyBytes)) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      row = await read()
    }
    if (!row) throw new Error('the PIN key was not kept')
    return openPinKey(vault, companyId, row.pin_key)
  }
  return {
    keyOf,
    valueOf: async (db, companyId, digits) => pinValue(await keyOf(db, companyId), digits),
  }
}

/** What stands in access_key. */
export const sealPinKey = (vault: Vault, companyId: string, key: Buffer): Buffer =>
  vault.seal(key.toString('base64'), sealedAs(companyId))

/** And out of it. */
export const openPinKey = (vault: Vault, companyId: string, sealed: Buffer): Buffer =>
  Buffer.from(vault.open(sealed, sealedAs(companyId)), 'base64')

/** `pin:` and the hex HMAC-SHA256 of the digits: what a credential of kind `pin` has as its value. */
export const pinValue = (key: Uint8Array, digits: string): string =>
  `pin:${createHmac('sha256', key).update(digits).digest('hex')}`

/** Why nobody should have this PIN; null where nothing is wrong with it. */
export const weakness = (digits: string): string | null => {
  if (/^(\d)\1*$/.test(digits)) return 'One digit over and over is the first that others try'
  if (isRun(digits, 1) || isRun(digits, -1)) return 'Digits in a row are the first that others try'
  if (/^(\d{2,4})\1+$/.test(digits) || /^(\d)\1(\d)\2$/.test(digits)) return 'The same digits twice are easily guessed'
  if (/^(19|20)\d\d$/.test(digits)) return 'A year is easily guessed'
  return null
}

const isRun = (digits: string, step: number): boolean =>
  digits.split('').every((digit, i) => i === 0 || (Number(digits[i - 1]) + step + 10) % 10 === Number(digit))

/** Six digits that are not weak. */
export const madeUpPin = (): string => {
  for (;;) {
    const digits = String(randomInt(1_000_000)).padStart(6, '0')
    if (weakness(digits) === null) return digits
  }
}
