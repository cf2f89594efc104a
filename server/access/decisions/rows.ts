// The rules as the store has them, row by row, and the rules that decisions read, put together from them.
import {
  always,
  type Credential,
  type Door,
  type Holding,
  type Level,
  type Pass,
  type Period,
  type Person,
  type Rules,
  type Schedule,
} from './rules.ts'

interface OfCompany {
  readonly companyId: string
}

export type PersonRow = OfCompany & Period & Omit<Person, 'period' | 'holdings'>
export type CredentialRow = OfCompany & Period & Omit<Credential, 'period'>
export type ScheduleRow = OfCompany & Schedule
export type DoorRow = OfCompany & Door
export type LevelRow = OfCompany &
  Pick<Level, 'id' | 'name'> & { readonly scheduleId: string | null; readonly doorIds: readonly string[] }
export type PassRow = OfCompany &
  Period &
  Omit<Pass, 'period' | 'level' | 'doors'> & { readonly levelId: string | null; readonly doorIds: readonly string[] }

/** One way of holding a level: by oneself, or by a group. */
export interface HolderRow extends Period {
  readonly levelId: string
  readonly userId: string
  readonly groupId: string | null
  readonly group: string | null
  readonly memberFrom: number | null
  readonly memberTo: number | null
  readonly since: number
}

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
  const schedules = new Map(rows.schedules.map(({ companyId: _companyId, ...schedule }) => [schedule.id, schedule]))
  const levels = new Map(
    rows.levels.map(({ id, name, scheduleId, doorIds }) => {
      const schedule = scheduleId === null ? null : (schedules.get(scheduleId) ?? never)
      return [id, { id, name, schedule, doors: new Set(doorIds) } satisfies Level]
    }),
  )
  const holdings = new Map<string, Holding[]>()
  for (const { levelId, userId, groupId, group, from, to, memberFrom, memberTo, since } of rows.holders) {
    const level = levels.get(levelId)
    if (!level) continue
    const times = [periodOf(from, to), periodOf(memberFrom, memberTo)].filter((period) => period !== always)
    const holding = { level, group: groupId === null ? null : { id: groupId, name: group ?? '' }, times, since }
    const mine = holdings.get(userId)
    if (mine) mine.push(holding)
    else holdings.set(userId, [holding])
  }
  const pinKeys = new Map(rows.pinKeys)
  const made = new Map<string, Made>()
  const of = (companyId: string): Made => {
    const known = made.get(companyId)
    if (known) return known
    const fresh = newRules(companyId, pinKeys.get(companyId) ?? null)
    made.set(companyId, fresh)
    return fresh
  }
  for (const { companyId, ...door } of rows.doors) of(companyId).doors.set(door.id, door)
  for (const { companyId, from, to, ...person } of rows.people) {
    const theirs = { ...person, period: periodOf(from, to), holdings: holdings.get(person.id) ?? [] }
    of(companyId).people.set(person.id, theirs)
  }
  for (const { companyId, from, to, levelId, doorIds, ...pass } of rows.passes) {
    const opens = { level: levels.get(levelId ?? '') ?? null, doors: new Set(doorIds) }
    of(companyId).passes.set(pass.id, { ...pass, period: periodOf(from, to), ...opens })
  }
  for (const { companyId, from, to, ...row } of rows.credentials) {
    const { credentials, credentialsOf } = of(companyId)
    const credential = { ...row, period: periodOf(from, to) }
    credentials.set(credential.value, credential)
    const owner = credential.userId ?? credential.passId ?? ''
    const theirs = credentialsOf.get(owner)
    if (theirs) theirs.push(credential)
    else credentialsOf.set(owner, [credential])
  }
  return made
}

type Made = ReturnType<typeof newRules>

const newRules = (companyId: string, pinKey: string | null) => ({
  companyId,
  people: new Map<string, Person>(),
  passes: new Map<string, Pass>(),
  credentials: new Map<string, Credential>(),
  credentialsOf: new Map<string, Credential[]>(),
  doors: new Map<string, Door>(),
  pinKey,
})

/** A schedule that is not among the rows is open never: better shut than open by mistake. */
const never: Schedule = {
  id: '',
  name: 'An unknown schedule',
  rules: { week: [], exceptions: [], onHolidays: 'closed', holidayRanges: [], holidays: [] },
}

const periodOf = (from: number | null, to: number | null) => (from === null && to === null ? always : { from, to })
