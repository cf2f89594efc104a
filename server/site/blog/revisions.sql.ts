// The revisions of articles in the store: added, never changed.
import { messages, type RevisionHead, type RevisionText } from '@gatehouse/contract/site/blog'
import { sql } from 'kysely'
import { type Db, execute, insertRow, isoRowsOf, updateRow, valuesOf } from '../../db/pool.ts'
import { invalid } from '../../kit/errors.ts'
import { freeSlug, slugOf } from './slug.ts'

/** What a person writes of an article. */
export interface Written {
  readonly title: string
  readonly summary: string
  readonly markdown: string
  readonly tags: readonly string[]
  readonly cover: { readonly id: string; readonly alt: string } | null
  readonly author: string
}

export interface Saver {
  readonly userId: string | null
  readonly name: string
}

interface Revision {
  readonly articleId: string
  readonly number: number
  readonly written: Written
  /** Of the cover and the text, those that may be shown. */
  readonly pictureIds: readonly string[]
  readonly words: number
  readonly saver: Saver
  readonly restoredFrom?: number
}

export const addRevision = async (tx: Db, revision: Revision): Promise<void> => {
  const { articleId, number, written, pictureIds, words, saver, restoredFrom } = revision
  if (written.cover && !pictureIds.includes(written.cover.id))
    throw invalid([{ field: 'cover', message: messages.cover }])
  await insertRow(tx, 'article_revision', {
    article_id: articleId,
    number,
    title: written.title,
    summary: written.summary,
    markdown: written.markdown,
    tags: [...written.tags],
    author: written.author,
    cover_id: written.cover?.id ?? null,
    cover_alt: written.cover?.alt ?? '',
    picture_ids: [...pictureIds],
    words,
    restored_from: restoredFrom ?? null,
    saved_by: saver.userId,
    saved_by_name: saver.name,
  })
  const { title, summary, tags, author, markdown } = written
  // Each word once and in small letters, as search asks for them.
  const eachOnce = [...new Set([title, summary, ...tags, author, markdown].join(' ').split(/\s+/))].join(' ')
  const sought = sql<string>`lower(${eachOnce})`
  await updateRow(tx, 'article', articleId, { revision: number, sought })
}

/** Of these, those that are the company's or that the article has already. */
export const picturesFor = async (
  tx: Db,
  asked: readonly string[],
  companyIds: readonly (string | null)[],
  known: readonly string[],
): Promise<string[]> => {
  if (asked.length === 0) return []
  return valuesOf<string>(tx)`
    select id from article_picture where id = any (${[...new Set(asked)]}::uuid[]) and (id = any (${[...known]}::uuid[])
      or company_id = any (${companyIds.filter((id) => id !== null)}::uuid[])
      or (company_id is null and ${companyIds.includes(null)}))
  `
}

/** An address that no other article has, until the transaction ends. */
export const freeSlugFor = async (tx: Db, title: string, except: string | null): Promise<string> => {
  await execute(tx)`select pg_advisory_xact_lock(hashtext('article slugs'))`
  const slugs = await valuesOf<string>(tx)`
    select slug from article where id is distinct from ${except}
      and (starts_with(slug, ${slugOf(title)}) or starts_with(slug, 'article'))
  `
  return freeSlug(title, new Set(slugs))
}

const head = sql`number, saved_at as "savedAt", saved_by_name as "savedBy", title, restored_from as "restoredFrom"`

export const revisionsOf = (db: Db, articleId: string) =>
  isoRowsOf<RevisionHead>(db)`
    select ${head} from article_revision where article_id = ${articleId} order by number desc
  `

interface Found extends Omit<RevisionText, 'cover'> {
  readonly coverId: string | null
  readonly coverAlt: string
  readonly pictureIds: string[]
  readonly words: number
}

export const revisionOf = async (
  db: Db,
  articleId: string,
  number: number,
): Promise<{ revision: RevisionText; pictureIds: string[]; words: number } | undefined> => {
  const [found] = await isoRowsOf<Found>(db)`
    select ${head}, summary, markdown, tags, author, cover_id as "coverId", cover_alt as "coverAlt",
      picture_ids as "pictureIds", words
    from article_revision where article_id = ${articleId} and number = ${number}
  `
  if (!found) return undefined
  const { coverId, coverAlt, pictureIds, words, ...text } = found
  const cover = coverId === null ? null : { id: coverId, alt: coverAlt }
  return { revision: { ...text, cover }, pictureIds, words }
}
