// The blog over HTTP: who may read, write and publish what, and that nothing anybody saved is ever lost.
import * as blog from '@gatehouse/contract/site/blog'
import { setPublishing } from '@gatehouse/contract/identity/companies'
import { allPermissions } from '@gatehouse/contract/permissions'
import { find } from '@gatehouse/contract/insight/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { type TestServer, openServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { tick } from '../../kit/clock.testing.ts'
import { aText, begin, type Blog, everything, openBlog, publish, site, upload } from './blog.testing.ts'

let server: TestServer
let nobody: ApiClient
let writer: ApiClient
let editor: ApiClient
let stranger: ApiClient
let person: Blog['person']

const get = async (path: string) => {
  const response = await fetch(server.gatehouse.address + path, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

const publishedIds = async (input = {}) => (await nobody.call(blog.published, input)).articles.map(({ id }) => id)

beforeAll(async () => {
  ;({ server, nobody, writer, editor, stranger, person } = await openBlog(await openServer({ PUBLIC_URL: site })))
})
afterAll(() => server.close())

describe('the articles that come with the product', () => {
  test('are there from the first start, with sources, for everybody', async () => {
    const { articles } = await nobody.call(blog.published)
    expect(articles.map(({ title, author }) => [title, author])).toEqual([
      ['Why people counters drift, and how to say so', 'Gatehouse'],
      ['Why oxygen has two set points, and neither is the second stage', 'Gatehouse'],
      ['How many alarms can one person answer?', 'Gatehouse'],
    ])
    for (const { slug, readingMinutes } of articles) {
      const { article, more } = await nobody.call(blog.read, { postId: slug })
      expect(article.html.match(/<a href="https:/g)?.length).toBeGreaterThanOrEqual(3)
      expect(article.html).toContain('<em>Sources:')
      expect(readingMinutes).toBeGreaterThanOrEqual(4)
      expect(more).toHaveLength(2)
    }
  })

  test('belong to who looks after the installation', async () => {
    const [first] = (await nobody.call(blog.published)).articles
    const id = first?.id ?? ''
    expect((await editor.try(blog.open, { id })).status).toBe(404)
    const keeper = await person([...everything, 'manage_companies'])
    expect((await keeper.call(blog.open, { id })).article.status).toBe('published')
    expect((await keeper.call(blog.list)).articles.map((article) => article.id)).toContain(id)
  })
})

test('a draft is seen by those who write for the company, and by nobody else', async () => {
  const draft = await begin(writer)
  expect(draft).toMatchObject({ status: 'draft', revision: 1, publishedAt: null, scheduledFor: null })
  for (const postId of [draft.id, draft.slug]) expect((await nobody.try(blog.read, { postId })).status).toBe(404)
  expect(await publishedIds()).not.toContain(draft.id)
  for (const path of ['/blog/rss.xml', '/sitemap.xml']) expect((await get(path)).body).not.toContain(draft.slug)
  const reader = await person([])
  expect((await reader.try(blog.open, { id: draft.id })).status).toBe(403)
  for (const op of [blog.open, blog.revisions]) expect((await stranger.try(op, { id: draft.id })).status).toBe(404)
  expect((await stranger.call(blog.list)).articles.map(({ id }) => id)).not.toContain(draft.id)
  expect((await editor.call(blog.list)).articles.map(({ id }) => id)).toContain(draft.id)
  // Who edits what others began needs not begin any; who does neither finds no list.
  const corrector = await person(['edit_blog'])
  expect((await corrector.call(blog.list)).articles.map(({ id }) => id)).toContain(draft.id)
  expect((await reader.try(blog.list)).status).toBe(403)
  // Who may begin articles and not edit them sees their own only.
  const beginner = await person(['create_blog'])
  const own = await begin(beginner)
  expect((await beginner.call(blog.list)).articles.map(({ id }) => id)).toEqual([own.id])
})

test('nobody of another company changes, publishes or deletes an article', async () => {
  const { id } = await begin(writer)
  await publish(editor, id)
  const attempts = [
    [blog.save, { ...aText(), id, revision: 1 }],
    [blog.setStatus, { id, revision: 1, status: 'draft' }],
    [blog.restore, { id, number: '1', revision: 1 }],
    [blog.revision, { id, number: '1' }],
    [blog.remove, { id }],
  ] as const
  for (const [op, input] of attempts) expect((await stranger.try(op, input)).status).toBe(404)
  expect(await publishedIds()).toContain(id)
})

test('publishing takes its permission, and so does changing what is public', async () => {
  const { id, title, slug } = await begin(writer)
  expect((await writer.try(blog.setStatus, { id, revision: 1, status: 'published' })).status).toBe(403)
  const article = await publish(editor, id)
  expect(article).toMatchObject({ status: 'published', scheduledFor: null })
  expect(await publishedIds()).toContain(id)
  expect((await nobody.call(blog.read, { postId: slug })).article).toMatchObject({
    id,
    title,
    html: '<p>Some <strong>words</strong>.</p>\n',
  })
  expect((await nobody.call(blog.read, { postId: id })).article.slug).toBe(slug)
  expect(await writer.try(blog.save, { ...aText(), id, revision: 1 })).toMatchObject({
    status: 403,
    body: { message: blog.messages.publishedNeedsMore },
  })
  expect((await writer.try(blog.remove, { id })).status).toBe(403)
  // Publishing again is no news.
  expect((await publish(editor, id)).publishedAt).toBe(article.publishedAt)
  await editor.call(blog.setStatus, { id, revision: 1, status: 'draft' })
  expect((await nobody.try(blog.read, { postId: slug })).status).toBe(404)
})

test('of a company that is not allowed to publish nothing is public, whoever presses the button', async () => {
  const unknown = await aCompany(server.store.pool)
  const owner = await person(
    allPermissions.filter((one) => one !== 'manage_companies'),
    unknown,
  )
  const caretaker = await person(allPermissions)
  const allow = (publishes: boolean) => caretaker.call(setPublishing, { companyId: unknown.id, publishes })
  const { id, publishes } = await begin(owner)
  expect(publishes).toBe(false)
  const refused = { status: 403, body: { code: 'FORBIDDEN', message: blog.messages.mayNotPublish } }
  const scheduledFor = new Date(Date.now() + 60_000).toISOString()
  for (const input of [{ status: 'published' }, { status: 'scheduled', scheduledFor }] as const)
    expect(await owner.try(blog.setStatus, { id, revision: 1, ...input })).toMatchObject(refused)
  expect((await owner.call(blog.open, { id })).article).toMatchObject({ status: 'draft', publishes: false })

  await allow(true)
  const picture = await upload(owner)
  const text = aText({ cover: { id: picture.id, alt: '' } })
  await owner.call(blog.save, { ...text, id, revision: 1 })
  const { slug, ...published } = await publish(owner, id, 2)
  expect(published).toMatchObject({ status: 'published', publishes: true })
  const seen = async () => {
    const [listed, read, shown, feed, map] = await Promise.all([
      publishedIds(),
      nobody.try(blog.read, { postId: id }),
      nobody.try(blog.picture, { pictureId: picture.id, size: 'small' }),
      get('/blog/rss.xml'),
      get('/sitemap.xml'),
    ])
    return [listed.includes(id), read.status, shown.status, ...[feed, map].map(({ body }) => body.includes(slug))]
  }
  expect(await seen()).toEqual([true, 200, 200, true, true])

  // What it has published goes out of sight at once, and comes back as it was.
  await allow(false)
  expect(await seen()).toEqual([false, 404, 404, false, false])
  expect((await owner.call(blog.open, { id })).article).toMatchObject({ status: 'published', publishes: false })
  expect((await owner.call(blog.list)).articles).toMatchObject([{ id, publishes: false }])
  const other = await begin(editor)
  const { more } = await nobody.call(blog.read, { postId: (await publish(editor, other.id)).slug })
  expect(more.map((one) => one.id)).not.toContain(id)
  await allow(true)
  expect(await seen()).toEqual([true, 200, 200, true, true])
  await owner.call(blog.setStatus, { id, revision: 2, status: 'draft' })
})

test('nobody signs with the name of the product but who looks after the installation', async () => {
  const refused = { status: 422, body: { details: [{ field: 'author', message: blog.messages.author }] } }
  const { id } = await begin(editor)
  for (const author of ['Gatehouse', 'GATEHOUSE', ' gate house ', 'G.a.t.e.h.o.u.s.e', 'Gatehousé']) {
    expect(await editor.try(blog.create, aText({ author })), author).toMatchObject(refused)
    expect(await editor.try(blog.save, { ...aText({ author }), id, revision: 1 }), author).toMatchObject(refused)
  }
  const caretaker = await person(allPermissions)
  const signed = await begin(caretaker, { author: 'Gatehouse' })
  // It stays where it is when others correct the text.
  await editor.call(blog.save, { ...aText({ author: 'Gatehouse' }), id: signed.id, revision: 1 })
})

test('a scheduled article appears by itself at its time, in the feed and the map as well', async () => {
  const { id, slug } = await begin(editor)
  const past = {
    id,
    revision: 1,
    status: 'scheduled' as const,
    scheduledFor: new Date(Date.now() - 1000).toISOString(),
  }
  for (const input of [past, { ...past, scheduledFor: null }])
    expect(await editor.try(blog.setStatus, input)).toMatchObject({
      status: 422,
      body: { details: [{ field: 'scheduledFor', message: blog.messages.past }] },
    })
  const schedule = async (inMs: number) => {
    const scheduledFor = new Date(Date.now() + inMs).toISOString()
    const { article } = await editor.call(blog.setStatus, { id, revision: 1, status: 'scheduled', scheduledFor })
    return { article, scheduledFor }
  }
  // Not so soon that a slow machine looks at it too late.
  const first = await schedule(60_000)
  expect(first.article).toMatchObject({
    status: 'scheduled',
    scheduledFor: first.scheduledFor,
    publishedAt: null,
  })
  expect((await nobody.try(blog.read, { postId: slug })).status).toBe(404)
  const map = await get('/sitemap.xml')
  expect(map.body).not.toContain(slug)
  // Nobody keeps the map beyond that moment.
  expect(Number(/max-age=(\d+)/.exec(map.headers.get('cache-control') ?? '')?.[1])).toBeLessThan(60)
  const { scheduledFor } = await schedule(60_000)
  await tick('1 min')
  expect(await publishedIds()).toContain(id)
  expect((await get('/sitemap.xml')).body).toContain(slug)
  expect((await get('/blog/rss.xml')).body).toContain(slug)
  expect((await editor.call(blog.open, { id })).article).toMatchObject({
    status: 'published',
    publishedAt: scheduledFor,
  })
})

describe('revisions', () => {
  test('every save adds one; a save that changes nothing does not', async () => {
    const { id, title } = await begin(writer)
    const second = { ...aText(), title, markdown: 'Other words.' }
    expect((await editor.call(blog.save, { ...second, id, revision: 1 })).article.revision).toBe(2)
    expect((await editor.call(blog.save, { ...second, id, revision: 2 })).article.revision).toBe(2)
    const { revisions } = await writer.call(blog.revisions, { id })
    expect(revisions.map(({ number, restoredFrom }) => [number, restoredFrom])).toEqual([
      [2, null],
      [1, null],
    ])
    const { revision } = await writer.call(blog.revision, { id, number: '1' })
    expect(revision).toMatchObject({ number: 1, markdown: 'Some **words**.', savedBy: 'Ada Okafor' })
    const { article } = await writer.call(blog.restore, { id, number: '1', revision: 2 })
    expect(article).toMatchObject({ revision: 3, markdown: 'Some **words**.' })
    expect((await writer.call(blog.revisions, { id })).revisions[0]).toMatchObject({ number: 3, restoredFrom: 1 })
    expect((await writer.try(blog.revision, { id, number: '9' })).status).toBe(404)
    for (const [op, input] of [
      [blog.revision, { id, number: '99999999999' }],
      [blog.restore, { id, number: '99999999999', revision: 3 }],
    ] as const)
      expect((await writer.try(op, input)).status).toBe(422)
  })

  test('saving over what somebody else has saved, or publishing it unseen, is refused, and both are kept', async () => {
    const { id } = await begin(writer)
    await editor.call(blog.save, { ...aText(), markdown: 'Theirs', id, revision: 1 })
    const mine = { ...aText(), markdown: 'Mine', id }
    for (const [op, input] of [
      [blog.save, { ...mine, revision: 1 }],
      [blog.restore, { id, number: '1', revision: 1 }],
      [blog.setStatus, { id, revision: 1, status: 'published' }],
      [blog.setStatus, { id, revision: 1, status: 'draft' }],
    ] as const)
      expect(await editor.try(op, input)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: blog.messages.conflict },
      })
    await writer.call(blog.save, { ...mine, revision: 2 })
    expect((await writer.call(blog.revision, { id, number: '2' })).revision.markdown).toBe('Theirs')
    expect((await publish(editor, id, 3)).status).toBe('published')
  })

  test('of many who save at once one comes first, and the others are told', async () => {
    const { id } = await begin(writer)
    const saves = Array.from({ length: 8 }, (_, n) =>
      writer.try(blog.save, { ...aText(), markdown: `${n}`, id, revision: 1 }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })
})

test('the address follows the title until the article is public, and no two are the same', async () => {
  const title = `Ångström & Söhne: “Gas” ${Date.now()}`
  const first = await begin(editor, { title })
  expect(first.slug).toMatch(/^angstrom-sohne-gas-\d+$/)
  const second = await begin(editor, { title })
  expect(second.slug).toBe(`${first.slug}-2`)
  const renamed = await editor.call(blog.save, { ...aText(), title: `Renamed ${title}`, id: first.id, revision: 1 })
  expect(renamed.article.slug).toBe(`renamed-${first.slug}`)
  await publish(editor, first.id, 2)
  const again = await editor.call(blog.save, { ...aText(), title: `Again ${title}`, id: first.id, revision: 2 })
  expect(again.article.slug).toBe(`renamed-${first.slug}`)
  expect((await begin(editor, { title: 'Create' })).slug).toBe('article-create')
  expect((await begin(editor, { title: '日本語の記事' })).slug).toBe('article')
  expect((await begin(editor, { title: '別の記事です' })).slug).toBe('article-2')
})

test('every bad field is named at once', async () => {
  const { status, body } = await writer.try(blog.create, {
    title: ' x ',
    summary: 's'.repeat(301),
    markdown: 'm'.repeat(60_001),
    tags: ['t'.repeat(31)],
    cover: null,
    author: '',
  })
  expect(status).toBe(422)
  expect((body as { details: { field: string; message: string }[] }).details).toEqual([
    { field: 'title', message: 'Title must be at least 3 characters' },
    { field: 'summary', message: 'Summary is too long' },
    { field: 'markdown', message: 'The article is too long' },
    { field: 'tags.0', message: 'Tag is too long' },
    { field: 'author', message: 'Author must be at least 2 characters' },
  ])
  const tags = (await begin(writer, { tags: ['Gas', ' gas ', 'CO₂'] })).tags
  expect(tags).toEqual(['gas', 'co₂'])
})

test('pages and tags of the public list', async () => {
  const tag = `tag ${Date.now()}`
  const ids: string[] = []
  for (let n = 0; n < blog.pageSize + 1; n++) {
    const { id } = await begin(editor, { tags: [tag] })
    await publish(editor, id)
    ids.unshift(id)
  }
  const first = await nobody.call(blog.published, { tag })
  const second = await nobody.call(blog.published, { tag, page: 2 })
  expect([first.pages, second.pages, first.tag]).toEqual([2, 2, tag])
  expect([...first.articles, ...second.articles].map(({ id }) => id)).toEqual(ids)
  expect(first.tags).toContainEqual({ tag, articles: blog.pageSize + 1 })
  expect((await nobody.try(blog.published, { tag, page: 3 })).status).toBe(404)
  expect((await nobody.call(blog.published, { tag: 'of nothing' })).articles).toEqual([])
})

test('an article is found by parts of its words in any case, as it is now', async () => {
  const text = { markdown: 'Über **ÄPFEL** und 100%\tBirnen, Birnen.', tags: ['obst'] }
  const { id } = await begin(editor, text)
  await publish(editor, id)
  const reader = await person([])
  const finds = async (q: string) => (await reader.call(find, { q, limit: '50' })).results.some((one) => one.id === id)
  for (const q of ['äpf', 'birnen ÜBE', '0%', 'OBST', 'fel**']) expect(await finds(q), q).toBe(true)
  for (const q of ['quitten', '1_0%', 'äpfel quitten']) expect(await finds(q), q).toBe(false)
  await editor.call(blog.save, { ...aText({ markdown: 'Quitten' }), id, revision: 1 })
  expect([await finds('äpf'), await finds('QUITT')]).toEqual([false, true])
})

test('the feed is XML whatever the words are, and leads to the public address', async () => {
  const { id } = await begin(editor, { title: `<b>&"' ]]> ${Date.now()}`, summary: '</description><script>' })
  const { slug } = await publish(editor, id)
  const { headers, body } = await get('/blog/rss.xml')
  expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  expect(body).toContain(`<link>${site}/blog/${slug}</link>`)
  expect(body).toContain('&lt;b&gt;&amp;&quot;&apos; ]]&gt;')
  expect(body).not.toContain('<script>')
  const robots = await get('/robots.txt')
  expect(robots.body).toContain(`Sitemap: ${site}/sitemap.xml`)
  expect((await get('/sitemap.xml')).body).toContain(`<loc>${site}/blog</loc>`)
})

test('a deleted article is gone with its revisions, and what came with the product does not come back', async () => {
  const { id, slug } = await begin(editor)
  await publish(editor, id)
  await editor.call(blog.remove, { id })
  expect((await nobody.try(blog.read, { postId: slug })).status).toBe(404)
  const count = (what: string) =>
    server.store.pool.query(`select from ${what} where article_id = $1`, [id]).then(({ rowCount }) => rowCount)
  expect(await count('article_revision')).toBe(0)

  const keeper = await person([...everything, 'manage_companies'])
  const { rows } = await server.store.pool.query('select id from article where company_id is null')
  for (const article of rows) await keeper.call(blog.remove, { id: article.id })
  const { bringArticles } = await import('./blog.ts')
  await bringArticles(server.store.db)
  expect((await server.store.pool.query('select from article where company_id is null')).rowCount).toBe(0)
})
