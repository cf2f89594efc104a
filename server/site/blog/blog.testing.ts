// A server with writers in it, and what they do.
import * as blog from '@gatehouse/contract/site/blog'
import type { Permission } from '@gatehouse/contract/permissions'
import sharp from 'sharp'
import { type ACompany, aCompany, aUser } from '../../testing/building.testing.ts'
import type { TestServer, ApiClient } from '../../testing/test-server.testing.ts'

/** Where the blog is, as its feeds say. */
export const site = 'https://gate.example'

export const writing: readonly Permission[] = ['create_blog', 'edit_blog']
export const everything: readonly Permission[] = [...writing, 'publish_blog', 'delete_blog']

export interface Blog extends Awaited<ReturnType<typeof openBlog>> {}

export const openBlog = async (server: TestServer) => {
  const company = await aCompany(server.store.pool, 'Meridian')
  const other = await aCompany(server.store.pool, 'Northwind')
  // As if whoever looks after the installation had allowed it.
  await server.store.pool.query('update company set publishes = true where id = any ($1)', [[company.id, other.id]])
  const person = async (can: readonly Permission[], of: ACompany | null = company) => {
    const user = await aUser(server.store.pool, of ?? company, { can })
    if (of === null) await server.store.pool.query('update users set company_id = null where id = $1', [user.id])
    return server.signIn(user)
  }
  return {
    server,
    company,
    other,
    person,
    nobody: server.client(),
    writer: await person(writing),
    editor: await person(everything),
    stranger: await person(everything, other),
  }
}

export const aText = (changes: object = {}) => ({
  title: `An article ${crypto.randomUUID()}`,
  summary: 'What it is about',
  markdown: 'Some **words**.',
  tags: ['gas'],
  cover: null,
  author: 'Ada Okafor',
  ...changes,
})

export const begin = async (who: ApiClient, changes: object = {}) =>
  (await who.call(blog.create, { ...aText(), ...changes })).article

export const publish = async (who: ApiClient, id: string, revision = 1) =>
  (await who.call(blog.setStatus, { id, revision, status: 'published' })).article

export const upload = async (who: ApiClient, colour = '#3366cc', width = 2400, height = 1200) => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('picture', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'me')
  return (await who.call(blog.uploadPicture, form as never)).picture
}
