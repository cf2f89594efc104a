// What every entry of the activity log says in plain words: a verb in the past, and what it was done to.
import { accessWords } from './access-actions.ts'
import { accountWords } from './account-actions.ts'
import { buildingWords } from './building-actions.ts'
import { companyWords } from './company-actions.ts'
import { doorWords } from './door-actions.ts'
import { lockWords } from './lock-actions.ts'
import { placeWords } from './place-actions.ts'
import { tellingWords } from './telling-actions.ts'

/** A verb in the past; what it was done to, with `{}` where its name stands; and what that is called without a name. */
export type Words = readonly [verb: string, named?: string, unnamed?: string]

export interface Sentence {
  readonly before: string
  /** The name of what it was done to; null: none is known. */
  readonly subject: string | null
  readonly after: string
}

const words: Readonly<Record<string, Words>> = {
  ...accessWords,
  ...accountWords,
  ...companyWords,
  ...buildingWords,
  ...doorWords,
  ...lockWords,
  ...placeWords,
  ...tellingWords,
}

export const hasWords = (action: string): boolean => Object.hasOwn(words, action)

interface Done {
  readonly actor?: string
  readonly action: string
  readonly subject: string | null
  readonly outcome: 'done' | 'refused' | 'failed'
}

/** `Changed the role Night guard`; what was not done was tried: `Tried to change the role Night guard`. */
export const sentenceOf = ({ action, actor, subject, outcome }: Done, own = false): Sentence => {
  const [verb, named, unnamed] = words[action] ?? (['Called', action] as const)
  const done = outcome === 'done' ? verb : `Tried to ${infinitiveOf(verb)}`
  // To oneself: that is said by who it was.
  const withName = subject !== null && subject !== actor && named?.includes('{}')
  const object = withName ? named : (unnamed ?? named?.replace('{}', '').trim() ?? '')
  const whole = `${done} ${object}`.trim().replaceAll(/\btheir\b/g, own ? 'your' : 'their')
  if (!withName) return { before: whole, subject: null, after: '' }
  const [before = '', after = ''] = whole.split('{}')
  return { before, subject, after }
}

export const textOf = ({ before, subject, after }: Sentence): string => before + (subject ?? '') + after

/** What an action is called where none has happened yet: `Changed a role`. */
export const actionText = (action: string): string =>
  textOf(sentenceOf({ action, subject: null, outcome: 'done' }, false))

/** Every action that has words, by its domain. */
export const actionsByDomain = (): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(Object.keys(words), (action) => domainOf(action))

export const domainOf = (action: string): string => action.split('.')[0] ?? action

/** What a domain is called: `Roles`. */
export const domainText = (domain: string): string => domains[domain] ?? domain

const domains: Readonly<Record<string, string>> = {
  access: 'Access and credentials',
  accounts: 'Accounts and passwords',
  activity: 'Activity log',
  auth: 'Signing in and out',
  blog: 'Blog',
  channels: 'Notifications on their way',
  commands: 'Commands to doors',
  companies: 'Companies',
  contact: 'Messages from outside',
  decisions: 'Access decisions',
  devices: 'Devices',
  doorGroups: 'Groups of doors',
  doorSetup: 'Doors being set up',
  doors: 'Doors',
  events: 'Events',
  entryExit: 'Entry and exit',
  gas: 'Gas',
  ingest: 'API keys and messages',
  labels: 'Labels',
  lockdowns: 'Lockdowns',
  logs: 'Logs',
  mail: 'Mail',
  muster: 'Muster',
  notifications: 'Notifications',
  passes: 'Visitor passes',
  peopleCount: 'People counting',
  plans: 'Floor plans',
  profile: 'Profiles',
  roles: 'Roles',
  schedules: 'Schedules and holidays',
  search: 'Search',
  secondFactors: 'Second steps and passkeys',
  sites: 'Sites',
  social: 'Sign-in with other accounts',
  staff: 'Staff',
  system: 'System',
  users: 'User management',
  webhooks: 'Webhooks',
}

/** `Changed` → `change`. Only the first word of a verb is in the past. */
export const infinitiveOf = (verb: string): string => {
  const [first = '', ...rest] = verb.split(' ')
  return [infinitives[first] ?? first.toLowerCase(), ...rest].join(' ')
}

export const isKnownVerb = (verb: string): boolean => Object.hasOwn(infinitives, verb.split(' ')[0] ?? '')

const infinitives: Readonly<Record<string, string>> = {
  Acknowledged: 'acknowledge',
  Added: 'add',
  Answered: 'answer',
  Asked: 'ask',
  Began: 'begin',
  Brought: 'bring',
  Called: 'call',
  Came: 'come',
  Changed: 'change',
  Checked: 'check',
  Chose: 'choose',
  Confirmed: 'confirm',
  Connected: 'connect',
  Corrected: 'correct',
  Decided: 'decide',
  Deleted: 'delete',
  Disconnected: 'disconnect',
  Dismissed: 'dismiss',
  Ended: 'end',
  Exported: 'export',
  Gave: 'give',
  Heard: 'hear',
  Held: 'hold',
  Imported: 'import',
  Invited: 'invite',
  Issued: 'issue',
  Joined: 'join',
  Let: 'let',
  Locked: 'lock',
  Logged: 'log',
  Looked: 'look',
  Made: 'make',
  Mailed: 'mail',
  Marked: 'mark',
  Moved: 'move',
  Offered: 'offer',
  Put: 'put',
  Registered: 'register',
  Released: 'release',
  Removed: 'remove',
  Replaced: 'replace',
  Reset: 'reset',
  Restored: 'restore',
  Retired: 'retire',
  Revoked: 'revoke',
  Saved: 'save',
  Sealed: 'seal',
  Searched: 'search',
  Sent: 'send',
  Set: 'set',
  Signed: 'sign',
  Suspended: 'suspend',
  Switched: 'switch',
  Told: 'tell',
  Took: 'take',
  Tried: 'try',
  Turned: 'turn',
  Unlocked: 'unlock',
  Used: 'use',
  Verified: 'verify',
  Waited: 'wait',
  Withdrew: 'withdraw',
}
