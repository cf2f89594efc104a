// What is remembered of each who asks, for a batch of asks in their order: each sees what those before it have changed.
import { escortSeconds } from '@gatehouse/contract/access/decisions'
import type pg from 'pg'
import { clock } from '../../kit/clock.ts'
import { type Decision, identify, type Identified, type Presented, type Situation } from './decide.ts'
import { afterFailure, blockedUntil, failsCredential, failsReader } from './lock-out.ts'
import {
  type CodeShown,
  type Failures,
  nameOfCode,
  type Presence,
  readerSubject,
  readEscorts,
  readFailures,
  readLockdowns,
  readPassUses,
  readPresence,
  readResets,
  readUsedCodes,
  shownSubject,
  writeFailures,
  writeUsedCodes,
} from './memory.sql.ts'
import type { Door, Rules } from './rules.ts'

/** Somebody at a door, with the rules that they are judged by. */
export interface Question extends Presented {
  readonly rules: Rules
  readonly door: Door
}

export type Blocked = 'reader' | 'credential'

export interface Memory {
  before(asked: Question, identified: Identified): Situation
  /** Returns what this has blocked, for a while: it was one failure too many. */
  after(asked: Question, identified: Identified, decision: Decision): Blocked | null
  write(): Promise<void>
  /** Which passes let somebody in, each as often as it did. */
  passesUsed(): readonly { readonly passId: string; readonly at: Date }[]
}

export const readMemory = async (tx: pg.Client, batch: readonly Question[]): Promise<Memory> => {
  const entering = batch.filter(({ direction }) => direction === 'entry')
  const known = entering.map((asked) => ({ asked, ...whoOf(asked) }))
  const users = [...new Set(known.flatMap(({ userId }) => userId ?? []))]
  const doors = [...new Set(entering.map(({ door }) => door.id))]
  const subjects = batch.flatMap((asked) => [readerSubject(asked.door.id), subjectOf(asked)])
  const failures = await readFailures(tx, [...new Set(subjects)])

  // Asked for only where it matters: most doors know no anti-passback, and most people need no escort.
  const guarded = known.filter(({ asked }) => asked.door.passback !== 'none')
  const guardedUsers = [...new Set(guarded.flatMap(({ userId }) => userId ?? []))]
  const companies = [...new Set(guarded.map(({ asked }) => asked.rules.companyId))]
  const presence = guardedUsers.length > 0 ? await readPresence(tx, guardedUsers) : new Map<string, Presence>()
  const resets = guardedUsers.length > 0 ? await readResets(tx, companies) : new Map<string, number>()
  const escorted = known.filter(({ escortNeeded }) => escortNeeded).map(({ asked }) => asked)
  const since = new Date(Math.min(...escorted.map(({ at }) => at)) - escortSeconds * 2000)
  const escorts =
    escorted.length > 0
      ? await readEscorts(tx, [...new Set(escorted.map(({ door }) => door.id))], since)
      : new Map<string, number>()
  const codes = known.flatMap(({ asked, identified }) => codeOf(asked, identified) ?? [])
  const usedCodes = codes.length > 0 ? await readUsedCodes(tx, codes) : new Set<string>()
  const passIds = [...new Set(known.flatMap(({ passId }) => passId ?? []))].toSorted()
  const passUses = passIds.length > 0 ? await readPassUses(tx, passIds) : new Map<string, number>()
  const lockdowns = doors.length > 0 ? await readLockdowns(tx, doors, users) : { at: () => null }

  const changed = new Map<string, { companyId: string; now: Failures | null }>()
  const usedNow: CodeShown[] = []
  const usedPasses: { passId: string; at: Date }[] = []

  const setFailures = (companyId: string, subject: string, now: Failures | null) => {
    if (now === null && !failures.has(subject)) return
    if (now === null) failures.delete(subject)
    else failures.set(subject, now)
    changed.set(subject, { companyId, now })
  }

  return {
    before(asked, identified) {
      const { door, at, rules } = asked
      const reader = blockedUntil(failures.get(readerSubject(door.id)), at)
      const shown = blockedUntil(failures.get(subjectOf(asked)), at)
      const { userId = null, passId = null } = identified.credential ?? {}
      const code = codeOf(asked, identified)
      const ofAll = resets.get(rules.companyId) ?? null
      const ofOne = resets.get(userId ?? '') ?? null
      return {
        blocked: blockOf(reader, shown),
        presence: presence.get(userId ?? '') ?? null,
        passbackResetAt: ofAll === null || ofOne === null ? (ofAll ?? ofOne) : Math.max(ofAll, ofOne),
        escortedAt: escorts.get(door.id) ?? null,
        lockdown: lockdowns.at(door.id, userId),
        codeUsed: code !== null && usedCodes.has(nameOfCode(code)),
        passUsed: passUses.get(passId ?? '') ?? 0,
      }
    },
    after(asked, identified, { result, reason, person, pass }) {
      const { door, at, rules, direction } = asked
      if (result === 'denied' && reason !== null) {
        const blocks = (subject: string): boolean => {
          const now = afterFailure(failures.get(subject), at)
          setFailures(rules.companyId, subject, now)
          return now.blockedUntil !== null
        }
        const credential = failsCredential(reason) && blocks(subjectOf(asked))
        const reader = failsReader(reason) && blocks(readerSubject(door.id))
        return reader ? 'reader' : credential ? 'credential' : null
      }
      if (person) presence.set(person.id, { zoneId: direction === 'entry' ? door.toZoneId : door.fromZoneId, at })
      if (direction === 'exit') return null
      setFailures(rules.companyId, subjectOf(asked), null)
      setFailures(rules.companyId, readerSubject(door.id), null)
      if (person?.escort === 'may escort') escorts.set(door.id, at)
      const code = codeOf(asked, identified)
      if (code) {
        usedCodes.add(nameOfCode(code))
        usedNow.push(code)
      }
      if (pass) {
        passUses.set(pass.id, (passUses.get(pass.id) ?? 0) + 1)
        usedPasses.push({ passId: pass.id, at: new Date(at) })
      }
      return null
    },
    async write() {
      const changes = [...changed].map(([subject, { companyId, now }]) => ({ companyId, subject, now }))
      await writeFailures(tx, changes)
      await writeUsedCodes(tx, usedNow, clock.now())
    },
    passesUsed: () => usedPasses,
  }
}

const whoOf = (asked: Question) => {
  const { rules } = asked
  const identified = identify(rules, asked)
  const { userId = null, passId = null } = identified.credential ?? {}
  const escortNeeded =
    (userId !== null && rules.people.get(userId)?.escort === 'needed') ||
    (passId !== null && rules.passes.get(passId)?.escortNeeded === true)
  return { identified, userId, passId, escortNeeded }
}

const subjectOf = ({ rules, shown }: Question) => shownSubject(rules.companyId, shown)

const codeOf = ({ door }: Question, { credential, code }: Identified): CodeShown | null =>
  credential && code ? { doorId: door.id, credentialId: credential.id, step: code.step } : null

const blockOf = (reader: number | null, shown: number | null): Situation['blocked'] => {
  if (reader !== null && (shown === null || reader >= shown)) return { what: 'reader', until: reader }
  return shown === null ? null : { what: 'credential', until: shown }
}
