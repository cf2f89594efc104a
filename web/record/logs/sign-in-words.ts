// How sign-ins and what is done to the ways of signing in are put into words.
import type { SignIn, SignInKind } from '@gatehouse/contract/record/logs'
import type { State } from '../../ui/theme/tokens.ts'

export const kindWords: Record<SignInKind, string> = {
  'sign-in': 'Sign-in',
  'sign-out': 'Sign-out',
  password: 'Password',
  'second-step': 'Two-factor authentication and passkeys',
  account: 'Account',
}

const actions: Record<string, string> = {
  'auth.signIn': 'Signed in with a password',
  'auth.verify2fa': 'Confirmed with a code',
  'auth.resend2faCode': 'Asked for another code',
  'auth.signInWithPasskey': 'Signed in with a passkey',
  'auth.signOut': 'Signed out',
  'auth.endSession': 'Ended a session',
  'auth.endOtherSessions': 'Ended all other sessions',
  'social.callback': 'Signed in with another account',
  'social.connect': 'Connected another account',
  'social.disconnect': 'Disconnected another account',
  'accounts.signUp': 'Signed up',
  'accounts.registerUser': 'Registered',
  'accounts.registerCompany': 'Registered a company',
  'accounts.acceptInvitation': 'Accepted an invitation',
  'accounts.confirmEmail': 'Confirmed an address',
  'accounts.verifyEmail': 'Verified an address',
  'accounts.resendVerification': 'Asked for another verification e-mail',
  'accounts.forgotPassword': 'Asked for a new password',
  'accounts.resetPassword': 'Chose a new password by e-mail',
  'accounts.changePassword': 'Changed the password',
  'secondFactors.useEmail': 'Turned on codes by e-mail',
  'secondFactors.turnOff': 'Turned the second step off',
  'secondFactors.beginTotp': 'Began to connect an app',
  'secondFactors.confirmTotp': 'Connected an app',
  'secondFactors.newRecoveryCodes': 'Made new recovery codes',
  'secondFactors.addPasskey': 'Added a passkey',
  'secondFactors.removePasskey': 'Removed a passkey',
  'secondFactors.forgetDevice': 'Forgot a trusted browser',
}

/** In plain words; what has none yet by the name of its operation. */
export const actionWords = ({ action, method }: Pick<SignIn, 'action' | 'method'>): string => {
  if (action === 'social.callback' && method) return `Signed in with ${method === 'google' ? 'Google' : 'GitHub'}`
  return actions[action] ?? action
}

export const outcomeWords: Record<SignIn['outcome'], { readonly state: State; readonly word: string }> = {
  done: { state: 'normal', word: 'Success' },
  refused: { state: 'warning', word: 'Denied' },
  failed: { state: 'fault', word: 'Failed' },
}

/** Why it was refused, as far as its status says. */
export const whyWords = (status: number): string | null => whys[status] ?? null

const whys: Record<number, string> = {
  401: 'wrong password, code or key',
  403: 'locked, or not allowed',
  404: 'unknown or used before',
  422: 'not filled in rightly',
  429: 'too many attempts',
}
