// Tokens in two halves, for companies that ask for it: scripts get header and payload, and the signature travels in a
// cookie that they cannot read. What a script steals opens nothing.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clock } from '../clock.ts'
import { clearCookie, ownCookies, setCookie } from '../http/cookies.ts'

const prefix = 'gatehouse_seal_'
// One per token, by its name: answers that cross on the way, and other tabs, do not overwrite each other's.
const maxStored = 6
const lifetimeSeconds = 8 * 3600

type Cookies = Readonly<Record<string, string | undefined>>

/** The whole token of one that ends with a dot; any other as it is. */
export const wholeToken = (token: string, cookies: Cookies, secure: boolean): string => {
  if (!token.endsWith('.')) return token
  const name = nameOf(token)
  const signature = ownCookies(cookies, secure)
    .find(([given]) => given === name)?.[1]
    .split('.')[1]
  return signature ? `${token}${signature}` : token
}

/** An answer with a token that its claims say is to be split: without the signature, which goes into a cookie. */
export const splitAnswer = (answer: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
  if (typeof answer !== 'object' || answer === null || !('token' in answer) || typeof answer.token !== 'string')
    return answer
  const [header, payload, signature] = answer.token.split('.')
  if (!header || !payload || !signature || !isToBeSplit(payload)) return answer
  const shown = `${header}.${payload}.`
  setCookie(reply, nameOf(shown), `${clock.ms().toString(36)}.${signature}`, lifetimeSeconds)
  for (const old of oldestOf(ownCookies(request.cookies, request.server.secure))) clearCookie(reply, old)
  return { ...answer, token: shown }
}

const oldestOf = (cookies: [string, string][]): string[] =>
  cookies
    .filter(([name]) => name.startsWith(prefix))
    .sort(([, a], [, b]) => madeAt(b) - madeAt(a))
    .slice(maxStored - 1)
    .map(([name]) => name)

const madeAt = (value: string) => Number.parseInt(value.split('.')[0] ?? '', 36) || 0

const nameOf = (shown: string) => `${prefix}${createHash('sha256').update(shown).digest('base64url').slice(0, 12)}`

const isToBeSplit = (payload: string): boolean => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof claims === 'object' && claims !== null && 'split' in claims && claims.split === true
  } catch {
    return false
  }
}
