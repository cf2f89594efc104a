// What a company asks of a sign-in, and whether an account meets it.
import type { Output } from '@gatehouse/contract/operation'
import type { state } from '@gatehouse/contract/identity/second-factors'

export type SecondFactors = Output<typeof state>

type Demand = SecondFactors['required']

/** `none` says nothing. */
export const demandWords: Record<Demand, string | null> = {
  none: null,
  any: 'Your company asks for a second step at each sign-in.',
  strong: 'Your company asks for an authenticator app or a passkey: a code by email is not enough.',
}

export const meets = ({ method, passkeys }: Pick<SecondFactors, 'method' | 'passkeys'>, demand: Demand): boolean => {
  if (demand === 'none' || passkeys.length > 0 || method === 'totp') return true
  return demand === 'any' && method === 'email'
}

export const methodWords: Record<SecondFactors['method'], string> = {
  none: 'Off',
  email: 'Code by email',
  totp: 'Authenticator app',
}
