// The blog: what everybody may read, what its writers do, its feeds, and the articles that come with the product.
import * as blog from '@gatehouse/contract/site/blog'
import type { Db } from '../../db/pool.ts'
import { existing, notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { cardOf, type StoredArticle, moreLike, publishedArticle, publishedPage, sizesOf } from './articles.sql.ts'
import { typeOf } from './pictures.ts'
import { publicPicture } from './pictures.sql.ts'
import { htmlOf } from './reading.ts'
import { serveWriting } from './writing.ts'

export { serveFeeds } from './feeds.ts'
export { inHandsOf, isPublic } from './articles.sql.ts'
export { bringArticles } from './first-articles.ts'

export const serveBlog = (serve: Serve, db: Db) => {
  const htmlFor = createRendered(db)

  serve.open(blog.published, async ({ page, tag }) => {
    const { rows, count, tags } = await publishedPage(db, page, tag)
    const pages = Math.max(1, Math.ceil(count / blog.pageSize))
    if (page > pages) throw notFound('This page')
    return { articles: rows.map(cardOf), page, pages, tag: tag ?? null, tags }
  })

  serve.open(blog.read, async ({ postId }) => {
    const article = existing(await publishedArticle(db, postId), 'This article')
    const more = await moreLike(db, article, 3)
    return { article: { ...cardOf(article), html: await htmlFor(article) }, more: more.map(cardOf) }
  })

  serve.open(blog.picture, async ({ pictureId, size }, _nobody, { reply }) => {
    const bytes = existing(await publicPicture(db, pictureId, size), 'This picture')
    // The bytes at an address never change, but an article may be taken back.
    reply.header('cache-control', 'public, max-age=300')
    reply.header('content-disposition', 'inline')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    reply.type(typeOf(size))
    return bytes
  })

  serveWriting(serve, db)
}

const mostRendered = 100

/** The HTML of an article, made once for each revision by the present rules: none is kept in the store. */
const createRendered = (db: Db) => {
  const rendered = new Map<string, Promise<string>>()
  return ({ id, revision, markdown, pictureIds }: StoredArticle): Promise<string> => {
    const key = `${id} ${revision}`
    const known = rendered.get(key)
    if (known) return known
    const html = sizesOf(db, pictureIds).then((sizes) => htmlOf(markdown, sizes))
    rendered.set(key, html)
    html.catch(() => rendered.delete(key))
    const [oldest] = rendered.keys()
    if (rendered.size > mostRendered && oldest !== undefined) rendered.delete(oldest)
    return html
  }
}
