// What tests write on the blog without its pages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Input, Operation, Output } from '@gatehouse/contract/operation'
import type { APIRequestContext } from '@playwright/test'
import type { Signed } from './accounts.ts'

/** A small one: what is made of it costs by its size. */
export const somePicture = join(import.meta.dirname, '../..', 'web', 'public', 'icons', 'apple-touch-icon.png')

export const own = (title: string) => ({
  title,
  summary: 'What it is about',
  markdown: 'Some words.',
  tags: ['tests'],
  cover: null,
  author: 'Ada Okafor',
})

/** Does what the page does, without the page. */
export const doing = async (request: APIRequestContext, { token }: Signed) => {
  const { csrfToken } = await (await request.get('/api/auth/csrf-token')).json()
  const headers = { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
  return {
    do: async <Op extends Operation>({ method, path }: Op, input: Input<Op> & object): Promise<Output<Op>> => {
      const given = new Map(Object.entries(input))
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(given.get(name)))
      const response = await request.fetch(`/api${filled}`, { method, headers, data: input })
      if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
      return response.json()
    },
    upload: async (file: string): Promise<string> => {
      const picture = { name: 'picture.png', mimeType: 'image/png', buffer: readFileSync(file) }
      const response = await request.post('/api/blog/pictures', { headers, multipart: { picture } })
      return (await response.json()).picture.id
    },
  }
}
