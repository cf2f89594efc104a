// Who may connect: a page of ours, with a live session. What a connection says of itself besides is not believed.
import type { IncomingMessage } from 'node:http'
import { handshake } from '@gatehouse/contract/realtime'
import type { Socket } from 'socket.io'
import type { Caller } from '../http/caller.ts'
import { isCsrfOf } from '../http/csrf.ts'
import { wholeToken } from '../secrets/split-token.ts'

/** Where our own pages come from, as far as it is known. */
export interface Place {
  readonly publicUrl?: string | undefined
  /** Cookies travel by https only. */
  readonly secure: boolean
}

/** A connection that was let in. */
export interface Guest {
  readonly socket: Socket
  readonly token: string
  /** Of `/notifications`: the number of the last one that was had. */
  readonly after: number | undefined
  /** As the database said last: asked again whenever rights change. */
  caller: Caller
  /** Called after the caller has been asked for again, and may do other things than before. */
  changed?: () => void
}

/**
 * The guest, or why there is none: `unauthorized` only where it is known that the token opens nothing. `provesItself`: the
 * CSRF value and whose it is are asked for; elsewhere they are refused where they are given and wrong.
 */
export const admit = async (
  socket: Socket,
  callerOf: (token: string) => Promise<Caller | null>,
  { secure }: Place,
  provesItself: boolean,
): Promise<Guest | Error> => {
  const given: unknown = socket.handshake.auth['token']
  const cookies = cookiesOf(socket)
  const token = typeof given === 'string' ? wholeToken(given, cookies, secure) : ''
  const caller = token ? await callerOf(token).catch(() => undefined) : null
  // Not knowing is no refusal: who is told 'unauthorized' signs out.
  if (!caller) return new Error(caller === null ? 'unauthorized' : 'unavailable')
  const message = handshake.safeParse(socket.handshake.auth)
  if (!message.success) return new Error('invalid')
  const { csrfToken, userId, after } = message.data
  // Of another browser, or made up: whoever has the token only.
  const proven = csrfToken !== undefined && isCsrfOf(cookies, secure, csrfToken)
  if (!proven && (provesItself || csrfToken !== undefined)) return new Error('EBADCSRFTOKEN')
  // Somebody else has signed in since the page was made, or the page is not ours.
  if (userId === undefined ? provesItself : userId !== caller.userId) return new Error('invalid')
  return { socket, token, after, caller }
}

/** Browsers say where a page comes from, and pages cannot; programs say nothing. */
export const isFromOurPages = ({ headers }: IncomingMessage, { publicUrl }: Place): boolean => {
  if (headers.origin === undefined) return true
  const host = URL.parse(headers.origin)?.host
  return host !== undefined && (host === headers.host || host === URL.parse(publicUrl ?? '')?.host)
}

/** Of answers that do not pass through Fastify. */
export const headersOf = ({ secure }: Place): Record<string, string> => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})

const cookiesOf = (socket: Socket) =>
  Object.fromEntries(
    (socket.handshake.headers.cookie ?? '').split(/;\s*/).map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
