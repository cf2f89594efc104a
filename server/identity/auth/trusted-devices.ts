// Browsers that are asked for no code for 30 days: a cookie that scripts cannot read, and its hash in the store.
import { randomBytes } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { cookieOf, setCookie } from '../../kit/http/cookies.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Call } from '../../kit/http/serve.ts'

const cookie = 'gatehouse_device'
const days = 30

export const deviceOf = ({ request }: Call): Buffer | null => {
  const secret = cookieOf(request, cookie)
  return secret ? digestOf(secret) : null
}

export const trustDevice = async (db: Db, userId: string, call: Call): Promise<void> => {
  const secret = randomBytes(32).toString('base64url')
  await insertRow(db, 'trusted_device', {
    id: uuid(),
    user_id: userId,
    token_hash: digestOf(secret),
    agent: call.agent,
    expires_at: new Date(clock.ms() + days * 86_400_000),
  })
  setCookie(call.reply, cookie, secret, days * 86_400)
}

export const forgetDevicesOf = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('trusted_device').where('user_id', '=', userId).execute()
}
