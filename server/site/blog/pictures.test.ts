// The pictures of articles over HTTP: made anew, seen by those who may, and not kept without end.
import { pictureMessages } from '@gatehouse/contract/identity/account-rules'
import * as blog from '@gatehouse/contract/site/blog'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCompany } from '../../testing/building.testing.ts'
import { type TestServer, sharedServer, type ApiClient } from '../../testing/test-server.testing.ts'
import { aText, begin, type Blog, everything, openBlog, publish, upload, writing } from './blog.testing.ts'
import { restrictedSharp } from '../../kit/pictures.ts'

let server: TestServer
let nobody: ApiClient
let writer: ApiClient
let editor: ApiClient
let stranger: ApiClient
let person: Blog['person']
let company: Blog['company']
// The server opens no WebP; the test looks at what it made.
const restricted = await restrictedSharp()
restricted.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })

beforeAll(async () => {
  ;({ server, company, nobody, writer, editor, stranger, person } = await openBlog(await sharedServer()))
})

/** As if all pictures of the company, or of the installation, had been there for three days. */
const madeDaysAgo = (of: string | null) =>
  server.store.pool.query(
    `update article_picture set created_at = now() - interval '3 days' where company_id is not distinct from $1::uuid`,
    [of],
  )

describe('pictures', () => {
  test('become three of our own making, and are seen by nobody before an article that shows them is public', async () => {
    const picture = await upload(writer)
    expect(picture).toMatchObject({ width: 1600, height: 800 })
    const draft = await begin(writer, {
      cover: { id: picture.id, alt: 'A blue wall' },
      markdown: `![Blue](picture:${picture.id})`,
    })
    const sizes = { small: [480, 252, 'webp'], card: [1200, 630, 'jpeg'], large: [1600, 800, 'webp'] } as const
    for (const [size, [width, height, format]] of Object.entries(sizes)) {
      const asked = { pictureId: picture.id, size }
      expect((await nobody.try(blog.picture, asked)).status).toBe(404)
      expect((await stranger.try(blog.ownPicture, asked)).status).toBe(404)
      const own = await writer.try(blog.ownPicture, asked)
      expect(own.headers.get('content-type')).toBe(`image/${format}`)
      expect(await sharp(own.body as Buffer).metadata()).toMatchObject({ width, height, format })
    }
    await publish(editor, draft.id)
    const shown = await nobody.try(blog.picture, { pictureId: picture.id, size: 'card' })
    expect(shown.status).toBe(200)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const { article } = await nobody.call(blog.read, { postId: draft.slug })
    expect(article.cover).toEqual({ id: picture.id, alt: 'A blue wall' })
    expect(article.html).toContain(
      `<img src="/api/blog/pictures/${picture.id}/large" alt="Blue" width="1600" height="800"`,
    )
    await editor.call(blog.setStatus, { id: draft.id, revision: 1, status: 'draft' })
    expect((await nobody.try(blog.picture, { pictureId: picture.id, size: 'card' })).status).toBe(404)
  })

  test('of another company are not made public by naming them', async () => {
    const secret = await upload(writer)
    const stolen = { cover: { id: secret.id, alt: '' } }
    const refused = { status: 422, body: { details: [{ field: 'cover', message: blog.messages.cover }] } }
    expect(await stranger.try(blog.create, aText(stolen))).toMatchObject(refused)
    const { id, slug } = await begin(stranger, { markdown: `![Theirs](picture:${secret.id})` })
    expect(await stranger.try(blog.save, { ...aText(stolen), id, revision: 1 })).toMatchObject(refused)
    await publish(stranger, id)
    expect((await nobody.try(blog.picture, { pictureId: secret.id, size: 'large' })).status).toBe(404)
    expect((await nobody.call(blog.read, { postId: slug })).article.html).toBe('<p>Theirs</p>\n')
    const seen = await stranger.call(blog.preview, { markdown: `![Theirs](picture:${secret.id})` })
    expect(seen.html).toBe('<p>Theirs</p>\n')
  })

  test('are sent by writers only, and refused in the words of the profile picture', async () => {
    const form = (type: string, size = 10) => {
      const sent = new FormData()
      sent.append('picture', new Blob([new Uint8Array(size)], { type }), 'x')
      return sent
    }
    const reader = await person([])
    // Whoever may not send any is told so before anything that they send is read.
    for (const size of [10, 5_242_881])
      expect((await reader.try(blog.uploadPicture, form('image/png', size))).status).toBe(403)
    expect((await reader.try(blog.preview, { markdown: 'x' })).status).toBe(403)
    const corrector = await person(['edit_blog'])
    expect((await corrector.call(blog.preview, { markdown: 'x' })).html).toBe('<p>x</p>\n')
    expect(await writer.try(blog.uploadPicture, form('image/svg+xml'))).toMatchObject({
      status: 422,
      body: { message: pictureMessages.type },
    })
    expect(await writer.try(blog.uploadPicture, form('image/png', 5_242_881))).toMatchObject({
      status: 413,
      body: { message: pictureMessages.size },
    })
  })

  test('that no revision shows are forgotten after two days', async () => {
    const [left, used] = [await upload(writer), await upload(writer)]
    await begin(writer, { markdown: `![x](picture:${used.id})` })
    await madeDaysAgo(company.id)
    await upload(writer)
    const status = async (pictureId: string) => (await writer.try(blog.ownPicture, { pictureId, size: 'small' })).status
    expect([await status(left.id), await status(used.id)]).toEqual([404, 200])
  })

  test('of the installation are seen by who looks after it, in what is written and in the preview', async () => {
    const keeper = await person([...everything, 'manage_companies'])
    const loner = await person([...everything, 'manage_companies'], null)
    const own = await upload(loner)
    const asked = { pictureId: own.id, size: 'small' }
    for (const who of [loner, keeper]) expect((await who.try(blog.ownPicture, asked)).status).toBe(200)
    expect((await editor.try(blog.ownPicture, asked)).status).toBe(404)
    const markdown = `![Ours](picture:${own.id})`
    const { id } = await begin(loner, { markdown, cover: { id: own.id, alt: '' } })
    expect((await keeper.call(blog.preview, { markdown })).html).toBe('<p>Ours</p>\n')
    expect((await keeper.call(blog.preview, { markdown, id })).html).toContain(`/api/blog/pictures/${own.id}/large`)
    expect((await editor.call(blog.preview, { markdown, id })).html).toBe('<p>Ours</p>\n')
    // What nobody shows is forgotten there as well.
    await loner.call(blog.remove, { id })
    await madeDaysAgo(null)
    await upload(loner)
    expect((await loner.try(blog.ownPicture, asked)).status).toBe(404)
  })

  test('that no article shows are kept up to a number', async () => {
    const busy = await aCompany(server.store.pool)
    const sender = await person(writing, busy)
    const one = await upload(sender)
    await server.store.pool.query(
      `insert into article_picture (id, company_id, width, height, small, card, large)
       select gen_random_uuid(), $1, 1, 1, '', '', '' from generate_series(2, $2)`,
      [busy.id, blog.mostPictures.unused],
    )
    const form = new FormData()
    form.append('picture', new Blob([new Uint8Array(10)], { type: 'image/png' }), 'x')
    const refused = (message: string) => ({ status: 422, body: { details: [{ field: 'picture', message }] } })
    const message = blog.messages.tooManyPictures.replace('{number}', '60')
    expect(await sender.try(blog.uploadPicture, form)).toMatchObject(refused(message))
    // Room is made by showing them, and there is room for others all the time.
    await begin(sender, { markdown: `![x](picture:${one.id})` })
    await upload(sender)
    await upload(writer)
  })
})
