// Our own cookies: never for scripts, for calls of our own pages only, and with https of this very host (`__Host-`):
// a neighbouring host, or one without encryption, cannot plant one.
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Cookies travel by https only. */
    readonly secure: boolean
  }
}

const prefix = '__Host-'

export const cookieOf = (request: FastifyRequest, name: string): string | undefined =>
  request.cookies[nameIn(request, name)]

/** Until the browser is closed where `maxAge` (seconds) is not given. */
export const setCookie = (reply: FastifyReply, name: string, value: string, maxAge?: number): void => {
  reply.setCookie(nameIn(reply, name), value, { ...optionsIn(reply), ...(maxAge === undefined ? {} : { maxAge }) })
}

export const clearCookie = (reply: FastifyReply, name: string): void => {
  reply.clearCookie(nameIn(reply, name), optionsIn(reply))
}

/** Our cookies by the names we gave them. */
export const ownCookies = (cookies: Readonly<Record<string, string | undefined>>, secure: boolean) =>
  Object.entries(cookies).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || (secure && !name.startsWith(prefix))) return []
    return [[secure ? name.slice(prefix.length) : name, value]]
  })

const nameIn = ({ server }: FastifyRequest | FastifyReply, name: string) => (server.secure ? `${prefix}${name}` : name)

const optionsIn = ({ server }: FastifyReply) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: server.secure }) as const
