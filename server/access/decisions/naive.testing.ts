// The rules of access once more, as slowly and plainly as they can be said: straight off the rows, question by question,
// sharing nothing with the engine. And random buildings to ask both about.
import { createHmac } from 'node:crypto'
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import type { Presented, Situation } from './decide.ts'
import type { CredentialRow, DoorRow, HolderRow, LevelRow, PassRow, PersonRow, Rows } from './rows.ts'

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
  if (!credential[11]) return 'not active'
  const right = createHmac('sha256', credential[11])
    .update(`${credential[0]}.${code?.step ?? 0}`)
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
  const door = rows.doors.find((row) => row[0] === doorId)
  if (!door) throw new Error('no such door')
  const [, , , , , timeZone, , toZone, pulse, extendedPulse, , pinNeeded, passback, passbackMinutes] = door

  // Whose it is.
  let credential: CredentialRow | undefined
  let code: Code | undefined
  if (what.shown.startsWith('mobile:')) {
    const parts = what.shown.slice('mobile:'.length).split('.')
    if (parts.length === 3) {
      credential = rows.credentials.find((row) => row[3] === `mobile:${parts[0]}`)
      code = { step: Number(parts[1]), mac: parts[2] ?? '' }
    }
  } else {
    credential = rows.credentials.find((row) => row[3] === what.shown)
  }
  // Nobody's exit is told by a code that is not one of this minute.
  if (what.direction === 'exit' && credential && code && whyNotCode(credential, code, before, at) !== null)
    credential = undefined
  const person = credential && rows.people.find((row) => row[0] === credential[9])
  const pass = credential && rows.passes.find((row) => row[0] === credential[10])
  const pin = what.pin === null ? undefined : rows.credentials.find((row) => row[2] === 'pin' && row[3] === what.pin)
  const ownPin = pin && person && pin[9] === person[0] ? pin : undefined
  const duress = credential?.[8] === true || ownPin?.[8] === true

  const answer = (reason: string | null, passbackAlert = false): Verdict => ({
    result: reason === null ? 'granted' : 'denied',
    reason,
    userId: person?.[0] ?? null,
    seconds: reason !== null ? 0 : person?.[7] ? extendedPulse : pulse,
    duress,
    passbackAlert,
  })

  if (what.direction === 'exit') return answer(null)
  if (before.blocked !== null && at < before.blocked.until) return answer('locked out')
  if (!credential || (!person && !pass))
    return answer(what.shown.startsWith('pin:') ? 'wrong PIN' : 'unknown credential')
  if (credential[2] === 'mobile') {
    const wrong = whyNotCode(credential, code, before, at)
    if (wrong !== null) return answer(wrong)
  }
  if (credential[5] || credential[4] !== 'active') return answer('not active')
  if (credential[6] !== null && at < credential[6]) return answer('not active')
  if (credential[7] !== null && at >= credential[7]) return answer('expired')
  if (person) {
    if (!person[3] || person[4]) return answer('not active')
    if (person[5] !== null && at < person[5]) return answer('not active')
    if (person[6] !== null && at >= person[6]) return answer('expired')
  }
  if (pass) {
    if (pass[3]) return answer('not active')
    if (pass[4] !== null && at < pass[4]) return answer('not active')
    if (pass[5] !== null && at >= pass[5]) return answer('expired')
    if (pass[6] !== null && before.passUsed >= pass[6]) return answer('expired')
  }
  if (credential[2] === 'pin' && pinNeeded) return answer('not authorised')
  if (credential[2] !== 'pin') {
    if (what.pin === null) {
      if (pinNeeded && person) return answer('wrong PIN')
    } else {
      if (!ownPin || ownPin[5] || ownPin[4] !== 'active') return answer('wrong PIN')
      if (!holds(ownPin[6], ownPin[7], at)) return answer('wrong PIN')
    }
  }
  if (before.lockdown !== null && !before.lockdown.passes) return answer('lockdown')
  if (before.lockdown === null) {
    const isOpen = (level: LevelRow): boolean => {
      if (level[3] === null) return true
      const schedule = rows.schedules.find((row) => row[0] === level[3])
      return schedule ? isOpenNaively(schedule[3], timeZone, at) : false
    }
    let mayAtAll = false
    let mayNow = false
    for (const level of rows.levels) {
      if (!level[4].includes(doorId)) continue
      let holdsIt = pass?.[7] === level[0]
      for (const holder of rows.holders) {
        if (!person || holder[0] !== level[0] || holder[1] !== person[0]) continue
        if (holds(holder[4], holder[5], at) && holds(holder[6], holder[7], at)) holdsIt = true
      }
      if (holdsIt) mayAtAll = true
      if (holdsIt && isOpen(level)) mayNow = true
    }
    if (pass?.[8].includes(doorId)) mayAtAll = mayNow = true
    if (!mayAtAll) return answer('not authorised')
    if (!mayNow) return answer('outside schedule')
  }
  if (person?.[9] === 'needed' || pass?.[9]) {
    const seconds = before.escortedAt === null ? Infinity : (at - before.escortedAt) / 1000
    if (seconds < 0 || seconds > 30) return answer('escort needed')
  }
  if (person && passback !== 'none' && !person[8] && toZone !== null && before.presence) {
    const { zoneId, at: since } = before.presence
    const counts = before.passbackResetAt === null || since > before.passbackResetAt
    if (zoneId === toZone && counts && (at - since) / 60_000 < passbackMinutes) {
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
    const decides = pick<DoorRow[10]>(random, ['server', 'controller'])
    return [
      idOf('d0', n),
      companyId,
      `door-${n}`,
      `Door ${n}`,
      'gatehouse',
      pick(random, ['Europe/London', 'America/New_York', 'Asia/Kathmandu']),
      pick(random, zones),
      pick(random, zones),
      5,
      15,
      decides,
      chance(random, 0.25),
      pick(random, ['none', 'alert', 'enforce', 'enforce']),
      pick(random, [1, 30, 480]),
    ]
  })
  const people = count(6).map(
    (n): PersonRow => [
      idOf('a0', n),
      companyId,
      `Person ${n}`,
      !chance(random, 0.1),
      chance(random, 0.1),
      from(random),
      to(random),
      chance(random, 0.3),
      chance(random, 0.2),
      pick(random, ['none', 'none', 'needed', 'may escort']),
    ],
  )
  const schedules = count(3).map((n): Rows['schedules'][number] => [
    idOf('5c', n),
    companyId,
    `Schedule ${n}`,
    {
      week: count(7).map(() => ranges(random)),
      exceptions: chance(random, 0.3) ? [{ date: '2026-10-25', name: 'Stocktaking', ranges: ranges(random) }] : [],
      onHolidays: pick(random, ['closed', 'as-usual', 'ranges']),
      holidayRanges: ranges(random),
      holidays: chance(random, 0.3) ? [{ date: '2025-10-24', yearly: true, name: 'Founding day' }] : [],
    },
  ])
  const levels = count(4).map(
    (n): LevelRow => [
      idOf('1e', n),
      companyId,
      `Level ${n}`,
      chance(random, 0.3) ? null : idOf('5c', Math.floor(random() * 3)),
      doors.flatMap((door) => (chance(random, 0.5) ? [door[0]] : [])),
    ],
  )
  const holders = people.flatMap((person) =>
    levels.flatMap((level): HolderRow[] => {
      const ways: HolderRow[] = []
      if (chance(random, 0.4))
        ways.push([level[0], person[0], null, null, from(random), to(random), null, null, around - 1])
      if (chance(random, 0.3)) {
        const group = idOf('60', 1)
        ways.push([level[0], person[0], group, 'Group', from(random), to(random), from(random), to(random), around - 1])
      }
      return ways
    }),
  )
  const passes = count(3).map((n): PassRow => {
    const uses = chance(random, 0.5) ? pick(random, [1, 2]) : null
    const levelId = chance(random, 0.5) ? idOf('1e', Math.floor(random() * 4)) : null
    const direct = doors.flatMap((door) => (chance(random, 0.3) ? [door[0]] : []))
    const ends = [someHours(random) - 48 * hourMs, someHours(random) + 48 * hourMs] as const
    return [
      idOf('7a', n),
      companyId,
      `Visitor ${n}`,
      chance(random, 0.15),
      ...ends,
      uses,
      levelId,
      direct,
      chance(random, 0.25),
    ]
  })
  const credential = (
    id: string,
    kind: CredentialRow[2],
    value: string,
    { userId = null, passId = null, duress = false, secret = null }: Partial<Owner> = {},
  ): CredentialRow => {
    const state = pick<CredentialRow[4]>(random, ['active', 'active', 'active', 'active', 'suspended', 'lost'])
    const times = [from(random), to(random)] as const
    return [id, companyId, kind, value, state, chance(random, 0.07), ...times, duress, userId, passId, secret]
  }
  const credentials = [
    ...people.flatMap(([userId], n) => [
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
    ...passes.map(([passId], n) => credential(idOf('c7', n), 'pass', `pass:${n}`, { passId })),
  ]
  return { people, credentials, schedules, levels, holders, passes, doors, pinKeys: [] }
}

interface Owner {
  readonly userId: string | null
  readonly passId: string | null
  readonly duress: boolean
  readonly secret: Buffer | null
}

/** Somebody at a reader, with something that is mostly theirs. */
export const anAsk = (random: Random, rows: Rows): { doorId: string; before: Situation; what: Presented } => {
  const at = someHours(random) + Math.floor(random() * hourMs)
  const door = rows.doors[Math.floor(random() * rows.doors.length)]
  const credential = rows.credentials[Math.floor(random() * rows.credentials.length)]
  if (!door || !credential) throw new Error('an empty world')
  let shown = credential[3]
  if (credential[2] === 'mobile') {
    const step = Math.floor(at / 30_000) + pick(random, [0, 0, 0, -1, 1, 2, -5])
    const secret = chance(random, 0.9) ? (credential[11] ?? Buffer.alloc(32, 99)) : Buffer.alloc(32, 99)
    const mac = createHmac('sha256', secret).update(`${credential[0]}.${step}`).digest().subarray(0, 16)
    shown = chance(random, 0.95) ? `mobile:${credential[0]}.${step}.${mac.toString('base64url')}` : credential[3]
  }
  if (chance(random, 0.05)) shown = pick(random, ['card:9999', pinOf(9999), 'pass:none', 'mobile:x', 'whatever'])
  const own = Number(credential[0].slice(-3))
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
  return { doorId: door[0], before, what: { shown, pin, direction: chance(random, 0.9) ? 'entry' : 'exit', at } }
}
