// What people change about themselves: names and picture; and their copy of what is kept.
import { randomUUID } from 'node:crypto'
import type { User } from '@gatehouse/contract/identity/auth'
import * as profile from '@gatehouse/contract/identity/profile'
import { pictureUrl, userOf } from '../auth/auth.ts'
import { type Db, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, notSignedIn } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import { everythingAbout } from './export.ts'
import { squaresOf } from './pictures.ts'
import { keepPicture, pictureFor } from './profile.sql.ts'

const yearSeconds = 31_536_000

export const serveProfile = (serve: Serve, db: Db) => {
  serve(profile.update, async ({ firstName, lastName, displayName, phone, country }, caller, call) => {
    const set = {
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(displayName === undefined ? {} : { display_name: displayName === '' ? null : displayName }),
      ...(phone === undefined ? {} : { phone }),
      ...(country === undefined ? {} : { country }),
    }
    const user = await changing(db, caller, call, async (tx) => {
      if (Object.keys(set).length > 0) {
        await updateRow(tx, 'users', caller.userId, set)
      }
    })
    return { success: true as const, user, message: profile.messages.updated }
  })

  serve(profile.uploadPicture, async (_input, caller, call) => {
    const { file } = call
    const squares = await squaresOf(caller.userId, file?.bytes ?? Buffer.alloc(0), file?.type ?? '')
    const id = randomUUID()
    const user = await changing(db, caller, call, (tx) => keepPicture(tx, caller.userId, id, squares))
    return {
      success: true as const,
      fileUrl: pictureUrl(id) ?? '',
      user,
      message: profile.messages.pictureUpdated,
    }
  })

  serve(profile.removePicture, async (_input, caller, call) => {
    const user = await changing(db, caller, call, async (tx) => {
      await tx.deleteFrom('picture').where('user_id', '=', caller.userId).execute()
    })
    return { success: true as const, user }
  })

  serve(profile.picture, async ({ pictureId, size }, caller, { request, reply }) => {
    const bytes = existing(await pictureFor(db, caller, pictureId, size), 'This picture')
    // A new picture has a new address, so that this one never changes. What a plain link shows is not stored: after
    // signing out it is there for nobody, nor is what the application has stored.
    if (request.headers.authorization !== undefined)
      reply.header('cache-control', `private, max-age=${yearSeconds}, immutable`)
    reply.header('vary', 'sec-fetch-dest')
    reply.header('content-disposition', 'inline')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return bytes
  })

  serve(profile.exportMine, async (_input, caller, { reply, annotate }) => {
    annotate({ subject: caller.email })
    const document = await everythingAbout(db, caller.userId)
    const day = clock.iso().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="gatehouse-my-data-${day}.json"`)
    return document
  })
}

/** A change of oneself; answers how one is then. */
const changing = (db: Db, caller: Caller, call: Call, change: (tx: Db) => Promise<void>): Promise<User> =>
  inTransaction(db, async (tx) => {
    // What it was is what it was when this begins.
    await tx.selectFrom('users').select('id').where('id', '=', caller.userId).forUpdate().execute()
    const before = factsOf(await me(tx, caller))
    await change(tx)
    const user = await me(tx, caller)
    await call.record(tx, { subject: caller.email, ...changes(before, factsOf(user)) })
    return user
  })

const factsOf = ({ firstName, lastName, displayName, phone, country, profilePicture }: User) => ({
  firstName,
  lastName,
  displayName,
  phone,
  country,
  picture: profilePicture,
})

const me = async (db: Db, caller: Caller): Promise<User> => {
  const user = await userOf(db, caller)
  if (!user) throw notSignedIn()
  return user
}
