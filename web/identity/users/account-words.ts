// How accounts are spoken of: their state, and how they confirm a sign-in.
import type { Account } from '@gatehouse/contract/identity/users'
import type { IconName } from '../../ui/primitives/icon.tsx'
import type { State } from '../../ui/theme/tokens.ts'

interface StatusWords {
  readonly word: string
  readonly state: State
  readonly icon: IconName
  readonly means: string
}

export const statusWords: Record<Account['status'], StatusWords> = {
  active: { word: 'Active', state: 'normal', icon: 'normal', means: 'Can sign in.' },
  suspended: { word: 'Suspended', state: 'high', icon: 'locked', means: 'Cannot sign in until it is reinstated.' },
  locked: {
    word: 'Locked',
    state: 'warning',
    icon: 'locked',
    means: 'Ten sign-ins failed: no sign-in for 24 hours, until the password is reset or it is unlocked here.',
  },
  staff: { word: 'No account', state: 'unknown', icon: 'person', means: 'On the staff list only: cannot sign in.' },
}

export const secondFactorWords = ({ secondFactor, passkeys }: Pick<Account, 'secondFactor' | 'passkeys'>): string => {
  const first = { none: 'Password only', email: 'Code by email', totp: 'Code from an app' }[secondFactor]
  return passkeys === 0 ? first : `${first}, ${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`
}
