// A sign-in that waits for its second factor: a code by mail, five tries, only in the browser where it began.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, isAny } from '../../db/pool.ts'

const minutes = 10
const mostTries = 5
const mostResent = 3
const resendSeconds = 60

export interface Challenge {
  readonly id: string
  /** How the sign-in was begun. */
  readonly method: string
  readonly code_hash: Buffer | null
}

/** Begins to wait; with `byMail`, answers the code to send. */
export const beginChallenge = async (
  db: Db,
  key: Uint8Array,
  begun: { userId: string; method: string; browser: Buffer; byMail: boolean },
): Promise<string | null> => {
  const id = uuid()
  const code = begun.byMail ? newCode() : null
  const now = instant()
  await execute(db)`
    with past as (
      delete from second_factor_challenge where user_id = ${begun.userId} and expires_at < ${now}
    )
    insert into second_factor_challenge (id, user_id, method, browser, code_hash, codes_sent, code_sent_at, expires_at)
    values (${id}, ${begun.userId}, ${begun.method}, ${begun.browser}, ${code && hashed(key, id, code)},
      ${code ? 1 : 0}, case when ${code !== null} then ${now} end, ${now} + ${minutes} * interval '1 minute')
  `
  return code
}

/** The newest sign-in of this person in this browser, with one try less; null when there is none that can be tried. */
export const tryChallenge = async (db: Db, userId: string, browser: Buffer): Promise<Challenge | null> =>
  (await firstOf<Challenge>(db)`
    update second_factor_challenge set tries = tries + 1
    where id = ${newestOf(userId, browser)} and ${open()} and tries < ${mostTries}
    returning id, method, code_hash
  `) ?? null

export const codeMatches = (key: Uint8Array, challenge: Challenge, code: string): boolean =>
  challenge.code_hash !== null && timingSafeEqual(challenge.code_hash, hashed(key, challenge.id, code))

/** Whether it was still there to be used: of two at the same time one gets in. */
export const useChallenge = (db: Db, id: string) =>
  isAny(db)`update second_factor_challenge set used_at = ${instant()} where id = ${id} and used_at is null returning id`

/** A new code in place of the one before; `too-soon` within a minute and after the third. */
export const renewCode = async (
  db: Db,
  key: Uint8Array,
  userId: string,
  browser: Buffer,
): Promise<{ code: string } | 'too-soon' | 'none'> => {
  const now = instant()
  const found = await firstOf<{ id: string; waits: boolean }>(db)`
    select id, codes_sent > ${mostResent} or code_sent_at > ${now} - ${resendSeconds} * interval '1 second' as waits
    from second_factor_challenge
    where id = ${newestOf(userId, browser)} and ${open(now)} and tries < ${mostTries} and code_hash is not null
  `
  if (!found) return 'none'
  if (found.waits) return 'too-soon'
  const code = newCode()
  const renewed = await isAny(db)`
    update second_factor_challenge set code_hash = ${hashed(key, found.id, code)}, codes_sent = codes_sent + 1,
      code_sent_at = ${now}, expires_at = ${now} + ${minutes} * interval '1 minute'
    where id = ${found.id} and codes_sent <= ${mostResent}
      and code_sent_at <= ${now} - ${resendSeconds} * interval '1 second'
    returning id
  `
  return renewed ? { code } : 'too-soon'
}

const open = (now = instant()) => sql`used_at is null and expires_at > ${now}`

const newestOf = (userId: string, browser: Buffer) => sql`(select id from second_factor_challenge
  where user_id = ${userId} and browser = ${browser} order by created_at desc, id desc limit 1)`

const newCode = () => String(randomInt(0, 1_000_000)).padStart(6, '0')

// Six digits are found at once by trying them all, were it not for the key.
const hashed = (key: Uint8Array, id: string, code: string): Buffer =>
  createHmac('sha256', key).update(`code ${id} ${code}`).digest()
