// The questions that people ask: who opens this door, what does this person open, what would happen, and why was it so.
import * as decisions from '@gatehouse/contract/access/decisions'
import { nextChange } from '@gatehouse/contract/access/schedule-time'
import { nameCursor, type Place } from '../../db/by-name.ts'
import { inPoolTransaction } from '../../db/transaction.ts'
import type { Directory } from '../../building/devices/devices.ts'
import type { Caller } from '../../kit/http/caller.ts'
import { clock } from '../../kit/clock.ts'
import { invalid, notFound } from '../../kit/errors.ts'
import type { Serve } from '../../kit/http/serve.ts'
import { type Decision, decide, identify, isLevelOpen, nothingBefore } from './decide.ts'
import { type Question, readMemory } from './memory.ts'
import type { Db } from '../../db/pool.ts'
import { emailsOf, readWhy, sinceOf, sitesOf } from './questions.sql.ts'
import {
  always,
  type Credential,
  type Door,
  type Holding,
  holdingsOf,
  meet,
  type Pass,
  type Person,
  type Rules,
  within,
} from './rules.ts'
import type { ServeParts } from './serve-decisions.ts'
import { capital, nounOf } from './words.ts'

export const serveQuestions = (serve: Serve, { store, directory, decisions: own }: ServeParts) => {
  const { db, pool } = store

  const rulesOf = async (caller: Caller): Promise<Rules> => {
    const rules = (await own.snapshot.current()).get(caller.companyId ?? '')
    if (!rules) throw notFound('This')
    return rules
  }
  const doorOf = (rules: Rules, caller: Caller, doorId: string): Door => {
    const door = rules.doors.get(doorId)
    if (!door || !directory.sees(caller, doorId)) throw notFound('This door')
    return door
  }

  /** As it would be now: with what is remembered, and nothing of it changed. */
  const asNow = (question: Question): Promise<Decision> =>
    inPoolTransaction(pool, async (client) => {
      const memory = await readMemory(client, [question])
      const before = memory.before(question, identify(question.rules, question))
      return decide(question.rules, question.door, before, question)
    })

  serve(decisions.whoOpens, async ({ doorId, q, at: given, cursor, limit }, caller, call) => {
    const rules = await rulesOf(caller)
    const door = doorOf(rules, caller, doorId)
    call.annotate({ subject: door.name })
    const at = given === undefined ? clock.ms() : Date.parse(given)
    const people = [...rules.people.values()].flatMap((person) => {
      const holdings = holdingsOf(person, doorId)
      return holdings.length > 0 && named(person.name, q) ? [{ person, holdings }] : []
    })
    const { page, next } = paged(people, ({ person }) => person, cursor, limit)
    const ids = page.map(({ person }) => person.id)
    const emails = await emailsOf(db, ids)
    const since = await sinceOf(db, [doorId])
    const passes = [...rules.passes.values()].filter(
      (pass) => opensByPass(pass, doorId) && !pass.withdrawn && (pass.period.to ?? at) > at && named(pass.visitor, q),
    )
    return {
      people: page.map(({ person, holdings }) => ({
        person: { id: person.id, name: person.name, email: emails.get(person.id) ?? '' },
        ways: holdings.map((holding) => wayOf(holding, door, at, since)),
        credentials: [...new Set(usableOf(rules, person.id, at).map(({ kind }) => kind))],
        verdict: verdictOf(rules, person, door, at),
      })),
      next,
      passes: passes.slice(0, mostPasses).map((pass) => ({
        id: pass.id,
        name: pass.visitor,
        from: new Date(pass.period.from ?? at).toISOString(),
        to: new Date(pass.period.to ?? at).toISOString(),
        verdict: verdictOf(rules, pass, door, at),
      })),
      at: new Date(at).toISOString(),
    }
  })

  serve(decisions.whatOpens, async ({ userId, q, at: given, cursor, limit }, caller, call) => {
    const rules = await rulesOf(caller)
    const person = rules.people.get(userId)
    if (!person) throw notFound('This person')
    call.annotate({ subject: person.name })
    const at = given === undefined ? clock.ms() : Date.parse(given)
    const doors = [...rules.doors.values()].flatMap((door) => {
      const holdings = holdingsOf(person, door.id)
      return holdings.length > 0 && named(door.name, q) && directory.sees(caller, door.id) ? [{ door, holdings }] : []
    })
    const { page, next } = paged(doors, ({ door }) => door, cursor, limit)
    const ids = page.map(({ door }) => door.id)
    const [emails, since, sites] = [await emailsOf(db, [userId]), await sinceOf(db, ids), await sitesOf(db, ids)]
    return {
      person: { id: userId, name: person.name, email: emails.get(userId) ?? '' },
      hindrances: hindrancesOf(rules, person, at),
      doors: page.map(({ door, holdings }) => ({
        door: doorShown(directory, sites, door),
        ways: holdings.map((holding) => wayOf(holding, door, at, since)),
        verdict: verdictOf(rules, person, door, at),
      })),
      next,
      at: new Date(at).toISOString(),
    }
  })

  serve(decisions.ask, async ({ userId, doorId, at: given, direction, credentialId }, caller, call) => {
    const rules = await rulesOf(caller)
    const person = rules.people.get(userId)
    if (!person) throw notFound('This person')
    const door = doorOf(rules, caller, doorId)
    call.annotate({ subject: `${person.name} at ${door.name}` })
    const at = given === undefined ? clock.ms() : Date.parse(given)
    const theirs = rules.credentialsOf.get(userId) ?? []
    const chosen = credentialId === undefined ? bestOf(theirs, door, at) : theirs.find(({ id }) => id === credentialId)
    if (credentialId !== undefined && !chosen)
      throw invalid([{ field: 'credentialId', message: 'This person has no such card, PIN or phone.' }])
    const answer = (verdict: decisions.Verdict) => ({
      verdict,
      at: new Date(at).toISOString(),
      shown: chosen ? nounOf(chosen) : null,
    })
    if (!chosen) return answer(nothingToShow(person))
    const question = questionOf(rules, door, at, chosen, direction)
    return answer(shownOf(given === undefined ? await asNow(question) : decide(rules, door, nothingBefore, question)))
  })

  serve(decisions.why, async ({ id }, caller) => {
    const log = await readWhy(db, id)
    if (log?.companyId !== caller.companyId || (log.doorId !== null && !directory.sees(caller, log.doorId)))
      throw notFound('This entry or exit')
    const { result, reason, path, type: direction } = log
    const known = decisions.reason.safeParse(reason).data
    const rules = await rulesOf(caller)
    const door = rules.doors.get(log.doorId ?? '')
    const owner = rules.people.get(log.userId ?? '') ?? rules.passes.get(log.passId ?? '')
    const shown = rules.credentialsOf.get(owner?.id ?? '')?.find((one) => one.id === log.credentialId)
    const answered = {
      result,
      reason,
      says: known === undefined ? null : decisions.reasonText[known],
      path,
      holder: owner ? await holderOf(db, owner) : null,
      presented: shown ? capital(nounOf(shown).replace('the ', '')) : null,
    }
    if (!door || !owner) return { ...answered, now: null, nextAt: null }
    const at = clock.ms()
    const theirs = rules.credentialsOf.get(owner.id) ?? []
    const credential = shown ?? bestOf(theirs, door, at)
    if (!credential) return { ...answered, now: 'name' in owner ? nothingToShow(owner) : null, nextAt: null }
    const question = questionOf(rules, door, at, credential, direction)
    const now = shownOf(await asNow(question))
    return { ...answered, now, nextAt: now.result === 'granted' ? null : nextGrant(question, owner) }
  })
}

const mostPasses = 100
const fortnightMs = 14 * 86_400_000

const named = (name: string, q: string | undefined) => q === undefined || name.toLowerCase().includes(q.toLowerCase())

const opensByPass = ({ doors, level }: Pass, doorId: string) => doors.has(doorId) || level?.doors.has(doorId) === true

/** A door, and where it is. */
export const doorShown = (directory: Directory, sites: ReadonlyMap<string, string>, { id, name }: Door) => ({
  id,
  name,
  site: sites.get(id) ?? '',
  zone: directory.byId(id)?.zone ?? null,
})

/** A page by name of what is in memory, after what stands in the cursor. */
export const paged = <T>(
  all: readonly T[],
  naming: (one: T) => { readonly name: string; readonly id: string },
  cursor: string | undefined,
  limit: number,
) => {
  const keyed = all.map((one) => {
    const { name, id } = naming(one)
    return { one, sortKey: name.toLowerCase(), id }
  })
  const after = nameCursor.decode(cursor)
  const rest = keyed.filter((key) => !after || compare(key, after) > 0).toSorted(compare)
  const { page, next } = nameCursor.page(rest, limit, (key) => key)
  return { page: page.map(({ one }) => one), next }
}

const compare = (a: Place, b: Place) => ((a.sortKey === b.sortKey ? a.id < b.id : a.sortKey < b.sortKey) ? -1 : 1)

export const wayOf = (
  { level, group, times, since }: Holding,
  door: Door,
  at: number,
  doorSince: ReadonlyMap<string, number>,
): decisions.Way => {
  const { from, to } = times.reduce(meet, always)
  const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
  const begun = Math.max(since, doorSince.get(`${level.id} ${door.id}`) ?? since, from ?? since)
  return {
    level: { id: level.id, name: level.name },
    group,
    schedule: level.schedule && { id: level.schedule.id, name: level.schedule.name },
    from: iso(from),
    to: iso(to),
    since: new Date(begun).toISOString(),
    open: times.every((period) => within(period, at)) && isLevelOpen(level, door, at),
  }
}

const isUsable = ({ revoked, state, period, kind, secret }: Credential, at: number) =>
  !revoked && state === 'active' && within(period, at) && (kind !== 'mobile' || secret !== null)

export const usableOf = (rules: Rules, ownerId: string, at: number): Credential[] =>
  (rules.credentialsOf.get(ownerId) ?? []).filter((one) => isUsable(one, at) && !one.duress)

const order = ['card', 'pass', 'mobile', 'pin'] as const

/** What they would show: one that is good if they have one, and where the door asks for a PIN besides, not the PIN. */
const bestOf = (theirs: readonly Credential[], door: Door, at: number): Credential | undefined => {
  const rank = (one: Credential) =>
    (isUsable(one, at) ? 0 : 10) + (door.pinNeeded && one.kind === 'pin' ? 5 : 0) + order.indexOf(one.kind)
  return theirs.filter(({ duress }) => !duress).toSorted((a, b) => rank(a) - rank(b))[0]
}

/** The PIN that the door asks for besides is taken for given, if there is one. */
const questionOf = (
  rules: Rules,
  door: Door,
  at: number,
  assumed: Credential,
  direction: 'entry' | 'exit' = 'entry',
): Question => {
  const theirs = rules.credentialsOf.get(assumed.userId ?? '') ?? []
  const pin =
    door.pinNeeded && assumed.kind !== 'pin' ? theirs.find((one) => one.kind === 'pin' && !one.duress) : undefined
  return { rules, door, at, assumed, direction, shown: assumed.value, pin: pin?.value ?? null }
}

const shownOf = ({ result, reason, path }: Decision): decisions.Verdict => ({ result, reason, path: [...path] })

const holderOf = async (db: Db, owner: Person | Pass) =>
  'name' in owner
    ? {
        id: owner.id,
        name: owner.name,
        kind: 'person' as const,
        email: (await emailsOf(db, [owner.id])).get(owner.id) ?? null,
      }
    : { id: owner.id, name: owner.visitor, kind: 'visitor' as const, email: null }

const nothingToShow = ({ name }: Person): decisions.Verdict => ({
  result: 'denied',
  reason: 'unknown credential',
  path: [{ check: 'credential', ok: false, says: `${name} has no card, PIN or phone to show.` }],
})

export const verdictOf = (rules: Rules, owner: Person | Pass, door: Door, at: number): decisions.Verdict => {
  const credential = bestOf(rules.credentialsOf.get(owner.id) ?? [], door, at)
  if (credential) return shownOf(decide(rules, door, nothingBefore, questionOf(rules, door, at, credential)))
  return nothingToShow('name' in owner ? owner : { ...nobody, name: owner.visitor })
}

const nobody: Person = {
  id: '',
  name: '',
  active: true,
  suspended: false,
  period: { from: null, to: null },
  extended: false,
  passbackExempt: false,
  escort: 'none',
  holdings: [],
}

/** What keeps somebody out everywhere. */
const hindrancesOf = (rules: Rules, { id, name, active, suspended, period, escort }: Person, at: number): string[] => [
  ...(active ? [] : [`The account of ${name} is suspended.`]),
  ...(suspended ? [`${name} is suspended at the doors.`] : []),
  ...(within(period, at) ? [] : [`${name} may use doors at another time only.`]),
  ...(usableOf(rules, id, at).length > 0 ? [] : [`${name} has no card, PIN or phone that is valid.`]),
  ...(escort === 'needed' ? [`${name} is let in with an escort only.`] : []),
]

/** When a schedule or a period would let them in, within a fortnight; what else is remembered counts for nothing. */
const nextGrant = (question: Question, owner: Person | Pass): string | null => {
  const { rules, door, at } = question
  const levels =
    'holdings' in owner ? holdingsOf(owner, door.id).map(({ level }) => level) : owner.level ? [owner.level] : []
  const periods = [
    owner.period,
    question.assumed?.period,
    ...('holdings' in owner ? holdingsOf(owner, door.id).flatMap(({ times }) => times) : []),
  ]
  const candidates = periods.flatMap((period) => ((period?.from ?? at) > at ? (period?.from ?? []) : []))
  for (const { schedule } of levels) {
    if (!schedule) continue
    let change = nextChange(schedule.rules, door.timeZone, new Date(at))
    while (change && change.at.getTime() < at + fortnightMs) {
      if (change.open) candidates.push(change.at.getTime())
      change = nextChange(schedule.rules, door.timeZone, change.at)
    }
  }
  const found = [...new Set(candidates)]
    .filter((moment) => moment < at + fortnightMs)
    .toSorted((a, b) => a - b)
    .find((moment) => decide(rules, door, nothingBefore, { ...question, at: moment }).result === 'granted')
  return found === undefined ? null : new Date(found).toISOString()
}
