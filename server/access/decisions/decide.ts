// The decision whether somebody is let through a door: pure, from the rules, what is remembered, and what was shown.
// Each question is asked in turn; the first that is answered with no decides, and is the reason on the log.
import { escortSeconds, type Reason } from '@gatehouse/contract/access/decisions'
import type { DecisionStep } from '@gatehouse/contract/access/entry-exit'
import { stepMs } from '@gatehouse/contract/access/mobile-pass'
import { isOpen } from '@gatehouse/contract/access/schedule-time'
import { isMobileCode, readMobileCode } from '../access/access.ts'
import {
  type Credential,
  type Door,
  type Holding,
  holdingsOf,
  type Pass,
  type Person,
  type Rules,
  within,
} from './rules.ts'
import { capital, nounOf, nounOfShown, outside, timeAt, weekdayAt } from './words.ts'

type MobileCode = NonNullable<ReturnType<typeof readMobileCode>>

/** What somebody does at a reader. */
export interface Presented {
  /** As on the wire: `card:...`, `pin:...`, `mobile:...`, `pass:...`. */
  readonly shown: string
  /** Given besides: `pin:<HMAC>`. */
  readonly pin: string | null
  readonly direction: 'entry' | 'exit'
  readonly at: number
  /** In a question that a person asks, who has not got it in hand: taken for shown, whatever `shown` says. */
  readonly assumed?: Credential
}

/** What is remembered of what happened before. */
export interface Situation {
  /** Who is blocked after too many failures, and until when. */
  readonly blocked: { readonly what: 'reader' | 'credential'; readonly until: number } | null
  /** Where the person last went, by the log, and when. */
  readonly presence: { readonly zoneId: string | null; readonly at: number } | null
  /** What happened before this counts for nothing. */
  readonly passbackResetAt: number | null
  /** When an escort was last let through here in this direction. */
  readonly escortedAt: number | null
  readonly lockdown: { readonly name: string; readonly passes: boolean } | null
  /** The code of the phone was shown at this door before. */
  readonly codeUsed: boolean
  /** How many times the pass has let in. */
  readonly passUsed: number
}

/** Nothing has happened before. */
export const nothingBefore: Situation = {
  blocked: null,
  presence: null,
  passbackResetAt: null,
  escortedAt: null,
  lockdown: null,
  codeUsed: false,
  passUsed: 0,
}

export interface Decision {
  readonly result: 'granted' | 'denied'
  readonly reason: Reason | null
  readonly path: readonly DecisionStep[]
  readonly credential: Credential | null
  readonly person: Person | null
  readonly pass: Pass | null
  /** Needs the door for longer. */
  readonly extended: boolean
  /** Under threat: the guards are to be told, and nobody at the door. */
  readonly duress: boolean
  /** Let in though by the log inside already, at a door that only tells of it. */
  readonly passbackAlert: boolean
  readonly seconds: number
}

/** What was shown, found among the credentials; `code` of a phone. */
export interface Identified {
  readonly credential: Credential | null
  readonly code: MobileCode | null
}

export const identify = (rules: Rules, { shown, assumed }: Pick<Presented, 'shown' | 'assumed'>): Identified => {
  if (assumed) return { credential: assumed, code: null }
  const code = shown.startsWith('mobile:') ? readMobileCode(shown) : null
  const credential = rules.credentials.get(code ? `mobile:${code.credentialId}` : shown) ?? null
  // Without its code a phone is nobody's.
  if (credential?.kind === 'mobile' && !code) return { credential: null, code: null }
  return { credential, code }
}

export const decide = (rules: Rules, door: Door, situation: Situation, presented: Presented): Decision => {
  const { shown, pin, direction, at } = presented
  const found = identify(rules, presented)
  // Out goes everybody. As whom is told by a code that is one: the list of who is inside follows from it.
  const forged =
    direction === 'exit' && found.credential && found.code
      ? codeTrouble(found.credential, found.code, situation, at)
      : null
  const { credential, code } = forged ? { credential: null, code: null } : found
  const owner = credential ? ownerOf(rules, credential) : null
  const person = owner?.person ?? null
  const pass = owner?.pass ?? null
  const given = pin === null ? null : (rules.credentials.get(pin) ?? null)
  const rightPin =
    given !== null && given.kind === 'pin' && person !== null && given.userId === person.id ? given : null
  const duress = (credential?.duress ?? false) || (rightPin?.duress ?? false)
  const path: DecisionStep[] = []
  let passbackAlert = false

  const settled = (reason: Reason | null): Decision => {
    const granted = reason === null
    const extended = person?.extended ?? false
    if (duress) path.push(step('duress', true, 'The PIN was the one for use under threat: the guards are told.'))
    const seconds = extended ? door.extendedSeconds : door.pulseSeconds
    return {
      result: granted ? 'granted' : 'denied',
      reason,
      path,
      credential,
      person,
      pass,
      extended,
      duress,
      passbackAlert,
      seconds: granted ? seconds : 0,
    }
  }
  const yes = (check: string, text: string) => void path.push(step(check, true, text))
  const no = (check: string, reason: Reason, text: string): Decision => {
    path.push(step(check, false, text))
    return settled(reason)
  }

  if (direction === 'exit') {
    path.push(
      credential
        ? step('credential', true, `${capital(nounOf(credential))} belongs to ${nameOf(person, pass)}.`)
        : step('credential', false, forged?.says ?? `${capital(nounOfShown(shown))} belongs to nobody here.`),
    )
    yes('egress', 'The way out is always free.')
    return settled(null)
  }

  const { blocked } = situation
  if (blocked && at < blocked.until) {
    const what = blocked.what === 'reader' ? 'the reader' : nounOfShown(shown)
    const until = timeAt(door.timeZone, blocked.until)
    return no('block', 'locked out', `After too many failed attempts ${what} is blocked until ${until}.`)
  }

  if (!credential || !owner) {
    const reason = shown.startsWith('pin:') ? 'wrong PIN' : 'unknown credential'
    return no('credential', reason, `${capital(nounOfShown(shown))} belongs to nobody here.`)
  }
  const noun = nounOf(credential)
  if (code) {
    const trouble = codeTrouble(credential, code, situation, at)
    if (trouble) return no('code', trouble.reason, trouble.says)
  }
  yes('credential', `${capital(noun)} belongs to ${owner.name}.`)

  const fault = faultOf(credential)
  if (fault) return no('active', 'not active', `${capital(noun)} ${fault}.`)
  if (!within(credential.period, at)) {
    return no('active', timing(credential, at), `${capital(noun)} ${outside(credential.period, at, door.timeZone)}.`)
  }
  yes('active', `${capital(noun)} is valid.`)

  if (person) {
    if (!person.active) return no('person', 'not active', `The account of ${person.name} is suspended.`)
    if (person.suspended) return no('person', 'not active', `${person.name} is suspended at the doors.`)
    if (!within(person.period, at)) {
      return no('person', timing(person, at), `${person.name} ${outside(person.period, at, door.timeZone)}.`)
    }
    yes('person', `${person.name} may use doors.`)
  }
  if (pass) {
    if (pass.withdrawn) return no('person', 'not active', `The pass of ${pass.visitor} was withdrawn.`)
    if (!within(pass.period, at)) {
      return no('person', timing(pass, at), `The pass of ${pass.visitor} ${outside(pass.period, at, door.timeZone)}.`)
    }
    if (pass.uses !== null && situation.passUsed >= pass.uses) {
      return no('person', 'expired', `The pass of ${pass.visitor} has let in ${times(pass.uses)}, which is all it may.`)
    }
    yes('person', `The pass of ${pass.visitor} is valid.`)
  }

  if (credential.kind === 'pin') {
    if (door.pinNeeded) {
      return no('pin', 'not authorised', 'The door asks for a card, a phone or a pass besides the PIN.')
    }
  } else if (pin !== null || (door.pinNeeded && person)) {
    if (pin === null) return no('pin', 'wrong PIN', 'The door asks for the PIN too, and none was given.')
    if (!rightPin) return no('pin', 'wrong PIN', `The PIN is not that of ${owner.name}.`)
    const wrong = faultOf(rightPin)
    if (wrong) return no('pin', 'wrong PIN', `The PIN ${wrong}.`)
    if (!within(rightPin.period, at)) {
      return no('pin', 'wrong PIN', `The PIN ${outside(rightPin.period, at, door.timeZone)}.`)
    }
    yes('pin', 'The PIN is right.')
  }

  const { lockdown } = situation
  if (lockdown && !lockdown.passes) {
    return no('lockdown', 'lockdown', `The door is locked down: ${lockdown.name}. The way out stays free.`)
  }
  if (lockdown) {
    yes('lockdown', `The door is locked down (${lockdown.name}), which lets ${owner.name} pass.`)
  } else {
    const trouble = person ? levelTrouble(person, door, at, yes) : pass && passTrouble(pass, door, at, yes)
    if (trouble) return no(trouble.check, trouble.reason, trouble.says)
  }

  if (person?.escort === 'needed' || pass?.escortNeeded) {
    const { escortedAt } = situation
    const follows = escortedAt !== null && at >= escortedAt && at - escortedAt <= escortSeconds * 1000
    if (!follows) {
      return no('escort', 'escort needed', `${owner.name} is let in only within ${escortSeconds} s after an escort.`)
    }
    yes('escort', 'Somebody who may escort went in just before.')
  }

  if (person && inAlready(person, door, situation, at)) {
    const since = timeAt(door.timeZone, situation.presence?.at ?? at)
    const text = `By the log ${person.name} went in there at ${since}, and has not come out.`
    if (door.passback === 'enforce') return no('passback', 'anti-passback', text)
    path.push(step('passback', false, `${text} This door lets in all the same, and tells.`))
    passbackAlert = true
  }
  return settled(null)
}

interface Trouble {
  readonly check: string
  readonly reason: Reason
  readonly says: string
}

const step = (check: string, ok: boolean, text: string): DecisionStep => ({ check, ok, says: text })

const times = (n: number): string => (n === 1 ? 'once' : `${n} times`)

const nameOf = (person: Person | null, pass: Pass | null): string =>
  person?.name ?? (pass ? `${pass.visitor} (visitor)` : 'nobody')

interface Owner {
  readonly name: string
  readonly person: Person | null
  readonly pass: Pass | null
}

const ownerOf = (rules: Rules, { userId, passId }: Credential): Owner | null => {
  const person = userId === null ? null : (rules.people.get(userId) ?? null)
  const pass = passId === null ? null : (rules.passes.get(passId) ?? null)
  return person || pass ? { name: nameOf(person, pass), person, pass } : null
}

/** Why it opens nothing, whatever the time; null: nothing is wrong with it. */
const faultOf = ({ revoked, state }: Credential): string | null => {
  if (revoked) return 'was revoked'
  if (state === 'lost') return 'was reported lost'
  return state === 'suspended' ? 'is suspended' : null
}

const timing = ({ period }: { readonly period: Credential['period'] }, at: number): Reason =>
  period.from !== null && at < period.from ? 'not active' : 'expired'

const codeTrouble = (
  credential: Credential,
  code: MobileCode,
  { codeUsed }: Situation,
  at: number,
): Pick<Trouble, 'reason' | 'says'> | null => {
  if (!credential.secret) return { reason: 'not active', says: 'The phone has not been set up yet.' }
  // As of its own time: whether that is now is another question.
  if (!isMobileCode(code, credential.secret, new Date(code.step * stepMs))) {
    return { reason: 'unknown credential', says: 'The code of the phone is not one of its own.' }
  }
  if (Math.abs(code.step - Math.floor(at / stepMs)) > 1) {
    return { reason: 'expired', says: 'The code of the phone is an old one: each is good for half a minute.' }
  }
  return codeUsed ? { reason: 'expired', says: 'This code of the phone has been used at this door.' } : null
}

type Yes = (check: string, text: string) => void

const levelTrouble = (person: Person, door: Door, at: number, yes: Yes): Trouble | null => {
  const holdings = holdingsOf(person, door.id)
  const no = (text: string): Trouble => ({ check: 'level', reason: 'not authorised', says: text })
  if (holdings.length === 0) return no(`No access level of ${person.name} has this door.`)
  const current = holdings.filter((holding) => holding.times.every((period) => within(period, at)))
  if (current.length === 0) return no(`${person.name} holds ${namesOf(holdings)}, but not at this time.`)
  yes('level', `${person.name} holds ${namesOf(current)}.`)
  const open = current.find(({ level }) => isLevelOpen(level, door, at))
  if (!open) {
    const schedules = [...new Set(current.map(({ level }) => level.schedule?.name ?? ''))].join(', ')
    return { check: 'schedule', reason: 'outside schedule', says: closed(schedules, door, at) }
  }
  yes('schedule', openText(open.level, door, at))
  return null
}

const passTrouble = (pass: Pass, door: Door, at: number, yes: Yes): Trouble | null => {
  if (pass.doors.has(door.id)) {
    yes('level', `The pass of ${pass.visitor} is for this door.`)
    return null
  }
  const { level } = pass
  if (!level?.doors.has(door.id)) {
    return { check: 'level', reason: 'not authorised', says: `The pass of ${pass.visitor} is not for this door.` }
  }
  yes('level', `The pass of ${pass.visitor} is for the doors of ${level.name}.`)
  if (!isLevelOpen(level, door, at)) {
    return { check: 'schedule', reason: 'outside schedule', says: closed(level.schedule?.name ?? '', door, at) }
  }
  yes('schedule', openText(level, door, at))
  return null
}

/** Whether the schedule of a level is open at a door. */
export const isLevelOpen = ({ schedule }: Holding['level'], door: Pick<Door, 'timeZone'>, at: number): boolean =>
  schedule === null || isOpen(schedule.rules, door.timeZone, new Date(at))

const closed = (schedules: string, door: Door, at: number) =>
  `Outside schedule (${schedules}): ${weekdayAt(door.timeZone, at)} at the door.`

const openText = ({ schedule }: Holding['level'], door: Door, at: number) =>
  schedule === null ? 'It opens at any time.' : `${schedule.name} is open: ${weekdayAt(door.timeZone, at)} at the door.`

const namesOf = (holdings: readonly Holding[]): string =>
  [...new Set(holdings.map(({ level, group }) => (group ? `${level.name} by ${group.name}` : level.name)))].join(', ')

const inAlready = (person: Person, door: Door, { presence, passbackResetAt }: Situation, at: number): boolean =>
  door.passback !== 'none' &&
  !person.passbackExempt &&
  door.toZoneId !== null &&
  presence?.zoneId === door.toZoneId &&
  (passbackResetAt === null || presence.at > passbackResetAt) &&
  at - presence.at < door.passbackMinutes * 60_000
