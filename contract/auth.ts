// Sign-in, session and what the browser keeps of a user. The token's permissions are for display: the server decides.
import { z } from 'zod'
import { command, query } from './operation.ts'
import { id, moment } from './shapes.ts'

export const role = z.object({ _id: id, name: z.string(), permissions: z.array(z.string()) })

export const user = z.object({
  id,
  email: z.string(),
  displayName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  profilePicture: z.string().nullable(),
  status: z.enum(['online', 'offline']),
  verified: z.boolean(),
  roles: z.array(role),
  permissions: z.array(z.string()),
  accessibleLabels: z.array(z.object({ _id: id, name: z.string() })),
  lastLoggedIn: moment.nullable(),
  company: z.object({ id, name: z.string(), timeZone: z.string() }).nullable(),
})
export type User = z.output<typeof user>

const email = z
  .string()
  .trim()
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address.')
const credentials = z.object({ email, password: z.string().min(1, 'Password is required').max(1000) })

const unwrapped = (body: unknown) => (typeof body === 'object' && body !== null && 'data' in body ? body.data : body)

export const csrfToken = query('GET /auth/csrf-token', {
  summary: 'A CSRF token for the header `X-CSRF-Token`; its cookie travels beside it',
  output: z.object({ csrfToken: z.string() }),
  permission: 'public',
})

export const signIn = command('POST /auth/signin', {
  summary: 'Sign in with e-mail and password; both body forms of the specification',
  input: z.preprocess(unwrapped, credentials),
  output: z.object({ requires2FA: z.boolean(), userId: id, token: z.string().optional(), user: user.optional() }),
  permission: 'public',
  rateLimit: 20,
})

export const checkSession = query('GET /check-session', {
  summary: 'Whether the session still holds, with a fresh user and token',
  output: z.object({ success: z.literal(true), token: z.string(), user }),
  permission: 'signed-in',
})

export const signOut = command('POST /auth/logout', {
  summary: 'End this session',
  output: z.object({ success: z.literal(true) }),
  permission: 'signed-in',
})

/** Messages of the specification, word for word. */
export const messages = {
  invalidCredentials: 'Invalid credentials. Please check your email and password.',
  locked: 'Your account is locked. Please reset your password.',
  tooMany: 'Too many login attempts. Please try again later.',
  network: 'Network error. Please check your connection.',
  server: 'Server error. Please try again later.',
  signedIn: 'Login successful',
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
