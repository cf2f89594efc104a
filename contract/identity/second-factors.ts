// How my sign-in is confirmed: code by e-mail, app (TOTP), passkeys, recovery codes, trusted browsers.
import { z } from 'zod'
import { plainCode } from './account-rules.ts'
import { givenPassword } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'
import { id, moment } from '../shapes.ts'

export const domain: DomainFacts = { title: 'Second steps and passkeys' }

/** Every change of protection gives the session a new token; the one before is good for a minute more. */
const changed = { success: z.literal(true), token: z.string() }
/** Whoever changes how an account is protected shows the password again; accounts without one (social only) do not. */
const confirmed = z.object({ password: givenPassword.optional() })
const changing = { touches: false, input: confirmed, output: z.object(changed) } as const

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  /** Copied between one's devices by their maker. */
  backedUp: z.boolean(),
})
export type Passkey = z.output<typeof passkey>

export const state = query('secondFactors.state', 'GET /auth/second-factors', 'signed-in', {
  sentence: ['Viewed', 'how their sign-in is confirmed'],
  summary: 'How my sign-in is confirmed',
  output: z.object({
    method: z.enum(['none', 'email', 'totp']),
    /** What my company asks for at least; see `companies.policy`. */
    required: z.enum(['none', 'any', 'strong']),
    hasPassword: z.boolean(),
    passwordChangedAt: moment.nullable(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(passkey),
    trustedDevices: z.array(
      z.object({ id, agent: z.string(), createdAt: moment, lastUsedAt: moment, expiresAt: moment }),
    ),
  }),
  personal: true,
})

export const useEmail = command('secondFactors.useEmail', 'POST /auth/second-factors/email', 'manage_account', {
  sentence: ['Chose', 'codes by e-mail as the second step'],
  summary: 'Confirm my sign-in with a code by e-mail',
  ...changing,
})

export const turnOff = command('secondFactors.turnOff', 'POST /auth/second-factors/off', 'manage_account', {
  sentence: ['Turned off', 'the second step of their sign-in'],
  summary: 'No second factor; refused where the company asks for one',
  ...changing,
})

export const beginTotp = command('secondFactors.beginTotp', 'POST /auth/second-factors/totp', 'manage_account', {
  sentence: ['Began', 'to set up an authenticator app'],
  summary: 'A new secret for an authenticator app; nothing changes before it is confirmed',
  touches: false,
  input: confirmed,
  output: z.object({
    secret: z.string(),
    /** `otpauth://` */
    uri: z.string(),
    /** The same as a QR code: an SVG document. */
    qr: z.string(),
  }),
})

export const confirmTotp = command(
  'secondFactors.confirmTotp',
  'POST /auth/second-factors/totp/confirm',
  'manage_account',
  {
    sentence: ['Turned on', 'the authenticator app'],
    summary: 'The first code of the app: from now on the app confirms my sign-in',
    touches: false,
    input: z.object({
      code: z
        .string()
        .max(100)
        .transform(plainCode)
        .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that the app shows')),
    }),
    output: z.object({ ...changed, recoveryCodes: z.array(z.string()) }),
  },
)

export const newRecoveryCodes = command(
  'secondFactors.newRecoveryCodes',
  'POST /auth/second-factors/recovery-codes',
  'manage_account',
  {
    sentence: ['Made', 'new recovery codes'],
    summary: 'Ten new recovery codes; the old ones are void. Shown this once',
    touches: false,
    input: confirmed,
    output: z.object({ ...changed, recoveryCodes: z.array(z.string()) }),
  },
)

export const beginPasskey = command('secondFactors.beginPasskey', 'POST /auth/passkeys/challenge', 'manage_account', {
  sentence: ['Began', 'to add a passkey'],
  summary: 'What the browser needs to make a passkey',
  input: confirmed,
  output: z.object({ challengeId: id, options: z.record(z.string(), z.unknown()) }),
})

export const addPasskey = command('secondFactors.addPasskey', 'POST /auth/passkeys', 'manage_account', {
  sentence: ['Added', 'the passkey {}', 'a passkey'],
  summary: 'Keep the passkey that the browser made',
  touches: false,
  input: z.object({
    challengeId: id,
    response: z.record(z.string(), z.unknown()),
    name: z.string().trim().min(1, 'Give the passkey a name').max(60),
  }),
  output: z.object({ ...changed, passkey }),
})

export const removePasskey = command(
  'secondFactors.removePasskey',
  'POST /auth/passkeys/{passkeyId}/remove',
  'manage_account',
  {
    sentence: ['Removed', 'the passkey {}', 'a passkey'],
    summary: 'Remove one of my passkeys',
    touches: false,
    input: confirmed.extend({ passkeyId: z.string().min(1).max(1400) }),
    output: z.object(changed),
  },
)

export const forgetDevice = command(
  'secondFactors.forgetDevice',
  'DELETE /auth/trusted-devices/{deviceId}',
  'manage_account',
  {
    sentence: ['Removed', 'the trusted browser {}', 'a trusted browser'],
    summary: 'Ask for a code again on one of my trusted browsers',
  },
)
