// The tones that a person chose, and until when they are muted.
import * as sound from '@gatehouse/contract/messages/sound'
import type { Db } from '../../db/pool.ts'
import { updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { invalid } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type Chosen, chosenIn } from './preferences.ts'

const hourMs = 3_600_000

export const serveSound = (serve: Serve, db: Db) => {
  serve(sound.mine, async (_input, { userId }) => ({ sound: (await chosenBy(db, userId)).sound }))

  serve(sound.choose, (wanted, { userId, email }, call) =>
    inTransaction(db, async (tx) => {
      if (wanted.mutedUntil !== null && Date.parse(wanted.mutedUntil) > clock.ms() + sound.longestMuteHours * hourMs)
        throw invalid([
          { field: 'mutedUntil', message: `Sound can be muted for ${sound.longestMuteHours} hours at most` },
        ])
      await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
      const before = await chosenBy(tx, userId)
      const after: Chosen = { ...before, sound: wanted }
      await updateRow(tx, 'users', userId, { notification_preferences: JSON.stringify(after) })
      await call.record(tx, { subject: email, ...changes(before.sound, after.sound) })
      return { sound: after.sound }
    }),
  )
}

const chosenBy = async (db: Db, userId: string): Promise<Chosen> => {
  const row = await db
    .selectFrom('users')
    .select('notification_preferences as chosen')
    .where('id', '=', userId)
    .executeTakeFirst()
  return chosenIn(row?.chosen ?? {})
}
