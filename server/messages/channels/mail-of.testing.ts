// A poster of letters for tests that do by hand what the upkeep of the server does.
import { v7 as uuid } from 'uuid'
import type { Db } from '../../db/pool.ts'
import { compose } from '../mail/letters.ts'
import type { Poster } from '../mail/mail.ts'

export const mailOf = (_db: Db): Poster => ({
  async post(tx, letters) {
    for (const { id, to, userId, companyId, replyTo, ...content } of [letters].flat())
      await tx
        .insertInto('mail')
        .values({
          id: id ?? uuid(),
          company_id: companyId ?? null,
          user_id: userId ?? null,
          reply_to: replyTo ?? null,
          recipient: to,
          letter: content.letter,
          ...compose(content, 'http://127.0.0.1:3000'),
          created_at: new Date(),
        })
        .execute()
  },
})
