// The rules as the store has them, row by row, and the rules that decisions read, put together from them.
import type { ScheduleRules } from '@gatehouse/contract/access/schedule-time'
import {
  always,
  type Credential,
  type Door,
  type Holding,
  type Level,
  type Pass,
  type Person,
  type Rules,
  type Schedule,
} from './rules.ts'

/** Moments in milliseconds. */
type Moment = number | null

export type PersonRow = [
  id: string,
  companyId: string,
  name: string,
  active: boolean,
  suspended: boolean,
  from: Moment,
  to: Moment,
  extended: boolean,
  passbackExempt: boolean,
  escort: Person['escort'],
]

export type CredentialRow = [
  id: string,
  companyId: string,
  kind: Credential['kind'],
  value: string,
  state: Credential['state'],
  revoked: boolean,
  from: Moment,
  to: Moment,
  duress: boolean,
  userId: string | null,
  passId: string | null,
  secret: Buffer | null,
]

export type ScheduleRow = [id: string, companyId: string, name: string, rules: ScheduleRules]
export type LevelRow = [id: string, companyId: string, name: string, scheduleId: string | null, doorIds: string[]]

export type HolderRow = [
  levelId: string,
  userId: string,
  groupId: string | null,
  group: string | null,
  from: Moment,
  to: Moment,
  memberFrom: Moment,
  memberTo: Moment,
  addedAt: number,
]

export type PassRow = [
  id: string,
  companyId: string,
  visitor: string,
  withdrawn: boolean,
  from: Moment,
  to: Moment,
  uses: number | null,
  levelId: string | null,
  doorIds: string[],
  escortNeeded: boolean,
]

export type DoorRow = [
  id: string,
  companyId: string,
  key: string,
  name: string,
  driver: string,
  timeZone: string,
  fromZoneId: string | null,
  toZoneId: string | null,
  pulseSeconds: number,
  extendedSeconds: number,
  decides: Door['decides'],
  pinNeeded: boolean,
  passback: Door['passback'],
  passbackMinutes: number,
]

export interface Rows {
  readonly people: readonly PersonRow[]
  readonly credentials: readonly CredentialRow[]
  readonly schedules: readonly ScheduleRow[]
  readonly levels: readonly LevelRow[]
  readonly holders: readonly HolderRow[]
  readonly passes: readonly PassRow[]
  readonly doors: readonly DoorRow[]
  readonly pinKeys: readonly [companyId: string, key: string][]
}

/** The rules of every company that has a door or a person among the rows. */
export const assemble = (rows: Rows): Map<string, Rules> => {
  const schedules = new Map(rows.schedules.map(([id, , name, rules]) => [id, { id, name, rules } satisfies Schedule]))
  const levels = new Map(
    rows.levels.map(([id, , name, scheduleId, doorIds]) => {
      const schedule = scheduleId === null ? null : (schedules.get(scheduleId) ?? never)
      return [id, { id, name, schedule, doors: new Set(doorIds) } satisfies Level]
    }),
  )
  const holdings = new Map<string, Holding[]>()
  for (const [levelId, userId, groupId, group, from, to, memberFrom, memberTo, since] of rows.holders) {
    const level = levels.get(levelId)
    if (!level) continue
    const times = [periodOf(from, to), periodOf(memberFrom, memberTo)].filter((period) => period !== always)
    const holding = { level, group: groupId === null ? null : { id: groupId, name: group ?? '' }, times, since }
    const mine = holdings.get(userId)
    if (mine) mine.push(holding)
    else holdings.set(userId, [holding])
  }
  const made = new Map<string, Made>()
  const of = (companyId: string): Made => {
    const known = made.get(companyId)
    if (known) return known
    const fresh = newRules(companyId)
    made.set(companyId, fresh)
    return fresh
  }
  for (const row of rows.doors) of(row[1]).doors.set(row[0], doorOf(row))
  for (const row of rows.people) of(row[1]).people.set(row[0], personOf(row, holdings.get(row[0]) ?? []))
  for (const row of rows.passes) of(row[1]).passes.set(row[0], passOf(row, levels.get(row[7] ?? '') ?? null))
  for (const row of rows.credentials) {
    const { credentials, credentialsOf } = of(row[1])
    const credential = credentialOf(row)
    credentials.set(credential.value, credential)
    const owner = credential.userId ?? credential.passId ?? ''
    const theirs = credentialsOf.get(owner)
    if (theirs) theirs.push(credential)
    else credentialsOf.set(owner, [credential])
  }
  for (const [companyId, key] of rows.pinKeys) of(companyId).pinKey = key
  return made
}

interface Made extends Rules {
  readonly people: Map<string, Person>
  readonly passes: Map<string, Pass>
  readonly credentials: Map<string, Credential>
  readonly credentialsOf: Map<string, Credential[]>
  readonly doors: Map<string, Door>
  pinKey: string | null
}

const newRules = (companyId: string): Made => ({
  companyId,
  people: new Map(),
  passes: new Map(),
  credentials: new Map(),
  credentialsOf: new Map(),
  doors: new Map(),
  pinKey: null,
})

/** A schedule that is not among the rows is open never: better shut than open by mistake. */
const never: Schedule = {
  id: '',
  name: 'An unknown schedule',
  rules: { week: [], exceptions: [], onHolidays: 'closed', holidayRanges: [], holidays: [] },
}

const periodOf = (from: Moment, to: Moment) => (from === null && to === null ? always : { from, to })

const personOf = (
  [id, , name, active, suspended, from, to, extended, passbackExempt, escort]: PersonRow,
  holdings: readonly Holding[],
): Person => ({
  id,
  name,
  active,
  suspended,
  period: periodOf(from, to),
  extended,
  passbackExempt,
  escort,
  holdings,
})

const passOf = (
  [id, , visitor, withdrawn, from, to, uses, , doorIds, escortNeeded]: PassRow,
  level: Level | null,
): Pass => ({ id, visitor, withdrawn, period: periodOf(from, to), uses, level, doors: new Set(doorIds), escortNeeded })

const credentialOf = ([
  id,
  ,
  kind,
  value,
  state,
  revoked,
  from,
  to,
  duress,
  userId,
  passId,
  secret,
]: CredentialRow): Credential => ({
  id,
  kind,
  value,
  state,
  revoked,
  period: periodOf(from, to),
  duress,
  userId,
  passId,
  secret,
})

const doorOf = ([
  id,
  ,
  key,
  name,
  driver,
  timeZone,
  fromZoneId,
  toZoneId,
  pulseSeconds,
  extendedSeconds,
  decides,
  pinNeeded,
  passback,
  passbackMinutes,
]: DoorRow): Door => ({
  id,
  key,
  name,
  driver,
  timeZone,
  fromZoneId,
  toZoneId,
  pulseSeconds,
  extendedSeconds,
  decides,
  pinNeeded,
  passback,
  passbackMinutes,
})
