// How accounts are spoken of: their state, how they confirm a sign-in, what a browser calls itself.
import type { Account } from '@gatehouse/contract/users'
import type { IconName } from '../ui/icon.tsx'
import type { State } from '../ui/tokens.ts'

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

/** `Firefox on Windows`, as far as a browser says so. */
export const agentWords = (agent: string | null): string => {
  if (!agent) return 'Unknown browser'
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  if (!browser) return agent.slice(0, 60)
  return system ? `${browser} on ${system}` : browser
}

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /Safari\//],
]

const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /Android/],
  ['iPhone or iPad', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]
