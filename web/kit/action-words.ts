// What every entry of the activity log says in plain words: a verb in the past, and what it was done to.
import { sentences, titles } from 'virtual:sentences'

export interface SentenceParts {
  readonly before: string
  /** The name of what it was done to; null: none is known. */
  readonly subject: string | null
  readonly after: string
}

export const hasWords = (action: string): boolean => Object.hasOwn(sentences, action)

interface Done {
  readonly actor?: string
  readonly action: string
  readonly subject: string | null
  readonly outcome: 'done' | 'refused' | 'failed'
}

/** `Changed the role Night guard`; what was not done was tried: `Tried to change the role Night guard`. */
export const sentenceOf = ({ action, actor, subject, outcome }: Done, own = false): SentenceParts => {
  const [verb, named, unnamed] = sentences[action] ?? (['Called', action] as const)
  const done = outcome === 'done' ? verb : `Tried to ${infinitiveOf(verb)}`
  // To oneself: that is said by who it was.
  const withName = subject !== null && subject !== actor && named?.includes('{}')
  const object = withName ? named : (unnamed ?? named?.replace('{}', '').trim() ?? '')
  const whole = `${done} ${object}`.trim().replaceAll(/\btheir\b/g, own ? 'your' : 'their')
  if (!withName) return { before: whole, subject: null, after: '' }
  const [before = '', after = ''] = whole.split('{}')
  return { before, subject, after }
}

export const textOf = ({ before, subject, after }: SentenceParts): string => before + (subject ?? '') + after

/** What an action is called where none has happened yet: `Changed a role`. */
export const actionText = (action: string): string =>
  textOf(sentenceOf({ action, subject: null, outcome: 'done' }, false))

/** Every action that has words, by its domain. */
export const actionsByDomain = (): ReadonlyMap<string, readonly string[]> =>
  Map.groupBy(Object.keys(sentences), (action) => domainOf(action))

export const domainOf = (action: string): string => action.split('.')[0] ?? action

/** What a domain is called: `Roles`. */
export const domainText = (domain: string): string => titles[domain] ?? domain

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
  Approved: 'approve',
  Asked: 'ask',
  Assigned: 'assign',
  Began: 'begin',
  Brought: 'bring',
  Called: 'call',
  Came: 'come',
  Changed: 'change',
  Checked: 'check',
  Chose: 'choose',
  Cleaned: 'clean',
  Cleared: 'clear',
  Commanded: 'command',
  Commented: 'comment',
  Compared: 'compare',
  Confirmed: 'confirm',
  Connected: 'connect',
  Corrected: 'correct',
  Decided: 'decide',
  Deleted: 'delete',
  Disconnected: 'disconnect',
  Dismissed: 'dismiss',
  Downloaded: 'download',
  Ended: 'end',
  Exported: 'export',
  Gave: 'give',
  Held: 'hold',
  Imported: 'import',
  Invited: 'invite',
  Issued: 'issue',
  Joined: 'join',
  Let: 'let',
  Locked: 'lock',
  Logged: 'log',
  Made: 'make',
  Mailed: 'mail',
  Marked: 'mark',
  Moved: 'move',
  Offered: 'offer',
  Previewed: 'preview',
  Proposed: 'propose',
  Put: 'put',
  Raised: 'raise',
  Read: 'read',
  Recorded: 'record',
  Registered: 'register',
  Rejected: 'reject',
  Released: 'release',
  Removed: 'remove',
  Replaced: 'replace',
  Replayed: 'replay',
  Reset: 'reset',
  Resolved: 'resolve',
  Restored: 'restore',
  Retired: 'retire',
  Returned: 'return',
  Revoked: 'revoke',
  Saved: 'save',
  Sealed: 'seal',
  Searched: 'search',
  Sent: 'send',
  Set: 'set',
  Shelved: 'shelve',
  Signed: 'sign',
  Silenced: 'silence',
  Suppressed: 'suppress',
  Suspended: 'suspend',
  Swapped: 'swap',
  Switched: 'switch',
  Tested: 'test',
  Took: 'take',
  Tried: 'try',
  Turned: 'turn',
  Undid: 'undo',
  Unlocked: 'unlock',
  Unshelved: 'unshelve',
  Used: 'use',
  Verified: 'verify',
  Viewed: 'view',
  Voided: 'void',
  Waited: 'wait',
  Withdrew: 'withdraw',
  Worked: 'work',
  Wrote: 'write',
}
