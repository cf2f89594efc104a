// What a browser has once it asked for its CSRF value, without asking: the cookie and the value that belongs to it.
import Tokens from '@fastify/csrf'

const tokens = new Tokens({ algorithm: 'sha256' })

export const aCsrfPair = () => {
  const secret = tokens.secretSync()
  return { cookie: `gatehouse_csrf=${secret}`, csrfToken: tokens.create(secret) }
}

/** Whose a token says that it is; whether that holds, the server decides. */
export const claimedIn = (token: unknown): string => {
  if (typeof token !== 'string') return ''
  try {
    const claims: { id?: unknown } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims.id === 'string' ? claims.id : ''
  } catch {
    return ''
  }
}
