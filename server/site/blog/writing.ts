// What writers do with articles: begin, save, publish, take back, delete, and bring an older revision back.
import * as blog from '@gatehouse/contract/site/blog'
import { v7 as uuid } from 'uuid'
import { type Db, insertRow, updateRow } from '../../db/pool.ts'
import { inTransaction } from '../../db/transaction.ts'
import { type Caller, can, demand } from '../../kit/http/caller.ts'
import { changes } from '../../kit/changes.ts'
import { clock } from '../../kit/clock.ts'
import { existing, invalid, Refusal } from '../../kit/errors.ts'
import type { Call, Serve } from '../../kit/http/serve.ts'
import {
  articleOf,
  articleOut,
  articlesOf,
  type StoredArticle,
  lockedArticleOf,
  rowOf,
  sizesOf,
} from './articles.sql.ts'
import { articlePictureOf, typeOf } from './pictures.ts'
import { demandRoom, keepPicture, ownPicture } from './pictures.sql.ts'
import { minutesToRead, readText } from './reading.ts'
import { addRevision, freeSlugFor, picturesFor, revisionOf, revisionsOf, type Written } from './revisions.sql.ts'

export const serveWriting = (serve: Serve, db: Db) => {
  serve(blog.list, async (_input, caller) => ({ articles: (await articlesOf(db, caller)).map(rowOf) }))

  serve(blog.open, async ({ id }, caller) => ({ article: articleOut(found(await articleOf(db, caller, id))) }))

  serve(blog.create, async (written, caller, call) => {
    demandOwner(caller)
    demandOwnName(caller, written.author)
    const { words, asked } = await read(written)
    return inTransaction(db, async (tx) => {
      const id = uuid()
      const slug = await freeSlugFor(tx, written.title, null)
      await insertRow(tx, 'article', { id, company_id: caller.companyId, slug, created_by: caller.userId })
      const pictureIds = await picturesFor(tx, asked, [caller.companyId], [])
      await addRevision(tx, { articleId: id, number: 1, written, pictureIds, words, saver: saverOf(caller) })
      const made = found(await articleOf(tx, caller, id))
      await call.record(tx, { subject: made.title, after: factsOf(made) })
      return { article: articleOut(made) }
    })
  })

  serve(blog.save, async ({ id, revision, ...written }, caller, call) => {
    const { words, asked } = await read(written)
    return changing(id, revision, caller, call, async (tx, article) => {
      if (isSame(article, written)) return
      if (written.author !== article.author) demandOwnName(caller, written.author)
      const pictureIds = await picturesFor(tx, asked, [caller.companyId, article.companyId], article.pictureIds)
      await addNext(tx, article, { written, pictureIds, words, saver: saverOf(caller) })
    })
  })

  serve(blog.restore, ({ id, number, revision }, caller, call) =>
    changing(id, revision, caller, call, async (tx, article) => {
      const old = found(await revisionOf(tx, id, number))
      await addNext(tx, article, {
        written: old.revision,
        pictureIds: old.pictureIds,
        words: old.words,
        saver: saverOf(caller),
        restoredFrom: number,
      })
    }),
  )

  serve(blog.setStatus, ({ id, revision, status, scheduledFor }, caller, call) =>
    changing(id, revision, caller, call, async (tx, article) => {
      if (status !== 'draft' && !article.publishes) throw new Refusal(403, 'FORBIDDEN', blog.messages.mayNotPublish)
      const at =
        status === 'draft' ? null : status === 'scheduled' ? toCome(scheduledFor) : (liveSince(article) ?? clock.now())
      await updateRow(tx, 'article', id, { publish_at: at, slug_fixed: article.slugFixed || at !== null })
    }),
  )

  serve(blog.remove, ({ id }, caller, call) =>
    inTransaction(db, async (tx) => {
      const article = found(await lockedArticleOf(tx, caller, id))
      if (article.publishAt !== null) demandPublishing(caller)
      await tx.deleteFrom('article').where('id', '=', id).execute()
      await call.record(tx, { subject: article.title, before: factsOf(article) })
    }),
  )

  serve(blog.revisions, async ({ id }, caller) => {
    found(await articleOf(db, caller, id))
    return { revisions: await revisionsOf(db, id) }
  })

  serve(blog.revision, async ({ id, number }, caller) => {
    found(await articleOf(db, caller, id))
    return { revision: found(await revisionOf(db, id, number)).revision }
  })

  serve(blog.preview, async ({ markdown, id }, caller) => {
    // Of one that is not theirs, or is gone meanwhile, they learn nothing; what they write is shown all the same.
    const article = id === null ? undefined : await articleOf(db, caller, id)
    // More than the text shows, where it speaks of some in code.
    const asked = [...markdown.matchAll(pictureNamed)].flatMap(([, pictureId]) => pictureId ?? [])
    const owners = [caller.companyId, ...(article ? [article.companyId] : [])]
    const shown = await picturesFor(db, asked, owners, article?.pictureIds ?? [])
    const { html, words } = await readText(markdown, await sizesOf(db, shown))
    return { html, words, readingMinutes: minutesToRead(words) }
  })

  serve(blog.uploadPicture, async (_input, caller, { file, record }) => {
    demandOwner(caller)
    await demandRoom(db, caller)
    const picture = await articlePictureOf(caller.userId, file?.bytes ?? Buffer.alloc(0), file?.type ?? '')
    const id = uuid()
    const { width, height } = picture
    await inTransaction(db, async (tx) => {
      await keepPicture(tx, caller, id, picture)
      await record(tx, { after: { picture: id, width, height } })
    })
    return { picture: { id, width, height } }
  })

  serve(blog.ownPicture, async ({ pictureId, size }, caller, { reply }) => {
    const bytes = existing(await ownPicture(db, caller, pictureId, size), 'This picture')
    reply.header('cache-control', 'private, max-age=31536000, immutable')
    reply.header('content-disposition', 'inline')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.type(typeOf(size))
    return bytes
  })

  const changing = (
    id: string,
    revision: number,
    caller: Caller,
    call: Call,
    change: (tx: Db, article: StoredArticle) => Promise<void>,
  ): Promise<{ article: blog.Article }> =>
    inTransaction(db, async (tx) => {
      const article = found(await lockedArticleOf(tx, caller, id))
      if (article.publishAt !== null) demandPublishing(caller)
      if (article.revision !== revision) throw new Refusal(409, 'CONFLICT', blog.messages.conflict)
      await change(tx, article)
      const now = found(await articleOf(tx, caller, id))
      await call.record(tx, { subject: article.title, ...changes(factsOf(article), factsOf(now)) })
      return { article: articleOut(now) }
    })
}

// Of the text only how it was counted: every revision of it is kept.
const factsOf = ({ title, summary, tags, author, revision, publishAt }: StoredArticle) => ({
  title,
  summary,
  tags,
  author,
  revision,
  publishAt: publishAt?.toISOString() ?? null,
})

interface Next {
  readonly written: Written
  readonly pictureIds: readonly string[]
  readonly words: number
  readonly saver: { readonly userId: string; readonly name: string }
  readonly restoredFrom?: number
}

// Nobody has the address of an article that was never public: it follows the title.
const addNext = async (tx: Db, { id, revision, slugFixed }: StoredArticle, next: Next): Promise<void> => {
  if (!slugFixed) {
    const slug = await freeSlugFor(tx, next.written.title, id)
    await updateRow(tx, 'article', id, { slug })
  }
  await addRevision(tx, { articleId: id, number: revision + 1, ...next })
}

const saverOf = ({ userId, name }: Caller) => ({ userId, name })

// What is written without a company is the installation's.
const demandOwner = (caller: Caller) => {
  if (caller.companyId === null) demand(caller, 'manage_companies')
}

// What is signed with the name of the product is taken for its maker's.
const demandOwnName = (caller: Caller, author: string) => {
  const letters = author.normalize('NFKD').replaceAll(/\P{L}/gu, '').toLowerCase()
  if (letters === 'gatehouse' && !can(caller, 'manage_companies'))
    throw invalid([{ field: 'author', message: blog.messages.author }])
}

const pictureNamed = /picture:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi

const read = async ({ markdown, cover }: Written) => {
  const { words, pictureIds } = await readText(markdown)
  return { words, asked: [...(cover ? [cover.id] : []), ...pictureIds] }
}

// What is public, or will be by itself, is changed by those who may publish.
const demandPublishing = (caller: Caller) => {
  if (!can(caller, 'publish_blog')) throw new Refusal(403, 'FORBIDDEN', blog.messages.publishedNeedsMore)
}

const liveSince = ({ live, publishAt }: StoredArticle): Date | null => (live ? publishAt : null)

const toCome = (moment: string | null): Date => {
  const at = moment === null ? Number.NaN : Date.parse(moment)
  if (!(at > clock.ms())) throw invalid([{ field: 'scheduledFor', message: blog.messages.past }])
  return new Date(at)
}

const isSame = (article: StoredArticle, written: Written): boolean =>
  JSON.stringify([
    article.title,
    article.summary,
    article.markdown,
    article.tags,
    article.author,
    article.coverId,
    article.coverAlt,
  ]) ===
  JSON.stringify([
    written.title,
    written.summary,
    written.markdown,
    written.tags,
    written.author,
    written.cover?.id ?? null,
    written.cover?.alt ?? '',
  ])

const found = <T>(thing: T | undefined): T => existing(thing, 'This article')
