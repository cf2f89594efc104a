// The life of an account before and beside signing in: sign-up, verification, reset, invitation, a company's first day.
import { z } from 'zod'
import * as rules from './account-rules.ts'
import type { Rule } from './account-rules.ts'
import { email, givenPassword } from './auth.ts'
import { command, query, type DomainFacts } from '../operation.ts'

export const domain: DomainFacts = { title: 'Accounts and passwords' }

/** Messages of the specification, word for word. */
export const messages = {
  verified: 'Email verified successfully.',
  linkInvalid: 'Invalid or expired verification token.',
  verificationFailed: 'Email verification failed.',
  passwordChanged: 'Password successfully changed.',
  passwordChangeFailed: 'Failed to change password.',
  // Our own, the same whether the address has an account or not.
  checkMail: 'Please check your email: we have sent you a link.',
  commonPassword: 'This password is among the first that attackers try. Please choose another.',
  samePassword: 'Please choose a password other than the current one.',
  wrongPassword: 'This is not your current password.',
  noPassword: 'Your account has no password yet. Choose one by “Forgot password” on the sign-in page.',
  resetInvalid: 'This link is invalid or has expired. Please ask for a new one.',
  invitationInvalid: 'This invitation is invalid or has expired. Please ask for a new one.',
  setUpInvalid: 'This set-up link is invalid or has expired. Start Gatehouse again for a new one.',
  signInToAccept: 'There is an account with this address. Sign in with it, then accept the invitation.',
  joined: 'Your account is ready. Please sign in.',
  companyNameInUse: 'There is a company of this name already. Please choose another.',
} as const

/** A text that follows one of the shared rules. */
const text = (rule: Rule) =>
  z
    .string()
    .max(1000)
    .superRefine((value, context) => {
      const fault = rule(value)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    })

/** Required as the sign-up form requires it: what is not there counts as empty. */
const field = (rule: Rule) => z.preprocess((value) => value ?? '', text(rule))

/** By the rule of everybody; a company's stricter one is asked by the server. */
export const newPassword = field(rules.passwordRule)
/** Where the account's company may ask for length instead of composition: the server says which it is. */
export const newPasswordOfEither = field(rules.eitherPasswordRule)
export const firstName = field(rules.firstNameRule).transform(rules.cleanName)
export const lastName = field(rules.lastNameRule).transform(rules.cleanName)
export const phone = field(rules.phoneRule).transform((value) => value.trim())
export const country = field(rules.countryRule)
/** IANA name, of today or of before. */
export const timeZone = z.string().refine((zone) => isTimeZone(zone), 'Choose a time zone')

// A list would have one name only of each zone: Asia/Kolkata or Asia/Calcutta. An offset is no name.
const isTimeZone = (zone: string): boolean => {
  try {
    return /^[A-Z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
export const companyName = field(rules.companyNameRule).transform(rules.cleanName)

const signUpEmail = field(rules.emailRule).transform((value) => value.trim())

const person = {
  firstName,
  lastName,
  email: signUpEmail,
  phone,
  password: newPassword,
  confirmPassword: z.string().max(1000).default(''),
  country,
}

const agreed = (
  { password, confirmPassword }: { password: string; confirmPassword: string },
  context: z.RefinementCtx,
) => {
  const fault = rules.confirmationRule(confirmPassword, password)
  if (fault) context.addIssue({ code: 'custom', message: fault, path: ['confirmPassword'] })
}

const sent = z.object({ success: z.literal(true), message: z.string() })
/** Of a mailed link: one that cannot be right is answered in the words for one that does not hold. */
const token = (words: string) => z.string(words).min(20, words).max(200, words)
/** What is no token at all gets the specification's answer to one that does not hold, not one about its form. */
const verificationToken = z.string().max(200).catch('')

export const signUp = command('accounts.signUp', 'POST /auth/signup', 'public', {
  sentence: ['Signed up', 'as {}', 'for an account'],
  summary: 'An account without a company. The answer is the same when the address has one already; its mail is not',
  input: z.object(person).superRefine(agreed),
  output: sent,
  rateLimit: 10,
})

/** By invitation (the mailed link) or by asking a company, whose managers decide. */
export const registerUser = command('accounts.registerUser', 'POST /user/register', 'public', {
  sentence: ['Registered', 'to join a company, as {}', 'to join a company'],
  summary: 'Join a company: with the token of an invitation, or by a request that its managers decide',
  input: z
    .object({
      ...person,
      password: newPasswordOfEither,
      /** Of the invitation: whose address then counts, and is verified by it. */
      invitation: token(messages.invitationInvalid).optional(),
      /** The company's exact name, where there is no invitation. */
      company: z.string().trim().max(120).optional(),
      message: z.string().trim().max(500).default(''),
    })
    .superRefine(agreed)
    .superRefine(({ invitation, company }, context) => {
      if (invitation || company) return
      context.addIssue({ code: 'custom', message: 'Enter the name of your company', path: ['company'] })
    }),
  output: sent,
  rateLimit: 10,
})

export const registerCompany = command('accounts.registerCompany', 'POST /company/register', 'public', {
  sentence: ['Registered', 'the company {}', 'a company'],
  summary: 'A company and its first administrator, who begins once the address is verified',
  input: z
    .object({
      ...person,
      companyName,
      timeZone,
      /** Of the set-up link that the first start prints: this administrator then looks after the installation too. */
      setUp: token(messages.setUpInvalid).optional(),
    })
    .superRefine(agreed),
  output: sent,
  rateLimit: 10,
})

export const setUpLink = query('accounts.setUpLink', 'GET /company/set-up', 'public', {
  sentence: ['Viewed', 'a link that sets a company up'],
  summary: 'Whether a set-up link still holds, for the page it opens; uses nothing up',
  input: z.object({ token: token(messages.setUpInvalid) }),
  rateLimit: 30,
})

export const invitation = query('accounts.invitation', 'GET /user/invitation', 'public', {
  sentence: ['Viewed', 'an invitation'],
  summary: 'What an invitation says, for the page its link opens; uses nothing up',
  input: z.object({ token: token(messages.invitationInvalid) }),
  output: z.object({
    invitation: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      company: z.string(),
      invitedBy: z.string().nullable(),
      /** The address has an account without a company: sign in to it and accept. */
      hasAccount: z.boolean(),
    }),
  }),
  rateLimit: 30,
})

export const acceptInvitation = command('accounts.acceptInvitation', 'POST /user/invitation', 'signed-in', {
  sentence: ['Joined', 'the company {} by an invitation', 'the company by an invitation'],
  summary: 'Join a company with the account that is signed in; the invitation must be for its address',
  input: z.object({ token: token(messages.invitationInvalid) }),
  output: z.object({ success: z.literal(true), company: z.string() }),
})

/** The specification's call. Mails link to the page `/verify-email`, whose button sends `confirmEmail`. */
export const verifyEmail = query('accounts.verifyEmail', 'GET /auth/verify-email', 'public', {
  sentence: ['Confirmed', 'the address {} by the link from the mail', 'their address by the link from the mail'],
  summary: 'Verify an e-mail address with the token of the mail',
  input: z.object({ token: verificationToken }),
  output: sent,
  audit: true,
  rateLimit: 30,
  timeoutMs: 10_000,
})

export const confirmEmail = command('accounts.confirmEmail', 'POST /auth/verify-email', 'public', {
  sentence: ['Confirmed', 'the address {}', 'their address'],
  summary: 'The same for a person’s click: mail scanners press no buttons',
  input: z.object({ token: verificationToken }),
  output: sent,
  rateLimit: 30,
  timeoutMs: 10_000,
})

export const resendVerification = command('accounts.resendVerification', 'POST /auth/resend-verification', 'public', {
  sentence: ['Asked', 'for the verification mail again, for {}', 'for the verification mail again'],
  summary: 'The verification mail again: three an hour. The answer is the same for every address',
  input: z.object({ email }),
  output: sent,
  rateLimit: 5,
})

export const forgotPassword = command('accounts.forgotPassword', 'POST /auth/forgot-password', 'public', {
  sentence: ['Asked', 'for a link to choose a new password, for {}', 'for a link to choose a new password'],
  summary: 'Mail a link to choose a new password. The answer is the same for every address',
  input: z.object({ email }),
  output: sent,
  rateLimit: 5,
})

export const resetPassword = command('accounts.resetPassword', 'POST /auth/reset-password', 'public', {
  sentence: ['Chose', 'a new password with a link from the mail'],
  summary: 'Choose a new password with the token of the mail: ends every session, releases a locked account',
  input: z.object({ token: token(messages.resetInvalid), password: newPasswordOfEither }),
  output: sent,
  rateLimit: 10,
})

export const changePassword = command('accounts.changePassword', 'PUT /auth/change-password', 'signed-in', {
  sentence: ['Changed', 'their password'],
  summary: 'A new password for the old one; ends my other sessions',
  touches: false,
  input: z.object({ currentPassword: givenPassword, newPassword: newPasswordOfEither }),
  output: z.object({ success: z.literal(true), message: z.string(), token: z.string() }),
})
