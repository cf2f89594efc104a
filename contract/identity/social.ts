// Signing in with Google and GitHub: authorisation code with state, PKCE and nonce; linked only from inside an account.
import { z } from 'zod'
import { givenPassword, outcomeOfSignIn } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Sign-in with other accounts' }

export const provider = z.enum(['google', 'github'])
export type Provider = z.output<typeof provider>

/** Where a browser comes back to with `code` and `state`. */
export const callbackPath: Readonly<Record<Provider, string>> = {
  google: '/auth/google/callback',
  github: '/auth/github/callback',
}

export const messages = {
  failed: 'Signing in with this provider did not succeed. Please try again.',
  unverified: 'This provider has not verified your e-mail address.',
  // To whoever holds the address at the provider: the account is there, and its own sign-in opens it.
  linkFirst: 'There is an account with this e-mail address. Sign in to it, then connect the provider in your profile.',
  taken: 'This account of the provider is connected to another account here.',
  another: 'Another account of this provider is connected already. Disconnect it first.',
  verifyFirst: 'Please verify your email address first.',
  lastWayIn: 'This is the only way into your account. Set a password first.',
} as const

export const providers = query('social.providers', 'GET /auth/providers', 'public', {
  summary: 'Which providers this installation is set up for',
  output: z.object({ providers: z.array(provider) }),
})

export const google = query('social.google', 'GET /auth/google', 'public', {
  summary: 'Sends the browser to Google',
  // A link that people follow, with whatever a page has added to it.
  freeForm: true,
  output: z.null(),
  rateLimit: 30,
})

export const github = query('social.github', 'GET /auth/github', 'public', {
  summary: 'Sends the browser to GitHub',
  // A link that people follow, with whatever a page has added to it.
  freeForm: true,
  output: z.null(),
  rateLimit: 30,
})

export const callback = command('social.callback', 'POST /auth/{provider}/callback', 'public', {
  sentence: ['Came back', 'from {} to sign in', 'from another account’s sign-in'],
  touches: false,
  summary: 'Come back from a provider: signs in, or makes an account, or connects it where that was asked for',
  input: z.object({
    provider,
    code: z.string().min(1).max(4000),
    state: z.string().min(20).max(200),
    iss: z.string().max(400).optional(),
  }),
  output: z.object({
    success: z.literal(true),
    /** `connected`: the account that is signed in has this provider now. */
    outcome: z.enum(['signed-in', 'needs-code', 'connected']),
    requires2FA: z.boolean(),
    userId: z.string(),
    ...outcomeOfSignIn,
  }),
  rateLimit: 20,
  timeoutMs: 10_000,
})

export const connect = command('social.connect', 'POST /auth/{provider}/connect', 'manage_account', {
  sentence: ['Began', 'to connect {} to their account', 'to connect another account'],
  summary:
    'Begin to connect a provider to my account: where to send the browser. Asks for the password where there is one',
  input: z.object({ provider, password: givenPassword.optional() }),
  output: z.object({ url: z.string() }),
})

export const connected = query('social.connected', 'GET /auth/connections', 'signed-in', {
  sentence: ['Viewed', 'which other accounts are connected to theirs'],
  summary: 'Providers connected to my account',
  output: z.object({ connections: z.array(z.object({ provider, email: z.string(), linkedAt: moment })) }),
  personal: true,
})

export const disconnect = command('social.disconnect', 'DELETE /auth/{provider}/connection', 'manage_account', {
  sentence: ['Disconnected', '{} from their account', 'another account'],
  summary: 'Disconnect a provider; refused for the only way in',
  input: z.object({ provider }),
})
