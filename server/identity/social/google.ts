// Signing in with Google, or any other OpenID Connect provider that GOOGLE_ISSUER names: code flow, PKCE, nonce.
import { isEmail } from '@gatehouse/contract/identity/email'
import type { Configuration } from 'openid-client'
import { ask, type Client, nameOf, type IdentityProvider, mayBeInsecure } from './provider.ts'

// Loaded when somebody signs in with it.
const library = () => import('openid-client')

export const google = ({ id, secret, issuer }: Client): IdentityProvider => {
  let known: Promise<Configuration> | undefined
  // Not before somebody needs it, and again when it failed: our start hangs on nobody else's.
  const configuration = () => {
    known ??= discover().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  const discover = async () => {
    const oidc = await library()
    const server = new URL(issuer)
    return oidc.discovery(server, id, undefined, oidc.ClientSecretPost(secret), {
      [oidc.customFetch]: (url, options) => ask(url, options),
      execute: [oidc.enableNonRepudiationChecks, ...(mayBeInsecure(server) ? [oidc.allowInsecureRequests] : [])],
    })
  }
  return {
    async authorize({ state, verifier, nonce, redirectUri }) {
      const oidc = await library()
      return oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },

    async identify({ state, verifier, nonce, redirectUri }, { code, iss }) {
      const oidc = await library()
      const config = await configuration()
      const comeBack = new URL(redirectUri)
      comeBack.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString()
      const tokens = await oidc.authorizationCodeGrant(config, comeBack, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('the provider sent no ID token')
      // Some put the address into the ID token, others only here.
      const { email, email_verified, given_name, family_name, name } =
        claims['email'] === undefined
          ? { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) }
          : claims
      const verified = email_verified === true && typeof email === 'string' && isEmail(email)
      const [first = '', ...rest] = nameOf(name).split(' ')
      return {
        subject: claims.sub,
        email: verified ? email : null,
        firstName: nameOf(given_name) || first,
        lastName: nameOf(family_name) || rest.join(' '),
      }
    },
  }
}
