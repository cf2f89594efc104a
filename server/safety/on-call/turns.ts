// Whose turn it is by a rota, by the wall clock of the company: so that a day with a change of the clocks is one day as any
// other. Pure.
import { dateIn, daysAfter, offsetAt } from '@gatehouse/contract/access/schedule-time'

export interface Turns {
  readonly userIds: readonly string[]
  /** `08:00` */
  readonly handOverAt: string
  readonly everyDays: number
  /** `2026-11-30` */
  readonly startsOn: string
  readonly timeZone: string
}

export interface Override {
  readonly id: string
  readonly userId: string
  readonly from: Date
  readonly to: Date
  readonly madeAt: Date
}

export interface Absent {
  readonly userId: string
  readonly from: Date
  readonly to: Date
}

export interface OnCall {
  readonly from: Date
  readonly to: Date
  /** null: nobody, as all of them are absent. */
  readonly userId: string | null
  readonly because: 'turn' | 'override' | 'absence'
  readonly overrideId: string | null
}

const dayMs = 86_400_000

/** The moment of a wall time on a day; where the clocks skip it, the moment after. */
export const momentOf = (date: string, time: string, timeZone: string): Date => {
  const wall = Date.parse(`${date}T${time}:00Z`)
  // Two rounds: the offset of the first guess may be that before the change.
  const guess = wall - offsetAt(timeZone, wall)
  return new Date(wall - offsetAt(timeZone, guess))
}

/** The turns that touch this time, oldest first; none before the rota starts. */
const turnsOf = (
  turns: Turns,
  from: Date,
  to: Date,
): { readonly from: Date; readonly to: Date; readonly n: number }[] => {
  const days = (Date.parse(dateIn(turns.timeZone, from)) - Date.parse(turns.startsOn)) / dayMs
  const found: { from: Date; to: Date; n: number }[] = []
  for (let n = Math.max(0, Math.floor(days / turns.everyDays) - 1); ; n++) {
    const begins = momentOf(daysAfter(turns.startsOn, n * turns.everyDays), turns.handOverAt, turns.timeZone)
    if (begins >= to) return found
    const ends = momentOf(daysAfter(turns.startsOn, (n + 1) * turns.everyDays), turns.handOverAt, turns.timeZone)
    if (ends > from) found.push({ from: begins, to: ends, n })
  }
}

/** Who is on call when, without gaps from the first turn on; neighbours that are the same person for the same reason are one. */
export const onCallIn = (
  turns: Turns,
  { overrides, absences }: { readonly overrides: readonly Override[]; readonly absences: readonly Absent[] },
  from: Date,
  to: Date,
): OnCall[] => {
  const shifts: OnCall[] = []
  for (const turn of turnsOf(turns, from, to)) {
    const moments = [turn.from, turn.to, ...[...overrides, ...absences].flatMap((one) => [one.from, one.to])]
      .filter((at) => at >= turn.from && at <= turn.to)
      .map((at) => at.getTime())
    const edges = [...new Set(moments)].toSorted((a, b) => a - b)
    edges.slice(0, -1).forEach((begins, i) => {
      const part = { from: new Date(begins), to: new Date(edges[i + 1] ?? begins) }
      const shift = { ...part, ...personAt(turns, turn.n, overrides, absences, part.from) }
      const before = shifts.at(-1)
      const goesOn =
        before?.to.getTime() === begins &&
        begins !== turn.from.getTime() &&
        before.userId === shift.userId &&
        before.overrideId === shift.overrideId &&
        before.because === shift.because
      if (goesOn) shifts.splice(-1, 1, { ...before, to: part.to })
      else shifts.push(shift)
    })
  }
  return shifts.filter((shift) => shift.to > from && shift.from < to)
}

/** null: nobody. */
export const onCallAt = (
  turns: Turns,
  agreed: { readonly overrides: readonly Override[]; readonly absences: readonly Absent[] },
  at: Date,
): OnCall | null => onCallIn(turns, agreed, at, new Date(at.getTime() + 1))[0] ?? null

const personAt = (
  { userIds }: Turns,
  n: number,
  overrides: readonly Override[],
  absences: readonly Absent[],
  at: Date,
): Pick<OnCall, 'userId' | 'because' | 'overrideId'> => {
  const holds = ({ from, to }: { readonly from: Date; readonly to: Date }) => from <= at && at < to
  // What was agreed last counts.
  const override = overrides.filter(holds).toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())[0]
  if (override) return { userId: override.userId, because: 'override', overrideId: override.id }
  const absent = new Set(absences.filter(holds).map(({ userId }) => userId))
  const inTurn = userIds.map((_, i) => userIds[(n + i) % userIds.length] ?? '')
  const present = inTurn.find((userId) => !absent.has(userId)) ?? null
  return { userId: present, because: present === inTurn[0] ? 'turn' : 'absence', overrideId: null }
}
