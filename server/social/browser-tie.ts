// What ties an attempt to the browser that set out: a code and a state that somebody else obtained are of no use in it.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digestOf } from '../kit/secrets.ts'
import type { Call } from '../kit/serve.ts'

const seconds = 600
const shape = /^[\w-]{43}$/

export interface BrowserTie {
  /** The browser's secret, set for ten minutes more; the same for several attempts side by side. */
  renew(call: Call): string
  holds(call: Call, hash: Buffer): boolean
}

// Strict is enough: the page that the provider leads back to makes the call itself, from our own origin; only the
// loading of that page comes from elsewhere, and it needs no cookie. `__Host-` keeps a neighbouring host from setting it.
export const createBrowserTie = (secure: boolean): BrowserTie => {
  const name = secure ? '__Host-gatehouse_social' : 'gatehouse_social'
  return {
    renew({ request, reply }) {
      const given = request.cookies[name]
      const secret = given !== undefined && shape.test(given) ? given : randomBytes(32).toString('base64url')
      reply.setCookie(name, secret, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: seconds })
      return secret
    },
    holds({ request }, hash) {
      const given = request.cookies[name]
      return given !== undefined && timingSafeEqual(digestOf(given), hash)
    },
  }
}
