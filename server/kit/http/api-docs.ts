// The API's own description, at /api/openapi.json and for people at /api/docs. To make it takes a quarter of a second of the
// one thread and to write it out ten milliseconds, for anybody who asks: it is done once, and given as small as it gets.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Operation } from '@gatehouse/contract/operation'
import type { FastifyInstance } from 'fastify'
import { openapi } from './openapi.ts'

const at = '/api/openapi.json'

const smaller = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  identity: async (text: Buffer) => text,
} as const
type Encoding = keyof typeof smaller

export const serveDocs = async (app: FastifyInstance, served: readonly Operation[], version: string): Promise<void> => {
  const document = openapi(served, version)
  const text = Buffer.from(JSON.stringify(document))
  const made = new Map<Encoding, Promise<Buffer>>()
  const as = (encoding: Encoding): Promise<Buffer> => {
    const written = made.get(encoding) ?? smaller[encoding](text)
    made.set(encoding, written)
    return written
  }
  app.get(at, async (request, reply) => {
    const asked = request.headers['accept-encoding']
    const encoding = (asked ? negotiate<Encoding>(asked, ['br', 'gzip', 'identity']) : null) ?? 'identity'
    reply.headers({ 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' })
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await as(encoding))
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's types end at OpenAPI 3.0
  const specification = { document: document as never }
  const mark = await readFile(new URL('../../../web/public/favicon.svg', import.meta.url))
  await app.register(swagger, { mode: 'static', specification })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    logo: { type: 'image/svg+xml', content: mark, href: '/', target: '_self' },
    theme: {
      title: 'Gatehouse API',
      favicon: [{ filename: 'favicon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: mark }],
    },
    uiHooks: {
      // Written out anew for each who asks.
      onRequest(request, reply, done) {
        if (/\/(json|yaml)$/.test(request.url.split('?')[0] ?? '')) void reply.redirect(at)
        else done()
      },
    },
  })
}
