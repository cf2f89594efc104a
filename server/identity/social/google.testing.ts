// A provider as Google is one, on this machine: the certified `oidc-provider`, with a page to choose a person on.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import { answer, choicePage, type Known, listenOn, type People, readForm, type Registered } from './people.testing.ts'

export interface GoogleOfTests {
  readonly issuer: string
  readonly people: People
  /** Who may send people here; to be said before the first of them comes. */
  register(clients: readonly Registered[]): void
  close(): Promise<void>
}

export const openGoogle = async (
  // Google tells the address in the ID token; other providers only when asked.
  { port = 0, statesInToken = true }: { port?: number; statesInToken?: boolean } = {},
): Promise<GoogleOfTests> => {
  const people: People = new Map()
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'tests' }
  let provider: Provider | undefined

  const { address: issuer, close } = await listenOn(port, (request, response) => {
    serve(request, response).catch((error: unknown) => answer(response, 500, String(error), 'text/plain'))
  })

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (!provider) return answer(response, 503, 'nobody is registered', 'text/plain')
    if (!request.url?.startsWith('/choose/')) return await provider.callback()(request, response)
    const { uid, params } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      return answer(response, 200, choicePage('Sign in with Google', `/choose/${uid}`, people, {}), 'text/html')
    }
    const accountId = people.get((await readForm(request)).get('login') ?? '')?.subject
    if (accountId === undefined) return answer(response, 404, 'nobody of this name', 'text/plain')
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId }, consent: { grantId: await grant.save() } }
    return await provider.interactionFinished(request, response, result)
  }

  return {
    issuer,
    people,
    close,
    register(clients) {
      provider = new Provider(issuer, {
        clients: clients.map(({ id, secret, redirectUris }) => ({
          client_id: id,
          client_secret: secret,
          redirect_uris: redirectUris,
          token_endpoint_auth_method: 'client_secret_post',
        })),
        jwks: { keys: [key] },
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
        cookies: { keys: ['of the tests'] },
        pkce: { required: () => true },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
        conformIdTokenClaims: !statesInToken,
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
        findAccount: (_context: unknown, subject: string) => accountOf(people, subject),
      })
    },
  }
}

const accountOf = (people: People, subject: string) => {
  const known = [...people.values()].find((person) => person.subject === subject)
  return known && { accountId: subject, claims: () => claimsOf(known) }
}

const claimsOf = ({ subject, email, verified, name }: Known) => {
  const [first, ...rest] = name.split(' ')
  return { sub: subject, email, email_verified: verified, name, given_name: first, family_name: rest.join(' ') }
}
