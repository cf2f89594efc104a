// The rules of access once more, as slowly and plainly as they can be said: straight off the rows, question by question,
// sharing nothing with the engine. And random buildings to ask both about.
import { createHmac } from 'node:crypto'
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { Presented, Situation } from './decide.ts'
import type { CredentialRow, DoorRow, HolderRow, LevelRow, PassRow, PersonRow, Rows, ScheduleRow } from './rows.ts'

export interface Verdict {
  readonly result: 'granted' | 'denied'
  readonly reason: string | null
  readonly userId: string | null
  readonly seconds: number
  readonly duress: boolean
  readonly passbackAlert: boolean
}

const holds = (from: number | null, to: number | null, at: number): boolean => {
  if (from !== null && at < from) return false
  if (to !== null && at >= to) return false
  return true
}

/** Text against text, off the clock on the wall. */
const isOpenNaively = (rules: ScheduleRules, timeZone: string, at: number): boolean => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const [day = '', time = ''] = clock.format(at).split(' ')
  const name = new Date(`${day}T00:00:00Z`).toUTCString().slice(0, 3)
  const usually = rules.week[['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name)] ?? []
  const holiday = rules.holidays.find((one) => one.date === day || (one.yearly && one.date.slice(4) === day.slice(4)))
  const exception = rules.exceptions.find((one) => one.date === day)
  let ranges = usually
  if (holiday && rules.onHolidays === 'closed') ranges = []
  if (holiday && rules.onHolidays === 'ranges') ranges = rules.holidayRanges
  if (exception) ranges = exception.ranges
  return ranges.some(({ from, to }) => `${from}:00` <= time && time < `${to}:00`)
}

interface Code {
  readonly step: number
  readonly mac: string
}

const whyNotCode = (credential: CredentialRow, code: Code | undefined, before: Situation, at: number) => {
  if (!credential.secret) return 'not active'
  const right = createHmac('sha256', credential.secret)
    .update(`${credential.id}.${code?.step ?? 0}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
  if (code?.mac !== right) return 'unknown credential'
  const now = Math.floor(at / 30_000)
  if (![now - 1, now, now + 1].includes(code.step)) return 'expired'
  return before.codeUsed ? 'expired' : null
}

export const decideNaively = (rows: Rows, doorId: string, before: Situation, what: Presented): Verdict => {
  const { at } = what
  const door = rows.doors.find((row) => row.id === doorId)
  if (!door) throw new Error('no such door')
  const { timeZone, pinNeeded, passback, passbackMinutes } = door

  // Whose it is.
  let credential: CredentialRow | undefined
  let code: Code | undefined
  if (what.shown.startsWith('mobile:')) {
    const parts = what.shown.slice('mobile:'.length).split('.')
    if (parts.length === 3) {
      credential = rows.credentials.find((row) => row.value === `mobile:${parts[0]}`)
      code = { step: Number(parts[1]), mac: parts[2] ?? '' }
    }
  } else {
    credential = rows.credentials.find((row) => row.value === what.shown)
  }
  // Nobody's exit is told by a code that is not one of this minute.
  if (what.direction === 'exit' && credential && code && whyNotCode(credential, code, before, at) !== null)
    credential = undefined
  const person = credential && rows.people.find((row) => row.id === credential.userId)
  const pass = credential && rows.passes.find((row) => row.id === credential.passId)
  const pin =
    what.pin === null ? undefined : rows.credentials.find((row) => row.kind === 'pin' && row.value === what.pin)
  const ownPin = pin && person && pin.userId === person.id ? pin : undefined
  const duress = credential?.duress === true || ownPin?.duress === true

  const answer = (reason: string | null, passbackAlert = false): Verdict => ({
    result: reason === null ? 'granted' : 'denied',
    reason,
    userId: person?.id ?? null,
    seconds: reason !== null ? 0 : person?.extended ? door.extendedSeconds : door.pulseSeconds,
    duress,
    passbackAlert,
  })

  if (what.direction === 'exit') return answer(null)
  if (before.blocked !== null && at < before.blocked.until) return answer('locked out')
  if (!credential || (!person && !pass))
    return answer(what.shown.startsWith('pin:') ? 'wrong PIN' : 'unknown credential')
  if (credential.kind === 'mobile') {
    const wrong = whyNotCode(credential, code, before, at)
    if (wrong !== null) return answer(wrong)
  }
  if (credential.revoked || credential.state !== 'active') return answer('not active')
  if (credential.from !== null && at < credential.from) return answer('not active')
  if (credential.to !== null && at >= credential.to) return answer('expired')
  if (person) {
    if (!person.active || person.suspended) return answer('not active')
    if (person.from !== null && at < person.from) return answer('not active')
    if (person.to !== null && at >= person.to) return answer('expired')
  }
  if (pass) {
    if (pass.withdrawn) return answer('not active')
    if (pass.from !== null && at < pass.from) return answer('not active')
    if (pass.to !== null && at >= pass.to) return answer('expired')
    if (pass.uses !== null && before.passUsed >= pass.uses) return answer('expired')
  }
  if (credential.kind === 'pin' && pinNeeded) return answer('not authorised')
  if (credential.kind !== 'pin') {
    if (what.pin === null) {
      if (pinNeeded && person) return answer('wrong PIN')
    } else {
      if (!ownPin || ownPin.revoked || ownPin.state !== 'active') return answer('wrong PIN')
      if (!holds(ownPin.from, ownPin.to, at)) return answer('wrong PIN')
    }
  }
  if (before.lockdown !== null && !before.lockdown.passes) return answer('lockdown')
  if (before.lockdown === null) {
    const isOpen = (level: LevelRow): boolean => {
      if (level.scheduleId === null) return true
      const schedule = rows.schedules.find((row) => row.id === level.scheduleId)
      return schedule ? isOpenNaively(schedule.rules, timeZone, at) : false
    }
    let mayAtAll = false
    let mayNow = false
    for (const level of rows.levels) {
      if (!level.doorIds.includes(doorId)) continue
      let holdsIt = pass?.levelId === level.id
      for (const holder of rows.holders) {
        if (!person || holder.levelId !== level.id || holder.userId !== person.id) continue
        if (holds(holder.from, holder.to, at) && holds(holder.memberFrom, holder.memberTo, at)) holdsIt = true
      }
      if (holdsIt) mayAtAll = true
      if (holdsIt && isOpen(level)) mayNow = true
    }
    if (pass?.doorIds.includes(doorId)) mayAtAll = mayNow = true
    if (!mayAtAll) return answer('not authorised')
    if (!mayNow) return answer('outside schedule')
  }
  if (person?.escort === 'needed' || pass?.escortNeeded) {
    const seconds = before.escortedAt === null ? Infinity : (at - before.escortedAt) / 1000
    if (seconds < 0 || seconds > 30) return answer('escort needed')
  }
  if (person && passback !== 'none' && !person.passbackExempt && door.toZoneId !== null && before.presence) {
    const { zoneId, at: since } = before.presence
    const counts = before.passbackResetAt === null || since > before.passbackResetAt
    if (zoneId === door.toZoneId && counts && (at - since) / 60_000 < passbackMinutes) {
      return passback === 'enforce' ? answer('anti-passback') : answer(null, true)
    }
  }
  return answer(null)
}

// Random buildings ----------------------------------------------------------------------------------------------------

export type Random = () => number

export const mulberry32 = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const hourMs = 3_600_000
/** In the week in which the clocks of London go back. */
export const around = Date.parse('2026-10-24T20:00:00Z')

const pick = <T>(random: Random, list: readonly [T, ...T[]]): T => list[Math.floor(random() * list.length)] ?? list[0]
const idOf = (kind: string, n: number) => `${kind.padEnd(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`
const chance = (random: Random, p: number) => random() < p
const someHours = (random: Random) => around + Math.round((random() - 0.5) * 96) * hourMs
const from = (random: Random) => (chance(random, 0.25) ? someHours(random) - 24 * hourMs : null)
const to = (random: Random) => (chance(random, 0.25) ? someHours(random) + 24 * hourMs : null)
const pinOf = (n: number, duress = false) => `pin:${String(duress ? n + 5000 : n).padStart(64, '0')}`

const ranges = (random: Random) => {
  const all = [[], [{ from: '00:00', to: '24:00' }], [{ from: '08:00', to: '18:00' }], [{ from: '01:00', to: '02:30' }]]
  return all[Math.floor(random() * all.length)] ?? []
}

const zones = [null, 'zone-a', 'zone-b'] as const

/** A small building where everything that the rules know of is likely. */
export const aWorld = (random: Random): Rows => {
  const companyId = idOf('c0', 1)
  const count = (n: number) => Array.from({ length: n }, (_, i) => i)
  const doors = count(5).map((n): DoorRow => {
    const decides = pick<DoorRow['decides']>(random, ['server', 'controller'])
    return {
      id: idOf('d0', n),
      companyId,
      key: `door-${n}`,
      name: `Door ${n}`,
      driver: 'gatehouse',
      timeZone: pick(random, ['Europe/London', 'America/New_York', 'Asia/Kathmandu']),
      fromZoneId: pick(random, zones),
      toZoneId: pick(random, zones),
      pulseSeconds: 5,
      extendedSeconds: 15,
      decides,
      pinNeeded: chance(random, 0.25),
      passback: pick(random, ['none', 'alert', 'enforce', 'enforce']),
      passbackMinutes: pick(random, [1, 30, 480]),
    }
  })
  const people = count(6).map(
    (n): PersonRow => ({
      id: idOf('a0', n),
      companyId,
      name: `Person ${n}`,
      active: !chance(random, 0.1),
      suspended: chance(random, 0.1),
      from: from(random),
      to: to(random),
      extended: chance(random, 0.3),
      passbackExempt: chance(random, 0.2),
      escort: pick(random, ['none', 'none', 'needed', 'may escort']),
    }),
  )
  const schedules = count(3).map(
    (n): ScheduleRow => ({
      id: idOf('5c', n),
      companyId,
      name: `Schedule ${n}`,
      rules: {
        week: count(7).map(() => ranges(random)),
        exceptions: chance(random, 0.3) ? [{ date: '2026-10-25', name: 'Stocktaking', ranges: ranges(random) }] : [],
        onHolidays: pick(random, ['closed', 'as-usual', 'ranges']),
        holidayRanges: ranges(random),
        holidays: chance(random, 0.3) ? [{ date: '2025-10-24', yearly: true, name: 'Founding day' }] : [],
      },
    }),
  )
  const levels = count(4).map(
    (n): LevelRow => ({
      id: idOf('1e', n),
      companyId,
      name: `Level ${n}`,
      scheduleId: chance(random, 0.3) ? null : idOf('5c', Math.floor(random() * 3)),
      doorIds: doors.flatMap((door) => (chance(random, 0.5) ? [door.id] : [])),
    }),
  )
  const holders = people.flatMap(({ id: userId }) =>
    levels.flatMap(({ id: levelId }): HolderRow[] => {
      const ways: HolderRow[] = []
      const alone = { levelId, userId, groupId: null, group: null, since: around - 1 }
      if (chance(random, 0.4))
        ways.push({ ...alone, from: from(random), to: to(random), memberFrom: null, memberTo: null })
      if (chance(random, 0.3)) {
        const byGroup = { ...alone, groupId: idOf('60', 1), group: 'Group' }
        const link = { from: from(random), to: to(random) }
        ways.push({ ...byGroup, ...link, memberFrom: from(random), memberTo: to(random) })
      }
      return ways
    }),
  )
  const passes = count(3).map((n): PassRow => {
    const uses = chance(random, 0.5) ? pick(random, [1, 2]) : null
    const levelId = chance(random, 0.5) ? idOf('1e', Math.floor(random() * 4)) : null
    const doorIds = doors.flatMap((door) => (chance(random, 0.3) ? [door.id] : []))
    return {
      id: idOf('7a', n),
      companyId,
      visitor: `Visitor ${n}`,
      from: someHours(random) - 48 * hourMs,
      to: someHours(random) + 48 * hourMs,
      withdrawn: chance(random, 0.15),
      uses,
      levelId,
      doorIds,
      escortNeeded: chance(random, 0.25),
    }
  })
  const credential = (
    id: string,
    kind: CredentialRow['kind'],
    value: string,
    { userId = null, passId = null, duress = false, secret = null }: Partial<CredentialRow> = {},
  ): CredentialRow => {
    const state = pick<CredentialRow['state']>(random, ['active', 'active', 'active', 'active', 'suspended', 'lost'])
    const period = { from: from(random), to: to(random) }
    return {
      id,
      companyId,
      kind,
      value,
      state,
      revoked: chance(random, 0.07),
      ...period,
      duress,
      userId,
      passId,
      secret,
    }
  }
  const credentials = [
    ...people.flatMap(({ id: userId }, n) => [
      credential(idOf('cc', n), 'card', `card:000000000${n}`, { userId }),
      ...(chance(random, 0.7) ? [credential(idOf('cd', n), 'pin', pinOf(n), { userId })] : []),
      ...(chance(random, 0.4) ? [credential(idOf('ce', n), 'pin', pinOf(n, true), { userId, duress: true })] : []),
      ...(chance(random, 0.6)
        ? [
            credential(idOf('cf', n), 'mobile', `mobile:${idOf('cf', n)}`, {
              userId,
              secret: chance(random, 0.9) ? Buffer.alloc(32, n + 1) : null,
            }),
          ]
        : []),
    ]),
    ...passes.map(({ id: passId }, n) => credential(idOf('c7', n), 'pass', `pass:${n}`, { passId })),
  ]
  return { people, credentials, schedules, levels, holders, passes, doors, pinKeys: [] }
}

/** Somebody at a reader, with something that is mostly theirs. */
export const anAsk = (random: Random, rows: Rows): { doorId: string; before: Situation; what: Presented } => {
  const at = someHours(random) + Math.floor(random() * hourMs)
  const door = rows.doors[Math.floor(random() * rows.doors.length)]
  const credential = rows.credentials[Math.floor(random() * rows.credentials.length)]
  if (!door || !credential) throw new Error('an empty world')
  let shown = credential.value
  if (credential.kind === 'mobile') {
    const step = Math.floor(at / 30_000) + pick(random, [0, 0, 0, -1, 1, 2, -5])
    const secret = chance(random, 0.9) ? (credential.secret ?? Buffer.alloc(32, 99)) : Buffer.alloc(32, 99)
    const mac = createHmac('sha256', secret).update(`${credential.id}.${step}`).digest().subarray(0, 16)
    shown = chance(random, 0.95) ? `mobile:${credential.id}.${step}.${mac.toString('base64url')}` : credential.value
  }
  if (chance(random, 0.05)) shown = pick(random, ['card:9999', pinOf(9999), 'pass:none', 'mobile:x', 'whatever'])
  const own = Number(credential.id.slice(-3))
  const pin = chance(random, 0.4) ? pick(random, [pinOf(own), pinOf(own), pinOf(own, true), pinOf(0), pinOf(77)]) : null
  const near = () => at + Math.round((random() - 0.8) * 40) * pick(random, [1000, 60_000])
  const before: Situation = {
    blocked: chance(random, 0.1) ? { what: pick(random, ['reader', 'credential']), until: near() } : null,
    presence: chance(random, 0.6) ? { zoneId: pick(random, zones), at: Math.min(at, near()) } : null,
    passbackResetAt: chance(random, 0.2) ? Math.min(at, near()) : null,
    escortedAt: chance(random, 0.5) ? near() : null,
    lockdown: chance(random, 0.1) ? { name: 'Drill', passes: chance(random, 0.5) } : null,
    codeUsed: chance(random, 0.1),
    passUsed: pick(random, [0, 0, 1, 2]),
  }
  return { doorId: door.id, before, what: { shown, pin, direction: chance(random, 0.9) ? 'entry' : 'exit', at } }
}
