// Articles in the store, as everybody and as their writers may see them.
import type { Article, Card, Row } from '@gatehouse/contract/site/blog'
import { mostTags, pageSize } from '@gatehouse/contract/site/blog'
import { type RawBuilder, sql } from 'kysely'
import { instant } from '../../db/instant.ts'
import { type Db, execute, firstOf, numberOf, rowsOf, valuesOf } from '../../db/pool.ts'
import { type Caller, can } from '../../kit/http/caller.ts'
import { minutesToRead, type Pictures } from './reading.ts'

/** An article with the revision that is shown. */
export interface StoredArticle {
  readonly id: string
  readonly companyId: string | null
  readonly slug: string
  readonly slugFixed: boolean
  readonly publishAt: Date | null
  readonly live: boolean
  /** Whether its company may publish. */
  readonly publishes: boolean
  readonly revision: number
  readonly title: string
  readonly summary: string
  readonly markdown: string
  readonly tags: string[]
  readonly author: string
  readonly coverId: string | null
  readonly coverAlt: string
  readonly pictureIds: string[]
  readonly words: number
  readonly savedAt: Date
  readonly savedBy: string
}

const publishes = sql<boolean>`(a.company_id is null or a.company_id in (select id from company where publishes))`

/** The article `a` is everybody's to read. */
export const isPublic = (now = instant()): RawBuilder<boolean> => sql`(a.publish_at <= ${now} and ${publishes})`

const columns = (text: RawBuilder<unknown>, now: RawBuilder<Date>) => sql`a.id, a.company_id as "companyId", a.slug,
  a.slug_fixed as "slugFixed", a.publish_at as "publishAt", coalesce(a.publish_at <= ${now}, false) as live,
  ${publishes} as publishes, a.revision,
  r.title, r.summary, ${text} as markdown, r.tags, r.author, r.cover_id as "coverId", r.cover_alt as "coverAlt",
  r.picture_ids as "pictureIds", r.words, r.saved_at as "savedAt", r.saved_by_name as "savedBy"`

const whole = (now = instant()) => columns(sql`r.markdown`, now)
const listed = (now = instant()) => columns(sql`''`, now)
const from = sql`article a join article_revision r on r.article_id = a.id and r.number = a.revision`

/** Of their own company; those of the installation for who looks after it. */
export const inHandsOf = (caller: Caller, owner = sql.ref('a.company_id')): RawBuilder<boolean> =>
  sql`(${owner} = ${caller.companyId} or (${owner} is null and ${can(caller, 'manage_companies')}))`

export const publishedPage = async (db: Db, page: number, tag: string | undefined) => {
  const now = instant()
  const tagged = tag === undefined ? sql`true` : sql`r.tags @> array[${tag}]::text[]`
  const rows = await rowsOf<StoredArticle>(db)`
    select ${listed(now)} from ${from} where ${isPublic(now)} and ${tagged}
    order by a.publish_at desc, a.id limit ${pageSize} offset ${(page - 1) * pageSize}
  `
  const count = await numberOf(db)`select count(*)::int from ${from} where ${isPublic(now)} and ${tagged}`
  const tags = await rowsOf<{ tag: string; articles: number }>(db)`
    select tag, count(*)::int as articles from ${from}, unnest(r.tags) tag where ${isPublic(now)}
    group by tag order by articles desc, tag collate "C" limit ${mostTags}
  `
  return { rows, count, tags }
}

/** By slug, else by id. */
export const publishedArticle = async (db: Db, postId: string): Promise<StoredArticle | undefined> => {
  const now = instant()
  return firstOf<StoredArticle>(db)`
    select ${whole(now)} from ${from} where ${isPublic(now)} and (a.slug = ${postId} or a.id::text = ${postId.toLowerCase()})
    order by a.slug = ${postId} desc limit 1
  `
}

/** The other newest, those that share tags first. */
export const moreLike = async (db: Db, { id, tags }: StoredArticle, count: number): Promise<StoredArticle[]> => {
  const now = instant()
  return rowsOf<StoredArticle>(db)`
    select ${listed(now)} from ${from} where ${isPublic(now)} and a.id <> ${id}
    order by cardinality(array(select unnest(r.tags) intersect select unnest(${tags}::text[]))) desc,
      a.publish_at desc, a.id
    limit ${count}
  `
}

/** All that is public, newest first, for programs; and when the next one will be. */
export const publishedNow = async (
  db: Db,
  count: number,
): Promise<{ articles: StoredArticle[]; next: Date | null }> => {
  const now = instant()
  const rows = await rowsOf<StoredArticle>(db)`
    select ${listed(now)} from ${from} where ${isPublic(now)} order by a.publish_at desc, a.id limit ${count}
  `
  const [next = null] = await valuesOf<Date | null>(db)`
    select min(a.publish_at) from article a where a.publish_at > ${now} and ${publishes}`
  return { articles: rows, next }
}

const mostListed = 500

export const articlesOf = async (db: Db, caller: Caller): Promise<StoredArticle[]> => {
  const own = can(caller, 'edit_blog') ? sql`true` : sql`a.created_by = ${caller.userId}`
  return rowsOf<StoredArticle>(db)`
    select ${listed()} from ${from} where ${inHandsOf(caller)} and ${own}
    order by r.saved_at desc, a.id limit ${mostListed}
  `
}

export const articleOf = (db: Db, caller: Caller, id: string) =>
  firstOf<StoredArticle>(db)`select ${whole()} from ${from} where a.id = ${id} and ${inHandsOf(caller)}`

/** The same, and nobody else changes it until the transaction ends. */
export const lockedArticleOf = async (tx: Db, caller: Caller, id: string): Promise<StoredArticle | undefined> => {
  await execute(tx)`select from article a where a.id = ${id} and ${inHandsOf(caller)} for update`
  return articleOf(tx, caller, id)
}

/** What is known of pictures, to leave room for them. */
export const sizesOf = async (db: Db, ids: readonly string[]): Promise<Pictures> => {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf<{ id: string; width: number; height: number }>(db)`
    select id, width, height from article_picture where id = any (${[...ids]}::uuid[])
  `
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}

export const cardOf = (article: StoredArticle): Card => ({
  id: article.id,
  slug: article.slug,
  title: article.title,
  summary: article.summary,
  tags: article.tags,
  cover: coverOf(article),
  author: article.author,
  publishedAt: (article.publishAt ?? article.savedAt).toISOString(),
  // What was made ready beforehand is as new as its publication.
  updatedAt: new Date(Math.max(article.savedAt.getTime(), article.publishAt?.getTime() ?? 0)).toISOString(),
  readingMinutes: minutesToRead(article.words),
})

export const rowOf = (article: StoredArticle): Row => ({
  id: article.id,
  slug: article.slug,
  title: article.title,
  tags: article.tags,
  author: article.author,
  status: article.publishAt === null ? 'draft' : article.live ? 'published' : 'scheduled',
  publishedAt: article.live ? (article.publishAt?.toISOString() ?? null) : null,
  scheduledFor: article.live ? null : (article.publishAt?.toISOString() ?? null),
  readingMinutes: minutesToRead(article.words),
  updatedAt: article.savedAt.toISOString(),
  revision: article.revision,
  savedBy: article.savedBy,
  publishes: article.publishes,
})

export const articleOut = (article: StoredArticle): Article => ({
  ...rowOf(article),
  summary: article.summary,
  markdown: article.markdown,
  cover: coverOf(article),
})

const coverOf = ({ coverId, coverAlt }: StoredArticle) => (coverId === null ? null : { id: coverId, alt: coverAlt })
