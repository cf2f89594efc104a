// A provider that answers whatever a test wants: everything about its ID tokens can be a lie.
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { answer, listenOn } from './people.testing.ts'

export interface Lie {
  /** In place of what is true, or beside it; undefined: left out. */
  readonly claims?: Record<string, unknown>
  readonly alg?: 'none'
  /** Signed with a key that is not among those it publishes. */
  readonly foreignKey?: true
}

export interface Liar {
  readonly issuer: string
  answerWith(nonce: string, lie: Lie): void
  close(): Promise<void>
}

export const openLiar = async (clientId: string): Promise<Liar> => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const keys = [{ ...(await exportJWK(own.publicKey)), alg: 'RS256', use: 'sig', kid: 'own' }]
  let notified: { nonce: string; lie: Lie } = { nonce: '', lie: {} }

  const idToken = (issuer: string) => {
    const { nonce, lie } = notified
    const now = Math.floor(Date.now() / 1000)
    const truth = { iss: issuer, aud: clientId, sub: 'somebody', nonce, iat: now, exp: now + 300 }
    const address = { email: 'somebody@people.example', email_verified: true, name: 'Some Body' }
    const all = { ...truth, ...address, ...lie.claims }
    const claims = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    if (lie.alg === 'none') return new UnsecuredJWT(claims).encode()
    const key = lie.foreignKey ? foreign.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key)
  }

  const { address: issuer, close } = await listenOn(0, (request, response) => {
    const work = async () => {
      if (request.url === '/.well-known/openid-configuration') {
        return answer(response, 200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          userinfo_endpoint: `${issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        })
      }
      if (request.url === '/keys') return answer(response, 200, { keys })
      if (request.url === '/userinfo') return answer(response, 200, { sub: 'somebody else', email_verified: true })
      const id_token = await idToken(issuer)
      return answer(response, 200, { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token })
    }
    work().catch((error: unknown) => answer(response, 500, String(error), 'text/plain'))
  })
  return { issuer, close, answerWith: (nonce, lie) => (notified = { nonce, lie }) }
}
