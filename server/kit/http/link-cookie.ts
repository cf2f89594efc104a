// What opens plain links and images of our pages, which carry no token: a cookie that names the session and opens nothing
// but the reading operations marked as `link`.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearCookie, cookieOf, setCookie } from './cookies.ts'

const cookie = 'gatehouse_link'

export const setLinkCookie = (reply: FastifyReply, secret: string): void => setCookie(reply, cookie, secret)

export const clearLinkCookie = (reply: FastifyReply): void => clearCookie(reply, cookie)

/** null for a call that brings a token: that one decides. */
export const linkSecretIn = (request: FastifyRequest): string | null =>
  request.headers.authorization === undefined ? (cookieOf(request, cookie) ?? null) : null
