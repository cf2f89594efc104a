// A decision in words to whoever it was about. Nothing in them is of others, or of what is for the guards alone: not why
// a lockdown is, not by which group somebody has a level, and not that a PIN was the one for use under threat.
import { type Reason, reason } from '@gatehouse/contract/access/decisions'
import type { DecisionStep } from '@gatehouse/contract/access/entry-exit'

const reasonWords: Readonly<Record<Reason, string>> = {
  'unknown credential': 'What you showed is not known here.',
  'not active': 'What you showed, or you yourself, are suspended, or may not be used yet or any more.',
  expired: 'The time of what you showed, or your own, was over.',
  'wrong PIN': 'The PIN was wrong or missing.',
  'outside schedule': 'The door opens for you, but not at that time.',
  'not authorised': 'The door does not open for you.',
  'anti-passback': 'By the log you had gone in already, and not come out.',
  lockdown: 'The door was locked down. The way out stays free.',
  'locked out': 'After five failed attempts the reader or the card waits for half a minute.',
  'escort needed': 'You are let in right after somebody who may escort.',
}

/** null: the door gave none that is known; whatever else a controller writes is for those who look after it. */
export const ownReason = (notified: string | null): string | null => {
  const known = reason.safeParse(notified).data
  return known === undefined ? null : reasonWords[known]
}

/** What was asked on the way to it; what is not listed here is not told. */
export const ownPath = (path: readonly DecisionStep[]): DecisionStep[] => {
  const alone = path.find(({ check }) => check === 'controller')
  const differs = path.some(({ check, ok }) => check === 'agreement' && !ok)
  // What the rules would have said instead is between the guards and the door.
  return (alone && differs ? [alone] : path).flatMap(({ check, ok, says: text }) => {
    const words = Object.hasOwn(wordsOf, check) ? wordsOf[check] : undefined
    return words ? [{ check, ok, says: words(ok, text) }] : []
  })
}

const as =
  (...answered: readonly (readonly [RegExp, string])[]) =>
  (_ok: boolean, text: string): string => {
    const found = answered.find(([pattern]) => pattern.test(text))
    return found ? text.replace(...found) : text
  }

const byAnswer = (yes: string, no: string) => (ok: boolean) => (ok ? yes : no)

const wordsOf: Readonly<Record<string, (ok: boolean, text: string) => string>> = {
  controller: () => 'The door decided by its own list.',
  block: as(),
  credential: as([/ belongs to (?!nobody here).*\.$/, ' is yours.']),
  code: as(),
  active: as(),
  person: as(
    [/^.* may use doors\.$/, 'You may use doors.'],
    [/^.* is suspended at the doors\.$/, 'You are suspended at the doors.'],
    [/^The account of .* is suspended\.$/, 'Your account is suspended.'],
    [/^.* is valid only from /, 'You may use doors only from '],
    [/^.* was valid until /, 'You could use doors until '],
  ),
  pin: as([/^The PIN is not that of .*$/, 'The PIN is not yours.']),
  lockdown: byAnswer('The door is locked down, and you may pass.', 'The door is locked down. The way out stays free.'),
  level: (ok, text) => {
    if (ok) return 'You hold an access level that has this door.'
    return text.startsWith('No access level')
      ? 'None of your access levels has this door.'
      : 'You hold an access level that has this door, but not at this time.'
  },
  schedule: as(),
  escort: byAnswer('An escort had gone in just before.', 'You are let in only right after an escort.'),
  passback: as([
    /^By the log .* went in there at (.*), and has not come out\./,
    'By the log you went in there at $1, and have not come out.',
  ]),
  egress: as(),
  answer: () => 'The answer came too late.',
}
