// What people change about themselves: names and picture; and their copy of what is kept.
import { randomUUID } from 'node:crypto'
import type { User } from '@gatehouse/contract/auth'
import * as profile from '@gatehouse/contract/profile'
import { pictureUrl, userOf } from '../auth/auth.ts'
import type { Db } from '../db/pool.ts'
import type { Caller } from '../kit/caller.ts'
import { changes } from '../kit/changes.ts'
import { notFound, notSignedIn } from '../kit/errors.ts'
import type { Serve } from '../kit/serve.ts'
import { everythingAbout } from './export.ts'
import { squaresOf } from './pictures.ts'
import { keepPicture, pictureFor } from './profile.sql.ts'

const yearSeconds = 31_536_000

export const serveProfile = (serve: Serve, db: Db) => {
  serve(profile.update, async ({ firstName, lastName, displayName, phone, country }, caller, call) => {
    const before = factsOf(await me(db, caller))
    const set = {
      ...(firstName === undefined ? {} : { first_name: firstName }),
      ...(lastName === undefined ? {} : { last_name: lastName }),
      ...(displayName === undefined ? {} : { display_name: displayName === '' ? null : displayName }),
      ...(phone === undefined ? {} : { phone }),
      ...(country === undefined ? {} : { country }),
    }
    if (Object.keys(set).length > 0) {
      await db.updateTable('users').set(set).where('id', '=', caller.userId).execute()
    }
    const user = await me(db, caller)
    call.tell({ subject: caller.email, ...changes(before, factsOf(user)) })
    return { success: true as const, user, message: profile.messages.updated }
  })

  serve(profile.uploadPicture, async (_input, caller, { file }) => {
    const squares = await squaresOf(file?.bytes ?? Buffer.alloc(0), file?.type ?? '')
    const id = randomUUID()
    await keepPicture(db, caller.userId, id, squares)
    return {
      success: true as const,
      fileUrl: pictureUrl(id) ?? '',
      user: await me(db, caller),
      message: profile.messages.pictureUpdated,
    }
  })

  serve(profile.removePicture, async (_input, caller) => {
    await db.deleteFrom('picture').where('user_id', '=', caller.userId).execute()
    return { success: true as const, user: await me(db, caller) }
  })

  serve(profile.picture, async ({ pictureId, size }, caller, { reply }) => {
    const bytes = await pictureFor(db, caller, pictureId, size)
    if (!bytes) throw notFound('This picture')
    // A new picture has a new address, so that this one never changes.
    reply.header('cache-control', `private, max-age=${yearSeconds}, immutable`)
    reply.header('content-disposition', 'inline')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return bytes
  })

  serve(profile.exportMine, async (_input, caller, { reply }) => {
    const document = await everythingAbout(db, caller.userId)
    const day = new Date().toISOString().slice(0, 10)
    reply.header('content-disposition', `attachment; filename="gatehouse-my-data-${day}.json"`)
    return document
  })
}

const factsOf = ({ firstName, lastName, displayName, phone, country }: User) => ({
  firstName,
  lastName,
  displayName,
  phone,
  country,
})

const me = async (db: Db, caller: Caller): Promise<User> => {
  const user = await userOf(db, caller)
  if (!user) throw notSignedIn()
  return user
}
