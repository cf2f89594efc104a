// The signed token of the specification around an opaque session: what it says is for display, the session decides.
import { createHmac, createSecretKey } from 'node:crypto'
import { jwtVerify } from 'jose'

const issuer = 'gatehouse'
const audience = 'gatehouse-api'
const longest = 8000

export interface Claims {
  readonly id: string
  readonly sessionToken: string
}

export interface Shown {
  readonly permissions: Iterable<string>
  readonly expiresAt: Date
  /** The browser's scripts get it without its signature (kit/secrets/split-token.ts). */
  readonly split: boolean
}

export interface Tokens {
  sign(claims: Claims, shown: Shown): string
  /** null for whatever this installation has not signed, for this use, and for a time that has not passed. */
  read(token: string): Promise<Claims | null>
}

export const createTokens = (secret: Uint8Array): Tokens => {
  const key = createSecretKey(secret)
  return {
    // By hand: the library signs on another thread and back, which is a twentieth of what a sign-in costs.
    sign({ id, sessionToken }, { permissions, expiresAt, split }) {
      const exp = Math.floor(expiresAt.getTime() / 1000)
      const shown = { id, sessionToken, permissions: [...permissions], ...(split ? { split } : {}) }
      const signed = `${encoded({ alg: 'HS256' })}.${encoded({ ...shown, iss: issuer, aud: audience, exp })}`
      return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
    },

    async read(token) {
      if (token === '' || token.length > longest) return null
      try {
        const { payload } = await jwtVerify(token, key, {
          // Pinned: no `none`, and no public key taken for the secret one.
          algorithms: ['HS256'],
          issuer,
          audience,
          requiredClaims: ['exp'],
        })
        const { id, sessionToken } = payload
        return typeof id === 'string' && typeof sessionToken === 'string' ? { id, sessionToken } : null
      } catch {
        return null
      }
    },
  }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
