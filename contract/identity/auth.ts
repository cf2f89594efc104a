// Sign-in, session and what the browser keeps of a user. The token's permissions are for display: the server decides.
import { z } from 'zod'
import { longestPassword, plainCode } from './account-rules.ts'
import { isEmail } from './email.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment, personFacts } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Signing in and out' }

/** Messages of the specification, word for word. */
export const messages = {
  invalidEmail: 'Please enter a valid email address.',
  invalidCredentials: 'Invalid credentials. Please check your email and password.',
  locked: 'Your account is locked. Please reset your password.',
  tooMany: 'Too many login attempts. Please try again later.',
  network: 'Network error. Please check your connection.',
  server: 'Server error. Please try again later.',
  signedIn: 'Login successful',
  enterCode: 'Please enter the 2FA code sent to your email.',
  codeFailed: 'Failed to verify 2FA code.',
  tryAgain: 'Please try again.',
  csrfRefreshFailed: 'Failed to refresh security token. Please reload the page.',
  notAuthorized: 'You are not authorized to perform this action.',
  sessionEnded: 'Your session has expired',
  sessionExpired: 'Your session has expired. Please log in again.',
  sessionRefreshFailed: 'Failed to refresh session. Please try logging in again.',
  pleaseSignIn: 'Please log in to access this page',
  logoutFailed: 'Logout failed. Please try again.',
  missingPermissions: (list: readonly string[]) => `Access denied. Missing required permissions: ${list.join(', ')}`,
} as const

export const role = z.object({ _id: id, name: z.string(), permissions: z.array(z.string()) })

export const user = z.object({
  ...personFacts,
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  /** The same as `profilePicture`. */
  avatar: z.string().nullable(),
  /** One’s own: online, as one asks. Of a person looked at: away while signed in and no page of theirs has asked lately. */
  status: z.enum(['online', 'away', 'offline']),
  verified: z.boolean(),
  roles: z.array(role),
  permissions: z.array(z.string()),
  accessibleLabels: z.array(z.object({ _id: id, name: z.string() })),
  lastLoggedIn: moment.nullable(),
  company: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
  /** Signed in by less than the company asks for: only the own account is open until a stronger second step is set up. */
  limited: z.boolean(),
  /** Who is looking through this user's eyes, read only; null in one's own session. */
  viewedBy: z.string().nullable(),
})
export type User = z.output<typeof user>

export const email = z
  .string(messages.invalidEmail)
  .trim()
  .refine((value) => isEmail(value), messages.invalidEmail)

/** One that exists already, to be compared: no rule but a length that can be hashed. */
export const givenPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(longestPassword, `Password must be at most ${longestPassword} characters`)

const unwrapped = (body: unknown) => {
  const given = isRecord(body) && 'data' in body ? body['data'] : body
  return isRecord(given) ? given : {}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What cannot be a code at all gets the answer of a wrong one, not one about its form. */
const givenCode = z
  .union([z.string().max(100), z.int().transform(String)])
  .catch('')
  .transform(plainCode)

export const csrfToken = query('auth.csrfToken', 'GET /auth/csrf-token', 'public', {
  summary: 'A CSRF token for the header `X-CSRF-Token`; its cookie travels beside it',
  output: z.object({ csrfToken: z.string() }),
})

/** So often may somebody try, and so long is waited for the answer. */
const attempt = { rateLimit: 20, timeoutMs: 10_000 } as const

const entered = z.object({ success: z.literal(true), token: z.string(), user, message: z.string() })

/** How a sign-in by password can be confirmed. A passkey is a whole sign-in of its own (`signInWithPasskey`). */
export const secondFactor = z.enum(['email', 'totp', 'recovery'])

export const outcomeOfSignIn = {
  /** Where a second factor is needed: what may confirm it; with `email` a code has been sent. */
  methods: z.array(secondFactor).optional(),
  token: z.string().optional(),
  user: user.optional(),
}

export const signIn = command('auth.signIn', 'POST /auth/signin', 'public', {
  sentence: ['Signed in', 'as {} with the password', 'with the password'],
  summary: 'Sign in with e-mail and password; both body forms of the specification',
  touches: false,
  input: z.preprocess(unwrapped, z.object({ email, password: givenPassword })),
  output: z.object({
    requires2FA: z.boolean(),
    userId: id,
    ...outcomeOfSignIn,
  }),
  ...attempt,
})

export const verify2fa = command('auth.verify2fa', 'POST /auth/verify-2fa/{userId}', 'public', {
  sentence: ['Confirmed', 'the sign-in of {} with a code', 'their sign-in with a code'],
  summary: 'Confirm a sign-in with the code from the mail or the app, or with a recovery code; five tries',
  touches: false,
  input: z.object({
    userId: id,
    code: givenCode,
    /** Ask for no code on this browser for 30 days. */
    trustDevice: z.boolean().default(false),
  }),
  output: entered,
  ...attempt,
})

export const resend2faCode = command('auth.resend2faCode', 'POST /auth/verify-2fa/{userId}/resend', 'public', {
  sentence: ['Asked', 'for the sign-in code again'],
  summary: 'Send the code again: three times per sign-in, a minute apart',
  output: z.object({ success: z.literal(true), message: z.string() }),
  rateLimit: 10,
  timeoutMs: 10_000,
})

export const passkeyChallenge = command('auth.passkeyChallenge', 'POST /auth/passkey/challenge', 'public', {
  sentence: ['Began', 'to sign in with a passkey'],
  summary: 'What the browser needs to sign in with a passkey',
  output: z.object({ challengeId: id, options: z.record(z.string(), z.unknown()) }),
  audit: false,
  rateLimit: 30,
  timeoutMs: 10_000,
})

export const signInWithPasskey = command('auth.signInWithPasskey', 'POST /auth/passkey', 'public', {
  sentence: ['Signed in', 'as {} with a passkey', 'with a passkey'],
  summary: 'Sign in with a passkey: it stands for password and second factor',
  touches: false,
  input: z.object({ challengeId: id, response: z.record(z.string(), z.unknown()) }),
  output: entered,
  ...attempt,
})

export const checkSession = query('auth.checkSession', 'GET /check-session', 'signed-in', {
  sentence: ['Checked', 'their session'],
  summary: 'Whether the session still holds, with a fresh user and token',
  output: z.object({ success: z.literal(true), token: z.string(), user }),
})

export const signOut = command('auth.signOut', 'POST /auth/logout', 'signed-in', {
  sentence: ['Signed out'],
  summary: 'End this session',
})

export const session = z.object({
  id,
  /** The one that asks. */
  current: z.boolean(),
  method: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  createdAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
})
export type Session = z.output<typeof session>

export const sessions = query('auth.sessions', 'GET /auth/sessions', 'signed-in', {
  sentence: ['Viewed', 'their sessions'],
  summary: 'My sessions that still hold',
  output: z.object({ sessions: z.array(session) }),
  personal: true,
})

export const endSession = command('auth.endSession', 'DELETE /auth/sessions/{sessionId}', 'signed-in', {
  sentence: ['Ended', 'a session of theirs'],
  summary: 'End one of my sessions',
})

export const endOtherSessions = command('auth.endOtherSessions', 'DELETE /auth/sessions', 'signed-in', {
  sentence: ['Ended', 'all their other sessions'],
  summary: 'End every session of mine but this one',
  output: z.object({ success: z.literal(true), ended: z.int() }),
})

/** This browser was told to drop what it knew: rights changed, or the session ended. Sent on every socket; no payload. */
export const accessChanged = 'access'
