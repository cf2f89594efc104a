// What ties an attempt to the browser that set out: a code and a state that somebody else obtained are of no use in it.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { cookieOf, setCookie } from '../../kit/http/cookies.ts'
import { digestOf } from '../../kit/secrets/secrets.ts'
import type { Call } from '../../kit/http/serve.ts'

const cookie = 'gatehouse_social'
const seconds = 600
const shape = /^[\w-]{43}$/

export interface BrowserTie {
  /** The browser's secret, set for ten minutes more; the same for several attempts side by side. */
  renew(call: Call): string
  holds(call: Call, hash: Buffer): boolean
}

// Strict is enough: the page that the provider leads back to makes the call itself, from our own origin; only the
// loading of that page comes from elsewhere, and it needs no cookie.
export const browserTie: BrowserTie = {
  renew({ request, reply }) {
    const given = cookieOf(request, cookie)
    const secret = given !== undefined && shape.test(given) ? given : randomBytes(32).toString('base64url')
    setCookie(reply, cookie, secret, seconds)
    return secret
  },
  holds({ request }, hash) {
    const given = cookieOf(request, cookie)
    return given !== undefined && timingSafeEqual(digestOf(given), hash)
  },
}
