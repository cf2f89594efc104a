// The built web: files as small as the build could make them, pages with a nonce each and never cached, public pages
// rendered ahead, and the application at every address that its routes know.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serveAssets } from './assets.ts'
import { addressIn, createDocuments, type Document } from './documents.ts'
import { aNonce, policyOf } from '../http/policy.ts'

const application = 'index.html'

export const servePages = async (app: FastifyInstance, publicUrl?: string): Promise<void> => {
  const folder = app.pages
  const documents = createDocuments(app, folder, publicUrl)
  // Not where the server runs by itself, in front of a web that is being developed.
  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      dotfiles: 'ignore',
      preCompressed: true,
      // Pages want a nonce.
      allowedPath: (path) => !path.endsWith('.html'),
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
  serveAssets(app, join(folder, 'assets'))
  // What cannot be rendered ahead, the application shows as well as it can.
  const documentAt = async (request: FastifyRequest): Promise<Document | null> => {
    try {
      return await documents(request)
    } catch (error) {
      app.log.error({ error, path: addressIn(request).pathname }, 'a page could not be rendered ahead')
      return null
    }
  }
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isForPage(request)) return nothing(reply)
    const { pathname, search } = addressIn(request)
    if (pathname.length > 1 && pathname.endsWith('/')) return reply.redirect(pathname.slice(0, -1) + search, 301)
    const document = await documentAt(request)
    if (document) return send(reply, document.html, document.status)
    return sendApplication(app, reply)
  }
  app.get('/', page)
  app.setNotFoundHandler(page)
}

/** Whether a page is asked for and not a file, a call or a connection. */
export const isForPage = ({ method, url }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !/^\/(api|socket\.io|metrics|assets)(\/|\?|$)/.test(url)

/** The page that the application begins with; where the web is not built, an answer that says so. */
export const sendApplication = async (
  app: FastifyInstance,
  reply: FastifyReply,
  status = 200,
): Promise<FastifyReply> => {
  const page = await readFile(join(app.pages, application), 'utf8').catch(() => null)
  // Of no use to a search engine: what it shows is for who is signed in, or leads there.
  if (page !== null) reply.header('x-robots-tag', 'noindex')
  return page === null ? nothing(reply) : send(reply, (nonce) => page.replaceAll('{{nonce}}', nonce), status)
}

const send = (reply: FastifyReply, html: (nonce: string) => string, status: number): FastifyReply => {
  const nonce = aNonce()
  return reply
    .status(status)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', policyOf(nonce))
    .type('text/html; charset=utf-8')
    .send(html(nonce))
}

const nothing = (reply: FastifyReply): FastifyReply =>
  reply.status(404).send({ code: 'NOT_FOUND', message: 'There is nothing at this address.' })
