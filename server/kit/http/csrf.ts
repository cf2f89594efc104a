// CSRF: a secret in a cookie that scripts cannot read, and a token made from it that only our own pages can ask for.
import Tokens from '@fastify/csrf'
import { messages } from '@gatehouse/contract/identity/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieOf, ownCookies, setCookie } from './cookies.ts'
import { Refusal } from '../errors.ts'
import { digestOf } from '../secrets/secrets.ts'

const cookie = 'gatehouse_csrf'
const tokens = new Tokens({ algorithm: 'sha256' })

/** A token for the header `X-CSRF-Token`; sets the cookie when there is none yet. */
export const issueCsrf = (request: FastifyRequest, reply: FastifyReply): string => {
  let secret = cookieOf(request, cookie)
  if (!secret) {
    secret = tokens.secretSync()
    setCookie(reply, cookie, secret)
  }
  return tokens.create(secret)
}

/** Whoever uses the browser next gets a secret of their own. */
export const forgetCsrf = (reply: FastifyReply): void => clearCookie(reply, cookie)

/** Refuses with 403 `EBADCSRFTOKEN`: the browser then fetches a new token and tries once more. */
export const checkCsrf = (request: FastifyRequest): void => {
  const secret = cookieOf(request, cookie)
  const token = request.headers['x-csrf-token']
  // Browsers say where a call comes from, and pages cannot: that holds even if a neighbouring host planted the cookie.
  const from = request.headers['sec-fetch-site']
  if (from === 'cross-site' || from === 'same-site') throw badToken()
  if (!secret || typeof token !== 'string' || !tokens.verify(secret, token)) {
    throw badToken()
  }
}

/** Whether a token is of the browser with these cookies: for connections, which pass no `X-CSRF-Token`. */
export const isCsrfOf = (cookies: Readonly<Record<string, string | undefined>>, secure: boolean, token: string) => {
  const secret = ownCookies(cookies, secure).find(([name]) => name === cookie)?.[1]
  return secret !== undefined && tokens.verify(secret, token)
}

/** What a browser is known by until its cookie ends, without the cookie's secret; null where it has none. */
export const browserOf = (request: FastifyRequest): Buffer | null => {
  const secret = cookieOf(request, cookie)
  return secret ? digestOf(`browser ${secret}`) : null
}

const badToken = () => new Refusal(403, 'EBADCSRFTOKEN', messages.tryAgain)
