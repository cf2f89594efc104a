// The pictures of articles in the store: whose they are, and when they are everybody's.
import type { pictureSizes } from '@gatehouse/contract/site/article-pictures'
import { messages, mostPictures, uploadPicture } from '@gatehouse/contract/site/blog'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, insertRow, valuesOf } from '../../db/pool.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { invalid } from '../../kit/errors.ts'
import { inHandsOf, isPublic } from './articles.sql.ts'
import type { ArticlePicture } from './pictures.ts'

type Size = keyof typeof pictureSizes

export const keepPicture = async (tx: Db, caller: Caller, id: string, picture: ArticlePicture): Promise<void> => {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('article pictures'), hashtext(${caller.companyId ?? ''}))`
  await forgetUnused(tx, caller)
  await demandRoom(tx, caller)
  await insertRow(tx, 'article_picture', { id, company_id: caller.companyId, created_by: caller.userId, ...picture })
}

/** Nobody fills the store by sending pictures; asked before one is looked at, and again when it is kept. */
export const demandRoom = async (db: Db, { companyId }: Caller): Promise<void> => {
  const counts = await firstOf<{ all: number; unused: number }>(db)`
    select count(*)::int as all, (count(*) filter (where ${isUnused} and not ${isOld()}))::int as unused
    from article_picture p where p.company_id is not distinct from ${companyId}
  `
  const { all = 0, unused = 0 } = counts ?? {}
  const message =
    unused >= mostPictures.unused
      ? messages.tooManyPictures.replace('{number}', String(unused))
      : all >= mostPictures.kept
        ? messages.noRoomForPictures
        : null
  if (message !== null) throw invalid([{ field: uploadPicture.upload?.field ?? 'file', message }])
}

/** Public while an article that is public shows it. */
export const publicPicture = (db: Db, pictureId: string, size: Size): Promise<Buffer | undefined> =>
  bytesOf(
    db,
    pictureId,
    size,
    sql`exists (select from article_revision r join article a on a.id = r.article_id and a.revision = r.number
      where r.picture_ids @> array[p.id] and ${isPublic()})`,
  )

/** Of the company, or in an article that the caller may edit. */
export const ownPicture = (db: Db, caller: Caller, pictureId: string, size: Size): Promise<Buffer | undefined> =>
  bytesOf(
    db,
    pictureId,
    size,
    sql`(${inHandsOf(caller, sql.ref('p.company_id'))} or exists (select from article_revision r
      join article a on a.id = r.article_id where r.picture_ids @> array[p.id] and ${inHandsOf(caller)}))`,
  )

const bytesOf = async (db: Db, id: string, size: Size, allowed: RawBuilder<boolean>): Promise<Buffer | undefined> =>
  (
    await valuesOf<Buffer>(db)`
    select ${sql.ref(`p.${size}`)} from article_picture p where p.id = ${id} and ${allowed}
  `
  )[0]

// What was put into a text that was then left is of no use after two days; a draft in a tab may still want it before.
const forgetUnused = (db: Db, { companyId }: Caller) =>
  execute(db)`
    delete from article_picture p where p.company_id is not distinct from ${companyId} and ${isOld()} and ${isUnused}
  `

const isOld = () => sql<boolean>`p.created_at < ${instant()} - interval '2 days'`
const isUnused = sql<boolean>`not exists (select from article_revision r where r.picture_ids @> array[p.id])`
