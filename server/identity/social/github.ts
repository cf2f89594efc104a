// Signing in with GitHub, or a GitHub Enterprise Server that GITHUB_BASE_URL names: a plain code flow with PKCE.
import { createHash } from 'node:crypto'
import { isEmail } from '@gatehouse/contract/identity/email'
import { z } from 'zod'
import { ask, type Client, nameOf, type IdentityProvider } from './provider.ts'

const granted = z.object({ access_token: z.string().min(1), token_type: z.string().regex(/^bearer$/i) })
const account = z.object({ id: z.int().positive(), login: z.string().min(1), name: z.string().nullish() })
const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

export const github = ({ id, secret, issuer }: Client): IdentityProvider => {
  const base = issuer.replace(/\/+$/, '')
  const api = new URL(base).hostname === 'github.com' ? 'https://api.github.com' : `${base}/api/v3`

  const read = async <T>(path: string, token: string, shape: z.ZodType<T>): Promise<T> => {
    const response = await ask(`${api}${path}`, {
      headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}`, 'user-agent': 'Gatehouse' },
    })
    if (!response.ok) throw new Error(`GitHub answered ${response.status} to ${path}`)
    return shape.parse(await response.json())
  }

  return {
    async authorize({ state, verifier, redirectUri }) {
      const url = new URL(`${base}/login/oauth/authorize`)
      url.search = new URLSearchParams({
        client_id: id,
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()
      return url
    },

    async identify({ verifier, redirectUri }, { code, iss }) {
      // GitHub does not say who it is. Who does, and is another, has been mixed up with it.
      if (iss !== undefined && URL.parse(iss)?.origin !== new URL(base).origin)
        throw new Error('another issuer answered')
      const response = await ask(`${base}/login/oauth/access_token`, {
        method: 'POST',
        headers: { accept: 'application/json', 'user-agent': 'Gatehouse' },
        body: new URLSearchParams({
          client_id: id,
          client_secret: secret,
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      })
      // A refused code is answered with 200 and an error.
      const { access_token: token } = granted.parse(await response.json())
      const { id: subject, login, name } = await read('/user', token, account)
      const known = await read('/user/emails', token, addresses)
      const email = known.find((address) => address.primary && address.verified && isEmail(address.email))?.email
      const [firstName = '', ...rest] = (nameOf(name) || nameOf(login)).split(' ')
      return { subject: String(subject), email: email ?? null, firstName, lastName: rest.join(' ') }
    },
  }
}
