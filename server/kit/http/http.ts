// The HTTP server around the operations: headers, cookies, CSRF, limits, errors, API docs and the built web pages.
import type { Server, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import multipart from '@fastify/multipart'
import { operations } from '@gatehouse/contract/contract'
import type { Failure } from '@gatehouse/contract/shapes'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { isLoopback } from '../config.ts'
import { type Admission, type ConnectionLimits, descriptors, limitConnections, sharesOf } from './connections.ts'
import { isStoreTrouble, Refusal, unavailable } from '../errors.ts'
import { asksTooMuch, mostNames } from './json-names.ts'
import { isForPage, sendApplication } from '../documents/pages.ts'
import { policyOf } from './policy.ts'

const headWithinMs = 10_000
const wholeWithinMs = 120_000
const lookEveryMs = 2_000
const afterwardsMs = 20_000
/** Longer than the longest call takes until there is something to send. */
const quietForMs = Math.max(...[...operations.values()].map(({ timeoutMs }) => timeoutMs ?? 0)) + afterwardsMs
const mostOnOne = 4

const built = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

declare module 'fastify' {
  interface FastifyInstance {
    /** Where the built pages lie. */
    readonly pages: string
    readonly connections: Admission
  }
}

export const createHttp = async (
  log: Logger,
  options: { readonly secure: boolean; readonly pages?: string; readonly connections?: ConnectionLimits },
): Promise<FastifyInstance> => {
  const logger: FastifyBaseLogger = log
  const pages = options.pages ?? built
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: 'loopback',
    // Whoever says what they want a byte at a time is cut off: the head within seconds, the whole within two minutes.
    requestTimeout: wholeWithinMs,
    // Whoever takes nothing of what they asked for, as well.
    connectionTimeout: quietForMs,
    http: { headersTimeout: headWithinMs, connectionsCheckingInterval: lookEveryMs },
    // Parameters as they are written in the path: a company's name of 120 characters, each as %XX%XX%XX.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1100 },
    // Before anybody reads it: `//signin` is `/signin`, for the pages' files as well.
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]+/, (path) => path.replaceAll(/\/{2,}/g, '/')),
    // An address that is none: the page says so to people, and an answer in our own shape to programs.
    frameworkErrors: (error, request, reply) => {
      if (isForPage(request)) void sendApplication(app, reply, 404)
      else void refuse(reply, error)
    },
  })
  const admission = limitConnections(app.server, options.connections ?? sharesOf(descriptors()).http, log)
  const underWay = new WeakMap<Socket, number>()
  app.server.on('request', ({ socket }, answer) => {
    // Nobody's until it is known whose; whoever serves it says so.
    admission.release(socket)
    const asked = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, asked)
    // No browser asks for more on one connection before it is answered, and answers that nobody reads fill our memory.
    if (asked > mostOnOne) socket.destroy()
    answer.once('close', () => {
      underWay.set(socket, (underWay.get(socket) ?? 1) - 1)
      admission.release(socket)
    })
  })
  app.decorate('connections', admission)
  // Made once: the plugin of the same name builds its headers anew for every call.
  const secured = helmet({
    // Set below, as each page has its own.
    contentSecurityPolicy: false,
    strictTransportSecurity: options.secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  const policy = policyOf()
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.setHeader('content-security-policy', policy)
    secured(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined))
  })
  // Who hung up before being heard has no address any more, and everything below asks for one.
  app.addHook('onRequest', async (request) => {
    if (request.socket.remoteAddress === undefined) throw new Refusal(400, 'BAD_REQUEST', 'The caller hung up.')
  })
  app.decorate('secure', options.secure)
  app.decorate('pages', pages)
  await app.register(cookie)
  await app.register(multipart)
  // Browsers and programs say JSON by habit, also where there is nothing to say.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') return done(null)
    if (asksTooMuch(body, mostNames(request.routeOptions.bodyLimit))) return done(tooMuch())
    return parseJson(request, body, done)
  })
  // A client on this machine is either a proxy that forgot to say whom it speaks for, or the operator.
  await app.register(rateLimit, { max: 1200, timeWindow: 60_000, allowList: (request) => isLoopback(request.ip) })
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'] })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status } = describe(error)
    // Whoever hung up while it was being answered is no fault of ours, and hears no refusal.
    const hungUp = reply.raw.destroyed && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (status >= 500 && status !== 503 && !hungUp) {
      // As it is declared, and without the query: links carry their secret in either.
      const path = request.routeOptions.url ?? request.url.split('?')[0]
      log.error({ error, method: request.method, path }, 'a call failed')
    }
    // An address that no file may have: to people it is one that leads nowhere.
    if (status === 403 && isForPage(request)) return reply.callNotFound()
    return refuse(reply, error)
  })
  return app
}

const tooMuch = () => new Refusal(413, 'TOO_LARGE', 'What was sent has too many names, or is nested too deeply.')

const refuse = (reply: FastifyReply, error: FastifyError) => {
  const { status, body } = describe(error)
  return reply.status(status).send(body)
}

/** What whoever asked is told of an error. */
export const describe = (error: Error & { statusCode?: number | undefined }): { status: number; body: Failure } => {
  if (error instanceof Refusal) {
    const { code, message, details } = error
    return { status: error.status, body: details ? { code, message, details } : { code, message } }
  }
  if (isStoreTrouble(error)) return { status: 503, body: { code: 'UNAVAILABLE', message: unavailable().message } }
  const status = error.statusCode ?? 500
  if (status === 429)
    return { status, body: { code: 'TOO_MANY', message: 'Too many requests. Please try again later.' } }
  if (status === 413) return { status, body: { code: 'TOO_LARGE', message: 'What was sent is too large.' } }
  if (status === 415)
    return { status, body: { code: 'UNSUPPORTED', message: 'Send JSON (content-type: application/json).' } }
  if (status >= 400 && status < 500)
    return { status, body: { code: 'BAD_REQUEST', message: 'The request could not be read.' } }
  return { status: 500, body: { code: 'INTERNAL', message: 'Something went wrong on our side. Please try again.' } }
}

/** Where a server that is up is reached from this machine. */
export const boundAddress = (server: Server, { host, port }: { readonly host: string; readonly port: number }) => {
  const bound = server.address()
  return `http://${host}:${typeof bound === 'object' && bound ? bound.port : port}`
}
