// What programs read of the public site: the feed of the blog, the map of the site, and what may be visited.
import { pictureUrl } from '@gatehouse/contract/site/article-pictures'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { clock } from '../../kit/clock.ts'
import { originOf } from '../../kit/http/origin.ts'
import { createRenderer } from '../../kit/documents/renderer.ts'
import { cardOf, type StoredArticle, publishedNow } from './articles.sql.ts'

export interface FeedParts {
  readonly db: Db
  /** Undefined: the address that was asked. */
  readonly publicUrl: string | undefined
}

const inFeed = 20
// As many as one map may hold is 50,000.
const inMap = 40_000
const maxAgeSeconds = 300

export const serveFeeds = (app: FastifyInstance, { db, publicUrl }: FeedParts) => {
  const built = createRenderer(app.pages)
  const origin = (request: FastifyRequest) => originOf(request, publicUrl)
  // What names the host that one caller has asked is for nobody else.
  const keepFor = (reply: FastifyReply, next: Date | null) =>
    reply.header('cache-control', publicUrl === undefined ? 'private, no-cache' : cachedUntil(next))

  app.get('/blog/rss.xml', async (request, reply) => {
    const { articles, next } = await publishedNow(db, inFeed)
    keepFor(reply, next)
    return reply.type('application/rss+xml; charset=utf-8').send(feed(origin(request), articles))
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const { articles, next } = await publishedNow(db, inMap)
    keepFor(reply, next)
    return reply.type('application/xml; charset=utf-8').send(map(origin(request), pagesOf(await built()), articles))
  })

  app.get('/robots.txt', (request, reply) =>
    keepFor(reply, null)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /api/blog/pictures/\nDisallow: /api/\n\nSitemap: ${origin(request)}/sitemap.xml\n`),
  )
}

// The home page has two addresses, and is known by one.
const pagesOf = (web: { readonly paths: readonly string[] } | null): string[] =>
  [...new Set(['/', '/blog', ...(web?.paths ?? [])])].filter((path) => path !== '/home')

// Nobody keeps it beyond the moment at which the next article becomes public.
const cachedUntil = (next: Date | null): string => {
  const untilNext = next ? Math.max(0, Math.floor((next.getTime() - clock.ms()) / 1000)) : maxAgeSeconds
  return `public, max-age=${Math.min(maxAgeSeconds, untilNext)}`
}

const feed = (origin: string, articles: readonly StoredArticle[]): string => {
  const items = articles.map(cardOf).map(
    ({ id, slug, title, summary, tags, author, publishedAt, cover }) => `
    <item>
      <title>${xml(title)}</title>
      <link>${xml(`${origin}/blog/${slug}`)}</link>
      <guid isPermaLink="false">${xml(`urn:uuid:${id}`)}</guid>
      <pubDate>${new Date(publishedAt).toUTCString()}</pubDate>
      <dc:creator>${xml(author)}</dc:creator>
      <description>${xml(summary)}</description>${tags.map((tag) => `\n      <category>${xml(tag)}</category>`).join('')}${
        cover
          ? `\n      <media:content url="${xml(`${origin}/api${pictureUrl(cover.id, 'card')}`)}" type="image/jpeg" medium="image"/>`
          : ''
      }
    </item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
  <channel>
    <title>Gatehouse blog</title>
    <link>${xml(`${origin}/blog`)}</link>
    <atom:link href="${xml(`${origin}/blog/rss.xml`)}" rel="self" type="application/rss+xml"/>
    <description>On running a building safely: alarms, gas, doors, people, and honest numbers.</description>
    <language>en</language>${items.join('')}
  </channel>
</rss>
`
}

const map = (origin: string, pages: readonly string[], articles: readonly StoredArticle[]): string => {
  const entries = [
    ...pages.map((path) => ({ path, changed: null })),
    ...articles.map(cardOf).map(({ slug, updatedAt }) => ({ path: `/blog/${slug}`, changed: updatedAt })),
  ]
  const urls = entries.map(
    ({ path, changed }) =>
      `\n  <url><loc>${xml(origin + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}
</urlset>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// Characters that XML cannot hold are left out.
const xml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')
