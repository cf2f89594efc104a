// Pictures in the store.
import type { pictureSizes } from '@gatehouse/contract/identity/profile'
import type { Db } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import type { Squares } from './pictures.ts'

/** In place of the one before: its address is gone. */
export const keepPicture = async (db: Db, userId: string, id: string, squares: Squares): Promise<void> => {
  const picture = { id, ...squares, created_at: clock.now() }
  await db
    .insertInto('picture')
    .values({ user_id: userId, ...picture })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
    .execute()
}

/** One's own, and those of the people of the company one is in. */
export const pictureFor = async (
  db: Db,
  caller: Caller,
  pictureId: string,
  size: keyof typeof pictureSizes,
): Promise<Buffer | undefined> => {
  const row = await db
    .selectFrom('picture as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(`p.${size} as bytes`)
    .where('p.id', '=', pictureId)
    .where((is) => is.or([is('u.id', '=', caller.userId), is('u.company_id', '=', caller.companyId)]))
    .executeTakeFirst()
  return row?.bytes
}
